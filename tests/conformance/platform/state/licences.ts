import { Refusal } from './item.ts'
import { monthAfter, monthFromNow, monthsBetween } from './identifiers.ts'

/** What makes licences of one tenant a group. */
export interface Group {
  licenseType: string
  /** `NA` where there is none: section 3 prints it among the sizes. */
  licenseSize: string
  startDate: string | null
  duration: number | null
}

interface Holding {
  tenantId: string
  group: Group
  count: number
  isPack: boolean
  inUse: number
}

const isSame = (a: Group, b: Group): boolean =>
  a.licenseType === b.licenseType && a.licenseSize === b.licenseSize && a.startDate === b.startDate && a.duration === b.duration

export const isMonth = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(value)

/** Reads a group as it is sent, whole; an Activation needs neither size nor dates. */
export function readGroup(sent: unknown): Group {
  const { licenseType, licenseSize, startDate = null, duration = null } = (sent ?? {}) as Partial<Group>
  if (!licenseType) throw new Refusal(400, ['License: licenseType is mandatory.'])
  const isLasting = licenseType !== 'Activation'
  if (isLasting && !licenseSize) throw new Refusal(400, ['License: licenseSize is mandatory.'])
  if ((isLasting || startDate !== null) && !isMonth(startDate)) throw new Refusal(400, ['License: startDate is a month.'])
  if ((isLasting || duration !== null) && !(Number(duration) >= 1 && Number(duration) <= 72))
    throw new Refusal(400, ['License: duration is from 1 to 72.'])
  return { licenseType, licenseSize: licenseSize || 'NA', startDate, duration }
}

export const expirationOf = ({ startDate, duration }: Group): string | null =>
  startDate === null || duration === null ? null : monthAfter(startDate, duration)

/** By the month: not begun, running, over. */
export function statusOf(group: Group): 'notStarted' | 'running' | 'expired' {
  const now = monthFromNow(0)
  if (group.startDate !== null && group.startDate > now) return 'notStarted'
  const expiration = expirationOf(group)
  return expiration !== null && expiration <= now ? 'expired' : 'running'
}

/** Licences by tenant and group. */
export class Licences {
  #holdings: Holding[] = []

  get all(): Holding[] {
    return this.#holdings
  }

  add(tenantId: string, group: Group, { count = 1, isPack = false, inUse = 0 } = {}): void {
    const known = this.#holdings.find((holding) => holding.tenantId === tenantId && isSame(holding.group, group))
    if (known) known.count += count
    else this.#holdings.push({ tenantId, group, count, isPack, inUse: Math.min(inUse, count) })
  }

  take(tenantId: string, group: Group, count: number): Holding {
    const known = this.#holdings.find((holding) => holding.tenantId === tenantId && isSame(holding.group, group))
    if (!known) throw new Refusal(404, ['There are no licenses of this group.'])
    if (!(count >= 1 && count <= known.count)) throw new Refusal(400, [`License: count is from 1 to ${known.count}.`])
    known.count -= count
    known.inUse = Math.min(known.inUse, known.count)
    this.#holdings = this.#holdings.filter((holding) => holding.count > 0)
    return known
  }

  /** Two groups of one: up to the split point, and from it. */
  split(tenantId: string, group: Group, { count, splitPoint }: { count: number; splitPoint: string }): void {
    const { startDate, duration } = group
    const months = startDate === null ? 0 : monthsBetween(startDate, splitPoint)
    if (startDate === null || duration === null || months <= 0 || months >= duration)
      throw new Refusal(400, ['License: the split point lies between start and expiration.'])
    const { inUse } = this.take(tenantId, group, count)
    this.add(tenantId, { ...group, duration: months }, { count, inUse })
    this.add(tenantId, { ...group, startDate: splitPoint, duration: duration - months }, { count })
  }
}
