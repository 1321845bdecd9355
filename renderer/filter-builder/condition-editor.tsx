import { chakra } from '@chakra-ui/react'
import { ChevronLeft } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { Filter } from '../../schemas/filter/parse-filter.ts'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { NativeSelect } from '../parts/controls/controls.tsx'
import { ChoiceList, narrowed, type Choice } from './choice-list.tsx'
import { comparisonWords, fieldWords } from './condition-words.ts'
import { elementFields, withInner, type FilterField } from './filter-fields.ts'
import { comparisonOf, comparisonsOf, isOfEmptiness, type ComparisonName } from './operators.ts'
import { ValueControl } from './value-control.tsx'

/** A condition that is changed: what it is about, and how it compares. */
export interface StartedCondition {
  field: FilterField
  name: ComparisonName
  values: readonly string[]
}

interface ConditionEditorProps {
  fields: readonly FilterField[]
  /** The record whose fields these are; its words stand above them. @default that of the list */
  record?: FilterField
  /** @default a new one */
  start?: StartedCondition | undefined
  onSet: (condition: Filter) => void
}

/** Asks what a condition is about, how it compares, and with what. */
export function ConditionEditor({ fields, record: of, start, onSet }: ConditionEditorProps) {
  const [field, setField] = useState(start?.field)
  const [record, setRecord] = useState<FilterField>()
  const { t } = useHost()
  if (record !== undefined)
    return (
      <chakra.div display="grid" gap={1} p={2}>
        <Back onBack={() => setRecord(undefined)}>{fieldWords(record)}</Back>
        <ConditionEditor fields={record.inner ?? []} record={record} onSet={onSet} />
      </chakra.div>
    )
  if (field === undefined) return <FieldChoice fields={fields} known={of?.words.length ?? 0} onPick={setField} onRecord={setRecord} />
  if (field.kind === 'elements') {
    const wrap = (filter: Filter): Filter => ({ kind: 'elements', selector: field.selector, operator: '=any=', filter, at: 0 })
    return (
      <chakra.div display="grid" gap={1} p={2}>
        <Back onBack={() => setField(undefined)}>{fieldWords(field)}</Back>
        <ConditionEditor fields={elementFields(field)} onSet={(filter) => onSet(wrap(filter))} />
      </chakra.div>
    )
  }
  return (
    <chakra.div display="grid" gap={2} p={2}>
      <Back onBack={() => setField(undefined)}>{fieldWords(field)}</Back>
      <Comparing
        key={field.selector}
        field={field}
        start={start?.field === field ? start : undefined}
        onSet={onSet}
        label={t('filter.how')}
      />
    </chakra.div>
  )
}

interface FieldChoiceProps {
  fields: readonly FilterField[]
  /** First words of each that stand above the list. */
  known: number
  onPick: (field: FilterField) => void
  /** Called with a reference whose record has the field that is looked for. */
  onRecord: (reference: FilterField) => void
}

/** Fields of records that references lead to stand behind one line each; a search looks into them, too. */
function FieldChoice({ fields, known, onPick, onRecord }: FieldChoiceProps) {
  const { t } = useHost()
  const [term, setTerm] = useState('')
  const isSearched = term.trim() !== ''
  const choices = useMemo(
    () =>
      (isSearched ? withInner(fields) : fields).flatMap((field) => [
        choiceOf(field, field.words.slice(known)),
        ...(field.inner && !isSearched ? [choiceOf(field, [...field.words.slice(known), t('filter.ofRecord')], 'record')] : []),
      ]),
    [fields, known, isSearched, t],
  )
  const pick = (id: string) => {
    const all = withInner(fields)
    const field = all.find((one) => id === keyOf(one))
    const reference = all.find((one) => id === `record ${keyOf(one)}`)
    if (field) onPick(field)
    else if (reference) onRecord(reference)
  }
  return (
    <chakra.div p={2}>
      <ChoiceList
        label={t('filter.field.search')}
        term={term}
        onTerm={setTerm}
        choices={narrowed(choices, term)}
        nothing={t('filter.field.nothing')}
        onPick={({ id }) => pick(id)}
      />
    </chakra.div>
  )
}

const keyOf = ({ kind, selector }: FilterField): string => `${kind} ${selector}`

function choiceOf(field: FilterField, words: readonly string[], what?: 'record'): Choice {
  return {
    id: what === undefined ? keyOf(field) : `${what} ${keyOf(field)}`,
    text: words.at(-1) ?? '',
    ...(words.length > 1 && { before: words.slice(0, -1).join(' › ') }),
  }
}

function Back({ onBack, children }: { onBack: () => void; children: string }) {
  const { t } = useHost()
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<ChevronLeft aria-hidden />}
      aria-label={t('filter.back', { field: children })}
      justifyContent="flex-start"
      height="auto"
      minH="controlSmall"
      whiteSpace="normal"
      textAlign="start"
      lineHeight="short"
      onClick={onBack}
    >
      {children}
    </Button>
  )
}

interface ComparingProps {
  field: FilterField
  label: string
  start: StartedCondition | undefined
  onSet: (condition: Filter) => void
}

function Comparing({ field, label, start, onSet }: ComparingProps) {
  const host = useHost()
  const id = useId()
  const names = field.kind === 'elements' ? [] : comparisonsOf[field.kind]
  const [name, setName] = useState<ComparisonName>(start?.name ?? names[0] ?? 'is')
  const isEmptiness = isOfEmptiness(name)
  const set = (values: readonly string[]) => {
    const selector = isEmptiness ? (field.reference?.selector ?? field.selector) : field.selector
    onSet({ kind: 'comparison', selector, at: 0, ...comparisonOf(name, values) })
  }
  return (
    <>
      <NativeSelect id={id} size="sm" aria-label={label} value={name} onChange={(event) => setName(event.target.value as ComparisonName)}>
        {names.map((one) => (
          <option key={one} value={one}>
            {comparisonWords(host, one, field.kind)}
          </option>
        ))}
      </NativeSelect>
      {isEmptiness ? (
        <Button size="sm" variant="primary" onClick={() => set([])}>
          {host.t('filter.apply')}
        </Button>
      ) : (
        <ValueControl key={name} field={field} name={name} values={start?.name === name ? start.values : []} onSet={set} />
      )}
    </>
  )
}
