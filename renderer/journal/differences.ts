/**
 * A difference between two stored values: added and removed elements of a list, changed fields of an object. `path` leads from the property
 * inwards (`wan1`, `state`); list elements appear in it by name.
 */
export type Difference =
  | { kind: 'changed'; path: string[]; before: unknown; after: unknown }
  | { kind: 'added'; path: string[]; value: unknown }
  | { kind: 'removed'; path: string[]; value: unknown }

type Obj = Record<string, unknown>

const isObject = (value: unknown): value is Obj => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Names an element of the list at a path. */
export type ElementName = (element: unknown, list: readonly string[]) => string

/** Differences in reading order; none for equal values. Absent, null and empty text are equal. */
export function differences(before: unknown, after: unknown, nameOf: ElementName = (element) => elementName(element)): Difference[] {
  return differencesAt({ before, after, path: [] }, nameOf)
}

interface Pair<T> {
  before: T
  after: T
  path: string[]
}

function differencesAt({ before, after, path }: Pair<unknown>, nameOf: ElementName): Difference[] {
  if ((isEmpty(before) && isEmpty(after)) || JSON.stringify(before) === JSON.stringify(after)) return []
  if (Array.isArray(before) || Array.isArray(after)) return listDifferences({ before: asList(before), after: asList(after), path }, nameOf)
  if (isObject(before) || isObject(after)) return objectDifferences({ before: asObject(before), after: asObject(after), path }, nameOf)
  return [{ kind: 'changed', path, before, after }]
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const asObject = (value: unknown): Obj => (isObject(value) ? value : {})

function objectDifferences({ before, after, path }: Pair<Obj>, nameOf: ElementName): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => differencesAt({ before: before[name], after: after[name], path: [...path, name] }, nameOf))
}

/** Properties that identify list elements; elements without any of them are compared by value. */
const identities = ['oid', 'id', 'identifier', 'name'] as const

function identityOf(element: unknown): string {
  const named = isObject(element) ? identities.find((name) => !isEmpty(element[name])) : undefined
  return named === undefined ? JSON.stringify(element) : `${named}:${String((element as Obj)[named])}`
}

function listDifferences({ before, after, path }: Pair<unknown[]>, nameOf: ElementName): Difference[] {
  const rest = new Map<string, unknown[]>()
  for (const element of before) rest.set(identityOf(element), [...(rest.get(identityOf(element)) ?? []), element])
  const kept: Difference[] = []
  const added: Difference[] = []
  for (const element of after) {
    const old = rest.get(identityOf(element))?.shift()
    if (old === undefined) added.push({ kind: 'added', path, value: element })
    else kept.push(...differencesAt({ before: old, after: element, path: [...path, nameOf(old, path)] }, nameOf))
  }
  const removed = [...rest.values()].flat().map((value): Difference => ({ kind: 'removed', path, value }))
  const all = [...kept, ...removed, ...added]
  return all.length > 0 ? all : [{ kind: 'changed', path, before, after }]
}

/** Properties that name an element, best first; oids mean nothing to a person. */
const naming = ['name', 'identifier', 'ipAddress', 'prefix'] as const
/** Prefix length that completes an address: `10.1.0.0/24`. */
const lengths = ['mask', 'prefixLength'] as const

/** Name of a list element: its name or address, else its values as worded by `textOf`, else its identifier. */
export function elementName(
  element: unknown,
  textOf: (field: string, value: unknown) => string = (_field, value) => String(value),
): string {
  if (!isObject(element)) return String(element)
  const name = naming.find((field) => !isEmpty(element[field]))
  if (name !== undefined) {
    const length = name === 'prefix' || name === 'ipAddress' ? lengths.find((field) => typeof element[field] === 'number') : undefined
    return length === undefined ? textOf(name, element[name]) : `${textOf(name, element[name])}/${String(element[length])}`
  }
  const values = Object.entries(element).filter(([, value]) => !isEmpty(value) && typeof value !== 'object')
  const said = values.filter(([field]) => field !== 'id' && field !== 'oid')
  return (said.length > 0 ? said : values).map(([field, value]) => textOf(field, value)).join(' ')
}
