import { chakra } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { errorTexts } from '../data/error-texts.ts'
import { useHost } from '../host.tsx'
import { comparedFields } from './compared.ts'
import { FieldRows, type Taken } from './compared-rows.tsx'
import { PreviewStep } from './preview-step.tsx'
import type { Preview, SetFieldsProps } from './contract.ts'
import { StepDialog, StepFailure } from './step-dialog.tsx'
import { usePreview } from './use-preview.ts'
import { useReferences } from './value-text.ts'

const Table = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'sm',
    borderCollapse: 'separate',
    borderSpacing: 0,
    '& th, & td': { padding: 2, textAlign: 'start', verticalAlign: 'top', borderBottomWidth: '1px', borderColor: 'border' },
    '& td': { overflowWrap: 'anywhere', minWidth: { base: '7rem', md: '9rem' } },
    '& thead th': { position: 'sticky', top: 0, bg: 'bg.subtle', fontWeight: 'medium', zIndex: 1 },
    '& tbody th': {
      position: 'sticky',
      insetInlineStart: 0,
      bg: 'bg.raised',
      fontWeight: 'medium',
      minWidth: { base: '5rem', md: '9rem' },
      maxWidth: '14rem',
    },
    '& tr[data-same]': { color: 'fg.muted' },
    '& tr[data-row] th': { fontWeight: 'normal', paddingInlineStart: 5 },
    '& td[data-taken]': { bg: 'bg.selected' },
  },
})

/** Two to four records field by field, differences first; a value of one can be taken over into the others, after a preview. */
export function CompareDialog(props: SetFieldsProps) {
  const { schema, screen, records, nameOf, onClose } = props
  const host = useHost()
  const { t } = host
  const [taken, setTaken] = useState<ReadonlyMap<string, Taken>>(new Map())
  const [preview, setPreview] = useState<Preview>()
  const { error, isRunning, run } = usePreview(props, setPreview)
  const references = useReferences(props)
  const fields = useMemo(() => comparedFields({ schema, screen }, records), [schema, screen, records])
  const different = fields.filter(({ isSame }) => !isSame).length
  const title = t('editor.compare.title', { count: records.length })
  if (preview)
    return <PreviewStep {...props} title={title} preview={preview} references={references} onBack={() => setPreview(undefined)} />
  return (
    <StepDialog
      title={title}
      leave={{ label: t('editor.close'), onClick: onClose }}
      go={{
        label: t('editor.set.preview'),
        isRunning,
        reason: taken.size === 0 ? t('editor.compare.none') : undefined,
        onClick: () => void run(new Map([...taken].map(([pointer, { value }]) => [pointer, value]))),
      }}
      onClose={onClose}
    >
      <chakra.div display="grid" gap={3}>
        <p role="status">{t('editor.compare.about', { count: different })}</p>
        <StepFailure lines={error ? errorTexts(host, error) : []} />
        <chakra.div
          maxH="60vh"
          overflow="auto"
          tabIndex={0}
          role="region"
          aria-label={title}
          borderWidth="1px"
          borderColor="border"
          borderRadius="md"
        >
          <Table aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('editor.compare.field')}</th>
                {records.map((record) => (
                  <th key={record.oid} scope="col">
                    {nameOf(record)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <FieldRows
                  key={field.pointer}
                  {...props}
                  field={field}
                  references={references}
                  taken={taken.get(field.pointer)}
                  onTake={(value) => setTaken(withTaken(taken, field.pointer, value))}
                />
              ))}
            </tbody>
          </Table>
        </chakra.div>
      </chakra.div>
    </StepDialog>
  )
}

/** The values taken over with another one; undefined takes none of the field over any more. */
function withTaken(taken: ReadonlyMap<string, Taken>, pointer: string, value: Taken | undefined): ReadonlyMap<string, Taken> {
  const next = new Map(taken)
  if (value === undefined) next.delete(pointer)
  else next.set(pointer, value)
  return next
}
