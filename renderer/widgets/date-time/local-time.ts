const two = (value: number): string => String(value).padStart(2, '0')

/** ISO 8601 to what a `datetime-local` box shows, in the reader's zone; empty for no or a broken date. */
export function toLocal(iso: unknown): string {
  const date = typeof iso === 'string' ? new Date(iso) : undefined
  if (!date || Number.isNaN(date.getTime())) return ''
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** What a `datetime-local` box holds to ISO 8601; `undefined` for an empty box. */
export function toIso(local: string): string | undefined {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
