import { FilterError, isGroup, parseFilter, type Filter } from '../filter/parse-filter.ts'
import { writeFilter } from '../filter/write-filter.ts'
import { filterPrefix } from '../filter/filter-prefix.ts'
import type { ColumnChoice } from '../list-views.ts'
import type { EntitySchema } from '../vocabulary/types.ts'
import { declarationsOf, placeOf } from './earlier-places.ts'

/** Reads what people kept of a list before its fields and tabs were renamed. */
export interface EarlierListNames {
  /** An address or a remembered state with the present names of tab and fields; those of options are up to the filters. */
  params: (params: URLSearchParams) => URLSearchParams
  /** The columns that a person chose, by the present names of their fields. */
  choice: (choice: ColumnChoice) => ColumnChoice
  /** Widths that the grid fitted, likewise. */
  widths: (widths: Readonly<Record<string, number>>) => Record<string, number>
}

/** Conditions under the present names of their fields; what is no filter stays as it is. */
function presentWhere(where: string, presentField: (field: string) => string): string {
  try {
    return writeFilter(renamed(parseFilter(where), presentField, []))
  } catch (error) {
    if (error instanceof FilterError) return where
    throw error
  }
}

/** `around`: segments of the list in whose elements selectors begin. */
function renamed(filter: Filter, presentField: (field: string) => string, around: readonly string[]): Filter {
  if (isGroup(filter)) return { kind: filter.kind, parts: filter.parts.map((part) => renamed(part, presentField, around)) }
  const segments = presentField([...around, ...filter.selector.split('.')].join('/')).split('/')
  const isWithin = around.every((step, index) => step === segments[index])
  const selector = isWithin ? segments.slice(around.length).join('.') : filter.selector
  if (filter.kind === 'comparison') return { ...filter, selector }
  const list = [...around, ...selector.split('.').filter((step) => step !== '*'), '*']
  return { ...filter, selector, filter: renamed(filter.filter, presentField, list) }
}

/** Reads earlier names of a list's tabs and fields. */
export function earlierListNames(schema: EntitySchema): EarlierListNames {
  const declared = declarationsOf(schema)
  const tabs = schema['x-former']?.tabs ?? {}
  const presentField = (field: string): string => (declared === undefined ? field : placeOf(field.split('/'), declared).segments.join('/'))
  const renamedKeys = <T>(values: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [presentField(field), value]))
  return {
    params(params) {
      const present = new URLSearchParams()
      for (const [name, value] of params) {
        if (name === 'tab') present.set(name, Object.hasOwn(tabs, value) ? (tabs[value] ?? 'all') : value)
        else if (name === 'where') present.set(name, presentWhere(value, presentField))
        else if (name === 'group') present.set(name, presentField(value))
        else if (name === 'sort')
          present.set(
            name,
            value.replace(/^(-?)(.*)$/s, (_all, sign: string, field: string) => sign + presentField(field)),
          )
        else if (name.startsWith(filterPrefix)) present.set(filterPrefix + presentField(name.slice(filterPrefix.length)), value)
        else present.append(name, value)
      }
      return present
    },
    widths: renamedKeys,
    choice: (choice) => ({
      order: choice.order.map(presentField),
      shown: renamedKeys(choice.shown),
      widths: renamedKeys(choice.widths),
      pinned: renamedKeys(choice.pinned),
    }),
  }
}
