import { declarationsOf, placeOf } from '../../schemas/evolution/earlier-places.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { EarlierListNames } from './earlier-names.ts'
import { filterPrefix } from './filter-prefix.ts'

/** Reads earlier names of a list's tabs and fields. */
export function earlierListNames(schema: EntitySchema): EarlierListNames {
  const declared = declarationsOf(schema)
  const tabs = schema['x-former']?.tabs ?? {}
  const presentField = (field: string): string => (declared === undefined ? field : placeOf(field.split('/'), declared).segments.join('/'))
  const renamed = <T>(values: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [presentField(field), value]))
  return {
    params(params) {
      const present = new URLSearchParams()
      for (const [name, value] of params) {
        if (name === 'tab') present.set(name, Object.hasOwn(tabs, value) ? (tabs[value] ?? 'all') : value)
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
    widths: renamed,
    choice: (choice) => ({
      order: choice.order.map(presentField),
      shown: renamed(choice.shown),
      widths: renamed(choice.widths),
      pinned: renamed(choice.pinned),
    }),
  }
}
