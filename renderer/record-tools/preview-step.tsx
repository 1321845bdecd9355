import { chakra } from '@chakra-ui/react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { FieldError, ServedRecord } from '../../schemas/plan.ts'
import type { RequestError } from '../data/data-source.ts'
import { fieldErrorText } from '../data/error-texts.ts'
import { editorTexts } from '../editor/layout/editor-texts.ts'
import { isWithin } from '../editor/draft/pointer.ts'
import type { References } from '../editor/references/references.ts'
import { useHost } from '../host.tsx'
import { refusedLines } from '../record-actions/chosen-rows.ts'
import { useRowOperation, type RowOperation } from '../record-actions/rows-dialog.tsx'
import { useVirtualRows } from '../widgets/use-virtual-rows.ts'
import type { Preview, SetFieldsProps } from './contract.ts'
import { StepDialog, StepFailure } from './step-dialog.tsx'
import { rowLines, rowName } from './row-texts.ts'
import { rowsOf } from './taken-rows.ts'
import { valueText, type Around } from './value-text.ts'
import { previewOf, refusedPointer, settingPlan, type PreviewedChange } from './setting-plan.ts'

interface PreviewStepProps extends SetFieldsProps {
  title: string
  preview: Preview
  references: References
  onBack: () => void
}

/** Height of a line in pixels; in a narrow window the change stands below the name. */
const linePx = { wide: 32, narrow: 52 }
const wideQuery = '(min-width: 48rem)'

function followWidth(onChange: () => void): () => void {
  const query = matchMedia(wideQuery)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '14rem minmax(10rem, 0.6fr) minmax(0, 1fr)' },
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
  const rowPx = useSyncExternalStore(followWidth, () => (matchMedia(wideQuery).matches ? linePx.wide : linePx.narrow))
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
        <Lines key={rowPx} {...{ schema, nameOf, previewed, references, rowPx }} />
      </chakra.div>
    </StepDialog>
  )
}

interface LinesProps extends Pick<SetFieldsProps, 'schema' | 'nameOf'> {
  previewed: ReturnType<typeof previewOf>
  references: References
  /** Height of a line; mount it anew for another one. */
  rowPx: number
}

/** A line per change, refused records first; only those in sight are drawn. */
function Lines({ schema, nameOf, previewed, references, rowPx }: LinesProps) {
  const host = useHost()
  const { t } = host
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const around = useMemo(() => ({ schema, texts: editorTexts(schema, host), references }), [schema, host, references])
  const lines = useMemo(
    () =>
      previewed.flatMap(({ record, changes, others, refused }) =>
        changes.map((change, index) => ({
          record,
          change,
          isRefused: refused.length > 0,
          // What is about none of the changes stands at the first of them, with its place.
          errors: index === 0 ? [...others, ...change.errors] : change.errors,
        })),
      ),
    [previewed],
  )
  const virtual = useVirtualRows({ count: lines.length, active: 0, frame, rowPx })
  const refusal = (change: PreviewedChange, error: FieldError): string => {
    const text = fieldErrorText(host, error)
    const pointer = refusedPointer(error)
    if (pointer === '' || pointer === change.pointer) return text
    return `${isWithin(pointer, change.pointer) ? around.texts.field(pointer) : around.texts.place(pointer)} – ${text}`
  }
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
          const { record, change, errors, isRefused } = line
          const refused = errors.map((error) => refusal(change, error)).join(' ')
          const place = placeOfChange(around, record, change)
          return (
            <div key={index} style={{ position: 'absolute', insetInline: 0, top: start }}>
              <Line role="row" data-refused={isRefused ? '' : undefined}>
                <chakra.span role="cell" fontWeight="medium" title={nameOf(record)}>
                  {nameOf(record)}
                  <chakra.span hideFrom="md" fontWeight="normal" color="fg.muted">
                    {` · ${place}`}
                  </chakra.span>
                </chakra.span>
                <chakra.span role="cell" hideBelow="md" title={place}>
                  {place}
                </chakra.span>
                <chakra.span role="cell" title={refused === '' ? undefined : refused}>
                  {refused === '' ? <Change change={change} textOf={(value) => changeText(around, { record, change, value })} /> : refused}
                </chakra.span>
              </Line>
            </div>
          )
        })}
      </div>
    </chakra.div>
  )
}

/** Where a change is; a row by its name. */
function placeOfChange(around: Around, record: ServedRecord, { pointer, of, before, after }: PreviewedChange): string {
  const [row] = rowsOf([after ?? before])
  return of && row ? `${around.texts.place(of.pointer)} › ${rowName(around, { ...of, record }, row)}` : around.texts.place(pointer)
}

/** A value of a change; of a row what it says besides its key, where old and new differ. */
function changeText(around: Around, { record, change, value }: { record: ServedRecord; change: PreviewedChange; value: unknown }): string {
  const { pointer, of, before, after } = change
  if (!of) return valueText(around, { record, pointer, value })
  const [row] = rowsOf([value])
  if (!row) return around.texts.value(of.pointer, undefined)
  const among = [before, after].map((one) => rowsOf([one])[0])
  return rowLines(around, { ...of, record }, { row, among }).join(', ') || rowName(around, { ...of, record }, row)
}

function Change({ change: { before, after }, textOf }: { change: PreviewedChange; textOf: (value: unknown) => string }) {
  return (
    <>
      <del>{textOf(before)}</del>
      <ins>{textOf(after)}</ins>
    </>
  )
}
