import { chakra } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import type { FieldError, ServedRecord } from '../../schemas/plan.ts'
import type { RequestError } from '../data/data-source.ts'
import { fieldErrorText } from '../data/error-texts.ts'
import { editorTexts } from '../editor/layout/editor-texts.ts'
import type { References } from '../editor/references/references.ts'
import { useHost } from '../host.tsx'
import { refusedLines } from '../record-actions/chosen-rows.ts'
import { useRowOperation, type RowOperation } from '../record-actions/rows-dialog.tsx'
import { useVirtualRows } from '../widgets/use-virtual-rows.ts'
import type { Preview, SetFieldsProps } from './contract.ts'
import { StepDialog, StepFailure } from './step-dialog.tsx'
import { valueText } from './value-text.ts'
import { previewOf, settingPlan, type PreviewedChange } from './settable-fields.ts'

interface PreviewStepProps extends SetFieldsProps {
  title: string
  preview: Preview
  references: References
  onBack: () => void
}

/** Height of a line in pixels; in a narrow window the change stands below the name. */
const linePx = { wide: 32, narrow: 52 }

const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '14rem 10rem minmax(0, 1fr)' },
    columnGap: 3,
    alignItems: 'center',
    alignContent: 'center',
    height: { base: '52px', md: '32px' },
    paddingInline: 2,
    fontSize: 'sm',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& del': { color: 'fg.muted', marginInlineEnd: 2 },
    '& ins': { textDecoration: 'none' },
    '& del, & ins': { display: 'inline-block', maxWidth: '46%', overflow: 'hidden', textOverflow: 'ellipsis', verticalAlign: 'bottom' },
    '&[data-refused]': { bg: 'danger.subtle' },
  },
})

/** Every record before and after, with what the service refuses; then all that it accepts are changed at once. */
export function PreviewStep({ title, preview, references, onBack, ...props }: PreviewStepProps) {
  const { schema, records, nameOf, onClose, onDone } = props
  const host = useHost()
  const { t, language, tenant } = host
  const { values, items } = preview
  const number = new Intl.NumberFormat(language)
  const previewed = useMemo(() => previewOf(preview.records, values, items), [preview, values, items])
  const accepted = useMemo(() => previewed.filter(({ refused }) => refused.length === 0).map(({ record }) => record), [previewed])
  const refusedCount = previewed.length - accepted.length
  const [error, setError] = useState<RequestError>()
  const operation: RowOperation = {
    name: 'set',
    label: () => title,
    title: () => title,
    text: () => null,
    plan: (chosen) => settingPlan(schema, chosen, { values, tenantOid: tenant.oid }),
    done: ({ counts: { applied } }) => t('editor.set.done', { count: applied, rows: number.format(applied) }),
  }
  const { isRunning, run } = useRowOperation(props, { operation, onDone, onError: setError })
  const same = records.length - previewed.length
  const sentence = (key: string, count: number): string => t(key, { count, rows: number.format(count) })
  return (
    <StepDialog
      title={title}
      leave={{ label: t('editor.set.back'), onClick: onBack }}
      go={{
        label: sentence('editor.set.apply', accepted.length),
        isRunning,
        reason: accepted.length === 0 ? t('editor.set.nothing') : undefined,
        isFirst: true,
        onClick: () => void run(accepted),
      }}
      onClose={onClose}
    >
      <chakra.div display="grid" gap={3}>
        {refusedCount > 0 && <chakra.p color="danger.fg">{sentence('editor.set.refused', refusedCount)}</chakra.p>}
        {same > 0 && <p>{sentence('editor.set.same', same)}</p>}
        <StepFailure lines={error ? refusedLines(host, { schema, error, names: accepted.map(nameOf) }) : []} />
        <Lines schema={schema} nameOf={nameOf} previewed={previewed} references={references} />
      </chakra.div>
    </StepDialog>
  )
}

interface LinesProps extends Pick<SetFieldsProps, 'schema' | 'nameOf'> {
  previewed: ReturnType<typeof previewOf>
  references: References
}

/** A line per change, refused records first; only those in sight are drawn. */
function Lines({ schema, nameOf, previewed, references }: LinesProps) {
  const host = useHost()
  const { t } = host
  const texts = useMemo(() => editorTexts(schema, host), [schema, host])
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const lines = useMemo(
    () =>
      previewed.flatMap(({ record, changes, refused }) =>
        changes.map((change, index) => ({ record, change, refused: index === 0 ? refused : [] })),
      ),
    [previewed],
  )
  const [rowPx] = useState(() => (matchMedia('(min-width: 48rem)').matches ? linePx.wide : linePx.narrow))
  const virtual = useVirtualRows({ count: lines.length, active: 0, frame, rowPx })
  const textOf = (record: ServedRecord, pointer: string, value: unknown): string =>
    valueText({ schema, texts, references }, { record, pointer, value })
  const refusal = (error: FieldError): string => fieldErrorText(host, error)
  if (lines.length === 0) return null
  return (
    <chakra.div
      ref={setFrame}
      role="table"
      aria-label={t('editor.set.table')}
      aria-rowcount={lines.length}
      tabIndex={0}
      maxH="50vh"
      overflowY="auto"
      borderWidth="1px"
      borderColor="border"
      borderRadius="md"
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          if (!line) return null
          const { record, change, refused } = line
          return (
            <div key={index} style={{ position: 'absolute', insetInline: 0, top: start }}>
              <Line role="row" data-refused={refused.length > 0 ? '' : undefined}>
                <chakra.span role="cell" fontWeight="medium" title={nameOf(record)}>
                  {nameOf(record)}
                </chakra.span>
                <chakra.span role="cell" hideBelow="md">
                  {texts.place(change.pointer)}
                </chakra.span>
                <chakra.span role="cell" title={refused.map(refusal).join(' ')}>
                  {refused.length > 0 ? (
                    refused.map(refusal).join(' ')
                  ) : (
                    <Change change={change} textOf={(value) => textOf(record, change.pointer, value)} />
                  )}
                </chakra.span>
              </Line>
            </div>
          )
        })}
      </div>
    </chakra.div>
  )
}

function Change({ change: { before, after }, textOf }: { change: PreviewedChange; textOf: (value: unknown) => string }) {
  return (
    <>
      <del>{textOf(before)}</del>
      <ins>{textOf(after)}</ins>
    </>
  )
}
