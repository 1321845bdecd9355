import { useEffect, useEffectEvent, useId, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import { candidateFilter, candidateHint, labelOf } from '../../data/filters/candidate-filter.ts'
import { useHost, type RendererHost } from '../../host.tsx'
import { Combobox } from '../../widgets/combobox.tsx'
import type { Search } from '../../widgets/use-candidates.ts'
import type { SheetModel } from '../sheet/sheet-model.ts'
import type { ChoiceOfCell } from './choice-editor.ts'

/** Number of candidates per search. */
const candidateCount = 10

/** Whether cells of the column are edited by choosing: an option, or the name of a record. */
export function isChoiceColumn(column: CsvMapColumn): boolean {
  return column.enum !== undefined || column.via !== undefined
}

/** Combobox in a cell: letters search, arrow keys move, Enter selects; other text is kept as typed. */
export function CellChoice({ choice, model }: { choice: ChoiceOfCell; model: SheetModel }) {
  const host = useHost()
  const id = useId()
  const { column, place, text, typed, keep, end } = choice
  const labels = model.optionLabels[column.field] ?? {}
  const header = column.headers[host.language] ?? column.id
  const take = (said: string): string => (column.enum ? optionOf(said, column.enum, labels) : said.trim())
  const begun = useEffectEvent((said: string) => keep(take(said)))
  useEffect(() => {
    const box = place.querySelector('input')
    box?.focus()
    if (typed === undefined) box?.select()
    else begun(typed)
  }, [place, typed])
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || event.key === 'Tab') return
    // Keeps the list's keys from the grid.
    event.stopPropagation()
    if (event.key === 'Enter') end(true)
  }
  return createPortal(
    <div role="presentation" onKeyDown={press}>
      <Combobox
        attributes={{ id, name: column.id, 'aria-label': header }}
        label={header}
        t={host.t}
        onBlur={() => end(false)}
        shown={labels[text] ?? text}
        begin={{ typed }}
        search={column.enum ? optionSearch(column, labels, host.t) : recordSearch(host, model, column)}
        onType={(said) => keep(take(said))}
        onPick={({ value }) => {
          keep(value)
          end(true)
        }}
        onLeave={(said) => {
          if (said !== undefined) keep(take(said))
        }}
      />
    </div>,
    place,
  )
}

/** The option with this name, or the only one with this prefix; other text is kept, and the sheet reports it. */
function optionOf(said: string, options: readonly string[], labels: Readonly<Record<string, string>>): string {
  const word = said.trim().toLocaleLowerCase()
  const named = (test: (name: string) => boolean) =>
    options.filter((option) => [option, labels[option] ?? ''].some((name) => test(name.toLocaleLowerCase())))
  const [exact] = named((name) => name === word)
  const begun = word === '' ? [] : named((name) => name.startsWith(word))
  return exact ?? (begun.length === 1 ? begun[0] : undefined) ?? said.trim()
}

function optionSearch(
  { enum: options = [], required }: CsvMapColumn,
  labels: Readonly<Record<string, string>>,
  t: RendererHost['t'],
): Search {
  const all = [
    ...(required ? [] : [{ value: '', label: t('bulk.cell.empty') }]),
    ...options.map((option) => ({ value: option, label: labels[option] ?? option })),
  ]
  const find = async (term: string) => {
    const word = term.trim().toLocaleLowerCase()
    const at = ({ label }: { label: string }): number => label.toLocaleLowerCase().indexOf(word)
    // Prefix matches come first.
    return all.filter((one) => at(one) >= 0).toSorted((a, b) => Number(at(a) > 0) - Number(at(b) > 0))
  }
  return Object.assign(find, { isHere: true })
}

/** Search for a reference column, whose cells hold names of records. */
function recordSearch(host: RendererHost, { schema, tenant }: SheetModel, { field }: CsvMapColumn): Search {
  const { entity, where, near } = fieldAt(schema, field)?.['x-ref'] ?? { entity: '' }
  const label = labelOf(entity)
  return async (term) => {
    const filter = candidateFilter({ entity, term, ...(where && { where }), ...(near && { near }) }, tenant.oid)
    const query = { tenantOid: tenant.oid, page: 1, size: candidateCount, sort: { by: label, order: 'asc' as const } }
    const { data } = await host.source.list(entity, { ...query, ...(filter !== undefined && { filter }) })
    return data.map((record) => {
      const name = String(record[label] ?? record.oid)
      const hint = candidateHint(host, entity, record)
      return { value: name, label: name, ...(hint !== undefined && { hint }) }
    })
  }
}
