import { monthNumber } from '../../schemas/vocabulary/months.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'

/** What names a group of licences of a tenant. Licences without a first month have no duration either. */
export interface Group {
  licenseType: string
  licenseSize: string
  startDate?: string
  duration?: number
}

/** Licences that come to a tenant's group, or leave it. */
export interface Booking {
  tenantOid: string
  group: Group
  count: number
}

/** The group that a command names, and what it makes of the licences. */
export type Verb = 'add' | 'edit' | 'split' | 'delete' | 'assign' | 'unassign'

/** What a command books, as far as its record is whole: everything that leaves one group comes to others, but for additions and deletions. */
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

/** The group of values as they are sent or stored; what is empty is none, and no size is NA. */
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

/** The months until the split point, and those from it on. */
function parts(group: Group, splitPoint: string): Group[] {
  const [from, at] = [monthNumber(group.startDate), monthNumber(splitPoint)]
  if (from === undefined || at === undefined || group.duration === undefined) throw new Error('a split needs months')
  const first = at - from
  return [
    { ...group, duration: first },
    { ...group, startDate: splitPoint, duration: group.duration - first },
  ]
}

/** Text that is the same for the same group. */
export function groupKey({ licenseType, licenseSize, startDate = '', duration = 0 }: Group): string {
  return `${licenseType}|${licenseSize}|${startDate}|${duration}`
}

/** How many licences there are, by tenant and group. Books a command as a whole or not at all; no count is ever below nothing. */
export class Ledger {
  private readonly counts = new Map<string, Booking>()

  /** Counts as they are, to begin with. */
  open(stored: readonly Booking[]): void {
    for (const booking of stored) this.counts.set(placeOf(booking), { ...booking })
  }

  count(tenantOid: string, group: Group): number {
    return this.counts.get(placeOf({ tenantOid, group }))?.count ?? 0
  }

  /** Whether the licences were there. */
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

  /** Every group that was ever seen. */
  all(): Booking[] {
    return [...this.counts.values()]
  }
}

/** Text that is the same for the same group of the same tenant. */
export function placeOf({ tenantOid, group }: Pick<Booking, 'tenantOid' | 'group'>): string {
  return `${tenantOid}|${groupKey(group)}`
}
