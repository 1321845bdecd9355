import { valueAt } from '../../vocabulary/paths/pointer.ts'
import { overlaps, type UserValue } from './layers.ts'

type Values = Map<string, UserValue>

/** What a person entered, by pointer. */
export interface UserValues {
  /** Lists and map entries that the person added, removed or moved, as they are in the base. */
  lists: Values
  values: Values
}

/** Whether a user value is at a place or below it. */
const isWithin = (own: UserValue, segments: readonly string[]): boolean =>
  own.segments.length >= segments.length && overlaps(own.segments, segments)

/** Removes the user values below a place. */
export function forgetInside(owns: Values, segments: readonly string[]): void {
  for (const [pointer, own] of owns) if (own.segments.length > segments.length && isWithin(own, segments)) owns.delete(pointer)
}

/** Removes and returns the user values at and below a place, except for the one that the person is changing. */
export function takeInside({ lists, values }: UserValues, segments: readonly string[], current?: readonly string[]): UserValues {
  const take = (owns: Values): Values => {
    const found = new Map([...owns].filter(([, own]) => isWithin(own, segments) && !(current && overlaps(own.segments, current))))
    for (const pointer of found.keys()) owns.delete(pointer)
    return found
  }
  return { lists: take(lists), values: take(values) }
}

/** Adds user values that do not count for now. */
export function addInactive(to: UserValues, added: UserValues): void {
  for (const kind of ['lists', 'values'] as const)
    for (const [pointer, own] of added[kind]) to[kind].set(pointer, { ...own, active: false })
}

/** Whether there is a user value at, above or below a place. */
export function hasAround({ lists, values }: UserValues, segments: readonly string[]): boolean {
  return [...lists.values(), ...values.values()].some((own) => overlaps(own.segments, segments))
}

/** Whether an active user value determines the value at a place. */
export function isGiven({ lists, values }: UserValues, segments: readonly string[]): boolean {
  for (const list of lists.values()) if (list.active && isWithin(list, segments)) return true
  for (const own of values.values()) {
    if (!own.active || !overlaps(own.segments, segments)) continue
    if (own.segments.length >= segments.length || valueAt(own.value, segments.slice(own.segments.length)) !== undefined) return true
  }
  return false
}

/** Pointers of the active user values and of what actions wrote; none within a list that counts as a whole. */
export function touchedPointers({ lists, values }: UserValues, acted: Iterable<string>): string[] {
  const active = (owns: Values): string[] => [...owns].filter(([, own]) => own.active).map(([pointer]) => pointer)
  const whole = [...active(lists), ...acted]
  const cells = active(values).filter((pointer) => !whole.some((list) => pointer.startsWith(`${list}/`)))
  return [...new Set([...whole, ...cells])]
}
