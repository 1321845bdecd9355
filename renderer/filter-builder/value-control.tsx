import { chakra } from '@chakra-ui/react'
import { useState, type FormEvent } from 'react'
import { instantsOfWall } from '../../schemas/vocabulary/wall-clock.ts'
import { periodNames, periodOf } from '../../schemas/filter/period.ts'
import { candidateFilter, labelOf } from '../data/filters/candidate-filter.ts'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Checkbox } from '../parts/controls/checkbox.tsx'
import { TextInput } from '../parts/controls/controls.tsx'
import { readerZone } from '../parts/text/time-zone.ts'
import { useCandidates } from '../widgets/use-candidates.ts'
import { ChoiceList, narrowed, type Choice } from './choice-list.tsx'
import { periodWords, valueWords } from './condition-words.ts'
import type { FilterField } from './filter-fields.ts'
import type { ComparisonName } from './operators.ts'

interface ValueControlProps {
  field: FilterField
  name: ComparisonName
  values: readonly string[]
  onSet: (values: string[]) => void
}

/** The control for the value of a condition; a choice holds at once, what is typed with Enter. */
export function ValueControl(props: ValueControlProps) {
  const { field, name } = props
  if (name === 'within') return <PeriodChoice {...props} />
  if (field.kind === 'options') return name === 'oneOf' ? <SeveralOptions {...props} /> : <OptionChoice {...props} />
  if (field.kind === 'reference' && name !== 'contains') return <RecordChoice {...props} />
  return <TypedValue {...props} />
}

const optionsOf = ({ property }: FilterField): string[] => (property.enum ?? [true, false]).filter((one) => one !== null).map(String)

function OptionChoice({ field, onSet }: ValueControlProps) {
  const host = useHost()
  const [term, setTerm] = useState('')
  const choices = optionsOf(field).map((id): Choice => ({ id, text: valueWords(host, field, id) }))
  return (
    <ChoiceList
      label={host.t('filter.value.search')}
      term={term}
      onTerm={setTerm}
      choices={narrowed(choices, term)}
      nothing={host.t('filter.nothing')}
      onPick={({ id }) => onSet([id])}
    />
  )
}

function SeveralOptions({ field, values, onSet }: ValueControlProps) {
  const host = useHost()
  const [chosen, setChosen] = useState<readonly string[]>(values)
  const options = optionsOf(field)
  return (
    <chakra.form
      display="grid"
      gap={1}
      onSubmit={submitted(() => chosen.length > 0 && onSet(options.filter((one) => chosen.includes(one))))}
    >
      {options.map((one) => (
        <Checkbox
          key={one}
          checked={chosen.includes(one)}
          onChange={() => setChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])}
        >
          {valueWords(host, field, one)}
        </Checkbox>
      ))}
      <Apply isReady={chosen.length > 0} />
    </chakra.form>
  )
}

function PeriodChoice({ field: { kind }, onSet }: ValueControlProps) {
  const host = useHost()
  const [term, setTerm] = useState('')
  const asTyped = periodOf(term.trim())
  const names = [...periodNames, ...(asTyped && !periodNames.some((one) => one === term.trim()) ? [term.trim()] : [])]
  const fitting = names.filter((name) => fits(name, kind))
  const choices = fitting.map((id): Choice => ({ id, text: periodWords(host, id) ?? id }))
  return (
    <ChoiceList
      label={host.t('filter.period.search')}
      term={term}
      onTerm={setTerm}
      choices={asTyped ? choices.filter(({ id }) => id === term.trim()) : narrowed(choices, term)}
      nothing={host.t('filter.period.nothing')}
      onPick={({ id }) => onSet([id])}
    />
  )
}

/** Dates have no hours, months no days. */
function fits(name: string, kind: FilterField['kind']): boolean {
  const unit = periodOf(name)?.unit
  if (kind === 'month') return unit === 'month' || unit === 'year'
  return kind === 'moment' || unit !== 'hour'
}

/** Names of records of the entity that a reference leads to. */
function RecordChoice({ field: { reference }, onSet }: ValueControlProps) {
  const { source, tenant, t } = useHost()
  const [term, setTerm] = useState<string>()
  const { entity = '' } = reference ?? {}
  const label = labelOf(entity)
  const search = async (typed: string) => {
    const filter = candidateFilter({ entity, term: typed }, tenant.oid)
    const { data } = await source.list(entity, { tenantOid: tenant.oid, page: 1, size: 20, ...(filter !== undefined && { filter }) })
    return data.map((record) => ({ value: String(record[label] ?? ''), label: String(record[label] ?? '') }))
  }
  const found = useCandidates(search, true, term)
  const names = found.state === 'found' ? [...new Set(found.candidates.map(({ value }) => value))].filter((name) => name !== '') : []
  return (
    <ChoiceList
      label={t('filter.value.search')}
      term={term ?? ''}
      onTerm={setTerm}
      choices={names.map((name) => ({ id: name, text: name }))}
      nothing={t({ searching: 'filter.searching', failed: 'filter.failed', found: 'filter.nothing' }[found.state])}
      onPick={({ id }) => onSet([id])}
    />
  )
}

const TYPES: Partial<Record<FilterField['kind'], string>> = { number: 'number', moment: 'date', day: 'date', month: 'month' }

function TypedValue({ field, values, onSet }: ValueControlProps) {
  const { t } = useHost()
  const [first = ''] = values
  const isMoment = field.kind === 'moment'
  const [text, setText] = useState(isMoment ? first.slice(0, 10) : first)
  const value = isMoment ? startOfDay(text) : text
  return (
    <chakra.form display="grid" gap={2} onSubmit={submitted(() => value !== '' && onSet([value]))}>
      <TextInput
        ref={focus}
        size="sm"
        type={TYPES[field.kind] ?? 'text'}
        step="any"
        aria-label={t('filter.value')}
        placeholder={t('filter.value')}
        autoComplete="off"
        maxLength={250}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Apply isReady={value !== ''} />
    </chakra.form>
  )
}

/** Days begin by the reader's clock. */
function startOfDay(day: string): string {
  const [first] = instantsOfWall(`${day}T00:00`, readerZone())?.instants ?? []
  return first === undefined ? '' : new Date(first).toISOString()
}

function Apply({ isReady }: { isReady: boolean }) {
  const { t } = useHost()
  return (
    <Button type="submit" size="sm" variant="primary" aria-disabled={!isReady}>
      {t('filter.apply')}
    </Button>
  )
}

const focus = (box: HTMLInputElement | null) => box?.focus()

const submitted = (run: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  run()
}
