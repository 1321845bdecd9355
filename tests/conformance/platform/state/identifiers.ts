/** Oids have the form of UUIDs; the group tells what they belong to. */
export const oidOf =
  (group: number) =>
  (number: number): string =>
    `0190c0de-${String(group).padStart(4, '0')}-7000-8000-${String(number).padStart(12, '0')}`

/** Everything of an overlay has short identifiers of no particular form: the specifications print none. */
export const idOf =
  (prefix: string) =>
  (number: number): string =>
    `${prefix}-${number}`

/** A month from now, e.g. `2026-01`. */
export function monthFromNow(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
}

/** Months after a month; negative ones before it. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The months from one month to another. */
export function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number)
  return (toYear - fromYear) * 12 + toMonth - fromMonth
}

/** A moment before now. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
