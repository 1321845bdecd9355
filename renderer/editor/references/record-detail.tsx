import { chakra } from '@chakra-ui/react'
import { useSnapshot } from 'valtio'
import { optionLabel } from '../../data/labels.ts'
import { useEnvironment } from '../page/environment.tsx'

const Details = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: 4,
    rowGap: 1,
    marginTop: 3,
    paddingInline: 3,
    paddingBlock: 2.5,
    bg: 'bg.subtle',
    borderRadius: 'md',
    fontSize: 'sm',
    '& dt': { color: 'fg.muted' },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
})

interface RecordDetailProps {
  entity: string
  oid: string
  /** Properties to show, in order. */
  shows: readonly string[]
}

/** Read-only properties of a referenced record. Not rendered until the record is loaded. */
export function RecordDetail({ entity, oid, shows }: RecordDetailProps) {
  const { references, host } = useEnvironment()
  // Subscribes to loaded records.
  useSnapshot(references.state).loaded satisfies number
  const record = references.lookup(entity, oid)
  if (!record) return null
  const word = (field: string, value: unknown): string => {
    if (value === undefined || value === null || value === '') return host.t('editor.value.none')
    if (typeof value === 'number') return new Intl.NumberFormat(host.language).format(value)
    return optionLabel(host, { entity, field, value })
  }
  return (
    <Details>
      {shows.map((field) => {
        const value = record[field]
        const words = Array.isArray(value)
          ? new Intl.ListFormat(host.language).format(value.map((item) => word(field, item)))
          : word(field, value)
        return (
          <chakra.div key={field} display="contents">
            <dt>{host.t(`${entity}.field.${field}`)}</dt>
            <dd>{words || host.t('editor.value.none')}</dd>
          </chakra.div>
        )
      })}
    </Details>
  )
}
