import { chakra } from '@chakra-ui/react'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { SectionUses } from '../../descriptor/section-names.ts'
import { Button } from '../../parts/controls/button.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { SectionProps } from '../contract.ts'

const Scroller = chakra('div', {
  base: {
    position: 'relative',
    maxHeight: '200px',
    overflowY: 'auto',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border',
    borderRadius: 'md',
  },
})
const Table = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'sm',
    borderCollapse: 'collapse',
    '& th': { position: 'sticky', top: 0, bg: 'bg.subtle', textAlign: 'start', fontWeight: 'medium', color: 'fg.muted' },
    '& th, & td': { paddingInline: 3, height: 'rowCompact' },
    '& tbody tr': { borderTopWidth: '1px', borderTopStyle: 'solid', borderColor: 'border' },
  },
})
const Note = chakra('p', { base: { display: 'flex', alignItems: 'center', gap: 3, minHeight: 'row', textStyle: 'hint' } })

const cell = (row: Rec, properties: readonly string[]): string =>
  properties
    .map((property) => row[property])
    .filter((value) => value !== undefined && value !== null && value !== '')
    .join('/')

/** Rows that the service knows of the record that a field refers to, under the field's present value. */
export function RelatedRecords({ options, entity, useRelated, t }: SectionProps) {
  const { of, name, columns } = options as SectionUses['related-records']
  const related = useRelated(`/${of}`, name)
  const text = (word: string) => t(`${entity}.related.${name}.${word}`)
  if (related.state === 'none') return <Note>{text('none')}</Note>
  if (related.state === 'loading')
    return (
      <chakra.div role="status" aria-label={t('editor.loading')} display="grid" gap={2} paddingBlock={2}>
        <Skeleton width="60%" />
        <Skeleton width="45%" />
      </chakra.div>
    )
  if (related.state === 'failed')
    return (
      <Note role="alert" color="danger.fg">
        {t('editor.related.failed')}
        <Button size="sm" onClick={related.retry}>
          {t('editor.failed.retry')}
        </Button>
      </Note>
    )
  if (related.rows.length === 0) return <Note role="status">{text('empty')}</Note>
  return (
    // Who works with the keyboard scrolls it, too.
    <Scroller tabIndex={0} role="region" aria-label={text('title')}>
      <Table>
        <thead>
          <tr>
            {Object.keys(columns).map((column) => (
              <th key={column} scope="col">
                {text(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {related.rows.map((row, index) => (
            <tr key={String(row.id ?? index)}>
              {Object.entries(columns).map(([column, properties]) => (
                <chakra.td key={column} textStyle={properties.length > 1 ? 'mono' : undefined}>
                  {cell(row, properties)}
                </chakra.td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroller>
  )
}
