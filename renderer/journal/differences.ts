/**
 * What differs between two stored values, element by element: a list says what came and went, an object which of its
 * fields changed. `path` leads from the property inwards (`wan1`, `state`); elements of a list are named by what names them.
 */
export type Difference =
  | { kind: 'changed'; path: string[]; before: unknown; after: unknown }
  | { kind: 'added'; path: string[]; value: unknown }
  | { kind: 'removed'; path: string[]; value: unknown }

type Obj = Record<string, unknown>

const isObject = (value: unknown): value is Obj => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Differences in reading order; none for equal values. Absent, null and empty text are the same nothing. */
export function differences(before: unknown, after: unknown, path: string[] = []): Difference[] {
  if ((isEmpty(before) && isEmpty(after)) || JSON.stringify(before) === JSON.stringify(after)) return []
  if (Array.isArray(before) || Array.isArray(after)) return listDifferences(asList(before), asList(after), path)
  if (isObject(before) || isObject(after)) return objectDifferences(asObject(before), asObject(after), path)
  return [{ kind: 'changed', path, before, after }]
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const asObject = (value: unknown): Obj => (isObject(value) ? value : {})

function objectDifferences(before: Obj, after: Obj, path: string[]): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => differences(before[name], after[name], [...path, name]))
}

/** What tells elements of a list apart; an element without any of these is the same only when it is equal. */
const identities = ['oid', 'id', 'identifier', 'name'] as const

function identityOf(element: unknown): string {
  const named = isObject(element) ? identities.find((name) => !isEmpty(element[name])) : undefined
  return named === undefined ? JSON.stringify(element) : `${named}:${String((element as Obj)[named])}`
}

function listDifferences(before: unknown[], after: unknown[], path: string[]): Difference[] {
  const rest = new Map<string, unknown[]>()
  for (const element of before) rest.set(identityOf(element), [...(rest.get(identityOf(element)) ?? []), element])
  const kept: Difference[] = []
  const added: Difference[] = []
  for (const element of after) {
    const old = rest.get(identityOf(element))?.shift()
    if (old === undefined) added.push({ kind: 'added', path, value: element })
    else kept.push(...differences(old, element, [...path, elementName(element)]))
  }
  const removed = [...rest.values()].flat().map((value): Difference => ({ kind: 'removed', path, value }))
  const all = [...kept, ...removed, ...added]
  return all.length > 0 ? all : [{ kind: 'changed', path, before, after }]
}

/** How an element of a list is called: its name, else what identifies it, else its values. */
export function elementName(element: unknown): string {
  if (!isObject(element)) return String(element)
  const naming = ['name', 'identifier', 'ipAddress', 'prefix', 'id', 'oid'].find((name) => !isEmpty(element[name]))
  if (naming !== undefined) return String(element[naming])
  return Object.values(element)
    .filter((value) => !isEmpty(value) && !isObject(value))
    .map(String)
    .join(' ')
}
