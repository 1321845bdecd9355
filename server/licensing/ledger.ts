import { monthNumber } from '../../schemas/vocabulary/months.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'

/** Key of a tenant's licence group. Without a start date there is no duration either. */
export interface Group {
  licenseType: string
  licenseSize: string
  startDate?: string
  duration?: number
}

/** A change of a tenant's group: licences added, or removed if negative. */
export interface Booking {
  tenantOid: string
  group: Group
  count: number
}

/** The command verbs on licences. */
export type Verb = 'add' | 'edit' | 'split' | 'delete' | 'assign' | 'unassign'

/** Bookings of a command, if its record is complete. Except for additions and deletions, what leaves one group goes to another. */
export function bookingsOf(verb: Verb, record: Rec): Booking[] {
  const group = groupOf(record['group'] as Rec)
  const tenantOid = String(record['tenantId'])
  const count = Number(record['count'])
  const away: Booking = { tenantOid, group, count: -count }
  switch (verb) {
    case 'add':
      return [{ tenantOid, group, count }]
    case 'delete':
      return [away]
    case 'edit':
      return [away, { tenantOid, group: movedGroup(record), count }]
    case 'split':
      return [away, ...parts(group, String(record['splitPoint'])).map((part) => ({ tenantOid, group: part, count }))]
    case 'assign':
    case 'unassign':
      return [away, { tenantOid: String(record['assignTo']), group, count }]
  }
}

/** Reads a group from sent or stored values; empty values are absent, and a missing size is NA. */
export function groupOf({ licenseType, licenseSize, startDate, duration }: Rec): Group {
  const isTimed = typeof startDate === 'string' && startDate !== '' && typeof duration === 'number'
  return {
    licenseType: String(licenseType),
    licenseSize: typeof licenseSize === 'string' && licenseSize !== '' ? licenseSize : 'NA',
    ...(isTimed && { startDate, duration }),
  }
}

function movedGroup({ moveToType, updateToSize, moveToDate, updateToDuration }: Rec): Group {
  return groupOf({ licenseType: moveToType, licenseSize: updateToSize, startDate: moveToDate, duration: updateToDuration })
}

/** Splits a group's term into the months before the split point and those from it on. */
function parts(group: Group, splitPoint: string): Group[] {
  const [from, at] = [monthNumber(group.startDate), monthNumber(splitPoint)]
  if (from === undefined || at === undefined || group.duration === undefined) throw new Error('a split needs months')
  const first = at - from
  return [
    { ...group, duration: first },
    { ...group, startDate: splitPoint, duration: group.duration - first },
  ]
}

/** A map key for a group. */
export function groupKey({ licenseType, licenseSize, startDate = '', duration = 0 }: Group): string {
  return `${licenseType}|${licenseSize}|${startDate}|${duration}`
}

/** Licence counts by tenant and group. Books a command atomically; no count ever becomes negative. */
export class Ledger {
  private readonly counts = new Map<string, Booking>()

  /** Sets the initial counts. */
  open(stored: readonly Booking[]): void {
    for (const booking of stored) this.counts.set(placeOf(booking), { ...booking })
  }

  count(tenantOid: string, group: Group): number {
    return this.counts.get(placeOf({ tenantOid, group }))?.count ?? 0
  }

  /** Applies the bookings; returns false, changing nothing, if a count would become negative. */
  book(bookings: readonly Booking[]): boolean {
    const needed = new Map<string, number>()
    for (const booking of bookings) {
      const place = placeOf(booking)
      needed.set(place, (needed.get(place) ?? 0) + Math.min(booking.count, 0))
    }
    if ([...needed].some(([place, count]) => (this.counts.get(place)?.count ?? 0) + count < 0)) return false
    for (const booking of bookings) {
      const place = placeOf(booking)
      this.counts.set(place, { ...booking, count: (this.counts.get(place)?.count ?? 0) + booking.count })
    }
    return true
  }

  /** All groups, including those whose count is 0 now. */
  all(): Booking[] {
    return [...this.counts.values()]
  }
}

/** A map key for a tenant's group. */
export function placeOf({ tenantOid, group }: Pick<Booking, 'tenantOid' | 'group'>): string {
  return `${tenantOid}|${groupKey(group)}`
}
