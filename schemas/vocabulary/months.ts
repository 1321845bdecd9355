/** The month of a moment in UTC, e.g. `2026-05`. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7)
}

/** Number of months since year 0; undefined if the text is not a month. */
export function monthNumber(month: unknown): number | undefined {
  const [, year, inYear] = typeof month === 'string' ? (/^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? []) : []
  return year === undefined ? undefined : Number(year) * 12 + Number(inYear) - 1
}

/** Adds months to a month; undefined if either is invalid. */
export function monthAfter(month: unknown, months: number): string | undefined {
  const number = monthNumber(month)
  if (number === undefined || !Number.isSafeInteger(months)) return undefined
  const later = number + months
  return `${String(Math.floor(later / 12)).padStart(4, '0')}-${String((later % 12) + 1).padStart(2, '0')}`
}
