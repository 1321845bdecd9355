/** The month, `2026-05`, of a moment; months are those of universal time, everywhere the same. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7)
}

/** Number of a month since the year 0; undefined for a text that is none. */
export function monthNumber(month: unknown): number | undefined {
  const [, year, inYear] = typeof month === 'string' ? (/^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? []) : []
  return year === undefined ? undefined : Number(year) * 12 + Number(inYear) - 1
}

/** The month that many months later; undefined where that is none. */
export function monthAfter(month: unknown, months: number): string | undefined {
  const number = monthNumber(month)
  if (number === undefined || !Number.isSafeInteger(months)) return undefined
  const later = number + months
  return `${String(Math.floor(later / 12)).padStart(4, '0')}-${String((later % 12) + 1).padStart(2, '0')}`
}
