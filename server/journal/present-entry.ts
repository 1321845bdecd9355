import { earlierNamesOf, type EarlierNames } from '../../schemas/evolution/earlier-names.ts'
import type { EntryChange } from '../../schemas/plan.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import { formatPointer, parsePointer } from '../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { namedEntity } from '../deprecation/earlier-entities.ts'
import type { Catalogue } from '../entities/model/entity-model.ts'

type Changes = Record<string, Partial<EntryChange>>

/** What of an entry has names that schemas may have changed since. */
interface Written {
  entity: string
  details: Rec & { changes?: Changes }
}

/**
 * An entry as it would be written now: with the present names of entity, fields and options. What is stored and hashed stays as it was. Rights
 * to read fields, labels and inverses follow the present names.
 */
export function presentEntry<T extends Written>(catalogue: Catalogue, entry: T): T {
  const named = namedEntity(catalogue, entry.entity)
  if (named === undefined) return entry
  const { model, isEarlier } = named
  const names = earlierNamesOf(model.schema)
  if (names === undefined) return isEarlier ? { ...entry, entity: model.name } : entry
  const { changes, ...others } = entry.details
  const details = Object.fromEntries(Object.entries(others).map(([name, value]) => presentDetail(name, value, names)))
  return {
    ...entry,
    entity: model.name,
    details: { ...details, ...(changes && { changes: presentChanges(changes, names) }) },
  }
}

/** A field of `x-entity.journalFields`, or its earlier value: `role`, `previousRole`. */
function presentDetail(name: string, value: unknown, names: EarlierNames): [string, unknown] {
  const [, first, rest = ''] = /^previous([A-Z])(.*)$/.exec(name) ?? []
  const field = first === undefined ? name : first.toLowerCase() + rest
  const now = names.place([field]).segments.at(-1) ?? field
  const shown = first === undefined ? now : `previous${now.charAt(0).toUpperCase()}${now.slice(1)}`
  return [shown, names.value([now], value)]
}

function presentChanges(changes: Changes, names: EarlierNames): Changes {
  const side = (which: 'before' | 'after'): Rec => {
    const values = Object.entries(changes).flatMap(([name, change]) =>
      change[which] === undefined ? [] : [[name, change[which]] as const],
    )
    return names.present(Object.fromEntries(values)).record
  }
  const [before, after] = [side('before'), side('after')]
  const about = new Map(Object.entries(changes).map(([name, change]) => [topOf(name, names), { name, change }]))
  const found: Changes = {}
  for (const name of new Set([...about.keys(), ...Object.keys(before), ...Object.keys(after)])) {
    const own = about.get(name)
    // What is left of an object whose only changed field stands elsewhere now.
    const isLeft = own !== undefined && isSame(before[name], after[name]) && !isSame(own.change.before, own.change.after)
    if (isLeft) continue
    found[name] = {
      ...(own && aboutValues(own, names)),
      ...(before[name] !== undefined && { before: before[name] }),
      ...(after[name] !== undefined && { after: after[name] }),
    }
  }
  return found
}

const topOf = (name: string, names: EarlierNames): string => names.place([name]).segments[0] ?? name

/** What a change says besides its values. */
function aboutValues({ name, change }: { name: string; change: Partial<EntryChange> }, names: EarlierNames): Partial<EntryChange> {
  const { before: _before, after: _after, secrets, ...others } = change
  if (secrets === undefined) return others
  const present = secrets.map((pointer) => formatPointer(names.place([name, ...parsePointer(pointer)]).segments.slice(1)))
  return { ...others, secrets: present }
}
