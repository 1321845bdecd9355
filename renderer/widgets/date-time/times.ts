import { useSyncExternalStore } from 'react'

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

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const formats = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(language: string): Intl.RelativeTimeFormat {
  const known = formats.get(language)
  if (known) return known
  const made = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  formats.set(language, made)
  return made
}

/** "3 minutes ago", "yesterday", "now" for less than a minute. `now` in milliseconds since 1970. */
export function relativeTime(iso: string, now: number, language: string): string {
  const distance = Date.parse(iso) - now
  if (Number.isNaN(distance)) return iso
  const step = steps.find(([, ms]) => Math.abs(distance) >= ms)
  if (!step) return relativeFormat(language).format(0, 'second')
  return relativeFormat(language).format(Math.trunc(distance / step[1]), step[0])
}

const exactFormats = new Map<string, Intl.DateTimeFormat>()

/** Date and time to the second, in the reader's zone and notation. */
export function exactTime(iso: string, language: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const format = exactFormats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  exactFormats.set(language, format)
  return format.format(date)
}

const stepMs = 30_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = Date.now()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    current = Date.now()
    for (const each of listeners) each()
  }, stepMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time now, in milliseconds since 1970, updated every 30 s by one timer for all callers. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // A clock that nobody watched is old; within a second it answers every render the same.
    if (Date.now() - current > (timer === undefined ? 1000 : stepMs)) current = Date.now()
    return current
  })
}
