import { monthAfter } from '../../schemas/vocabulary/months.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Group } from './ledger.ts'

/** A licence group of a tenant. */
export interface Held {
  oid: string
  group: Group
  expirationDate?: string | undefined
  count: number
  /** Month in which the tenant received them. */
  since: string
}

/** Licences of one type and size that a tenant uses. */
export interface Needed {
  licenseType: string
  licenseSize: string
  count: number
  /** Month in which the use began. */
  since: string
}

export interface Holding {
  held: readonly Held[]
  needed: readonly Needed[]
}

/** Number of missing licences by type and size. */
export type Missing = Readonly<Record<string, number>>

/** An event that takes effect at the beginning of a month. */
export interface CalendarEvent {
  month: string
  eventType: 'activation' | 'expiration' | 'breach' | 'report'
  /** The licence group; absent for a breach and a report, which concern the tenant. */
  oid?: string
  name?: string
  details: Rec
}

const keyOf = (type: string, size: string): string => `${type}|${size}`

/** Counts the licences that are missing in a month. */
export function missingIn(month: string, { held, needed }: Holding): Missing {
  const rest = new Map<string, number>()
  const add = (type: string, size: string, count: number): void => {
    rest.set(keyOf(type, size), (rest.get(keyOf(type, size)) ?? 0) + count)
  }
  for (const one of held)
    if (stateIn(month, one) === 'running' || one.group.startDate === undefined) add(one.group.licenseType, one.group.licenseSize, one.count)
  for (const { licenseType, licenseSize, count } of needed) add(licenseType, licenseSize, -count)
  return Object.fromEntries([...rest].flatMap(([key, count]) => (count < 0 ? [[key, -count]] : [])))
}

/** Returns the types and sizes that are missing now and were not before. */
export function breachesSince(before: Missing, now: Missing): { licenseType: string; licenseSize: string; count: number }[] {
  return Object.entries(now).flatMap(([key, count]) => {
    const [licenseType = '', licenseSize = ''] = key.split('|')
    return (before[key] ?? 0) > 0 ? [] : [{ licenseType, licenseSize, count }]
  })
}

/**
 * Computes the events after the month `recorded` up to `until`, in order, while only time passed. An empty `recorded` starts with the
 * first licence. Licences count from the month after the one in which they came (`since`).
 */
export function calendarEvents(
  { held, needed }: Holding,
  { recorded, missing, until }: { recorded: string; missing: Missing; until: string },
): { events: CalendarEvent[]; missing: Missing } {
  const events: CalendarEvent[] = []
  let before = missing
  let month = monthAfter(recorded === '' ? firstOf([...held, ...needed], until) : recorded, 1)
  for (; month !== undefined && month <= until; month = monthAfter(month, 1)) {
    const at = month
    const there: Holding = { held: held.filter(({ since }) => since < at), needed: needed.filter(({ since }) => since < at) }
    const now = missingIn(at, there)
    events.push(...turns(at, there.held))
    for (const breach of breachesSince(before, now))
      events.push({ month: at, eventType: 'breach', name: breach.licenseType, details: breach })
    events.push(...report(at, there.held, now))
    before = now
  }
  return { events, missing: before }
}

function firstOf(things: readonly { since: string }[], until: string): string {
  return things.reduce((first, { since }) => (since < first ? since : first), until)
}

function stateIn(month: string, { group: { startDate }, expirationDate }: Held): 'notStarted' | 'running' | 'expired' {
  if (startDate === undefined || startDate > month) return 'notStarted'
  return expirationDate !== undefined && expirationDate < month ? 'expired' : 'running'
}

/** Activations of groups that start in the month, and expirations of those that ended with the previous one. */
function turns(month: string, held: readonly Held[]): CalendarEvent[] {
  return held.flatMap(({ oid, group, expirationDate, count }): CalendarEvent[] => {
    const { licenseType, licenseSize, startDate, duration } = group
    const event = { month, oid, name: licenseType, details: { licenseType, licenseSize, startDate, duration, count } }
    return [
      ...(startDate === month ? [{ ...event, eventType: 'activation' as const }] : []),
      ...(monthAfter(expirationDate, 1) === month ? [{ ...event, eventType: 'expiration' as const }] : []),
    ]
  })
}

/** The tenant's report for the first day of a month; none if it has only expired licences and misses none. */
function report(month: string, held: readonly Held[], missing: Missing): CalendarEvent[] {
  const counts = { notStarted: 0, running: 0, expired: 0 }
  for (const one of held) counts[stateIn(month, one)] += one.count
  const short = Object.values(missing).reduce((sum, count) => sum + count, 0)
  return counts.notStarted + counts.running + short === 0
    ? []
    : [{ month, eventType: 'report', details: { month, ...counts, missing: short } }]
}
