import { chakra } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import type { ServedRecord } from '../../schemas/plan.ts'
import { editorTexts } from '../editor/layout/editor-texts.ts'
import { errorTexts } from '../data/error-texts.ts'
import { Button } from '../parts/controls/button.tsx'
import { useHost } from '../host.tsx'
import { comparedFields, type ComparedField } from './compared.ts'
import { PreviewStep } from './preview-step.tsx'
import type { Preview, SetFieldsProps } from './contract.ts'
import { StepDialog, StepFailure } from './step-dialog.tsx'
import { usePreview } from './use-preview.ts'
import { useReferences, valueText } from './value-text.ts'

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
    '& td[data-taken]': { bg: 'bg.selected' },
  },
})

/** Two to four records field by field, differences first; a value of one can be taken over into the others, after a preview. */
export function CompareDialog(props: SetFieldsProps) {
  const { schema, screen, records, nameOf, onClose } = props
  const host = useHost()
  const { t } = host
  const [taken, setTaken] = useState<ReadonlyMap<string, unknown>>(new Map())
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
        onClick: () => void run(taken),
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
                <Row
                  key={field.pointer}
                  {...props}
                  field={field}
                  references={references}
                  taken={taken}
                  onTake={(value) => setTaken(new Map(taken).set(field.pointer, value))}
                />
              ))}
            </tbody>
          </Table>
        </chakra.div>
      </chakra.div>
    </StepDialog>
  )
}

interface RowProps extends SetFieldsProps {
  field: ComparedField
  references: ReturnType<typeof useReferences>
  taken: ReadonlyMap<string, unknown>
  onTake: (value: unknown) => void
}

function Row({ field, schema, records, nameOf, references, taken, onTake }: RowProps) {
  const host = useHost()
  const { t } = host
  const texts = useMemo(() => editorTexts(schema, host), [schema, host])
  const { pointer, values, isSame, isSettable } = field
  const name = texts.place(pointer)
  const textOf = (record: ServedRecord, value: unknown): string => valueText({ schema, texts, references }, { record, pointer, value })
  return (
    <tr data-same={isSame ? '' : undefined}>
      <th scope="row">{name}</th>
      {records.map((record, index) => {
        const value = values[index]
        const isTaken = taken.has(pointer) && taken.get(pointer) === value
        const take = t(isTaken ? 'editor.compare.taken' : 'editor.compare.take')
        return (
          <td key={record.oid} data-taken={isTaken ? '' : undefined}>
            {textOf(record, value)}
            {!isSame && isSettable && (
              <div>
                <Button
                  size="sm"
                  variant="link"
                  px={0}
                  aria-pressed={isTaken}
                  aria-label={`${take}: ${name}, ${nameOf(record)}`}
                  onClick={() => onTake(value)}
                >
                  {take}
                </Button>
              </div>
            )}
          </td>
        )
      })}
    </tr>
  )
}
