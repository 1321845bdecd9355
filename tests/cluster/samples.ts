/** What became of one call of a client. */
export interface Sample {
  /** When it ended. */
  atMs: number
  tookMs: number
  /** Absent: as expected. */
  error?: string
  /** Whether the refusal said what is wrong, and when to try again: a problem document with `Retry-After`. */
  isTold?: boolean
}

/** How an event looked from outside. */
export interface Outlook {
  calls: number
  errors: number
  /** Errors by kind. */
  kinds: Record<string, number>
  untold: number
  p99Ms: number
  /** From the start of the event to the end of the last second with an error or with slow calls; 0: there was none. */
  disturbedS: number
  /** The same, from the end of its cause. */
  normalAfterS: number
  /** The same, from the promotion of a new primary. */
  normalAfterPromotionS?: number
}

/** An event's times. */
export interface Span {
  fromMs: number
  /** When its cause was over. */
  toMs: number
  promotedMs?: number
  /** When the observation ended. */
  endMs: number
}

const SECOND = 1_000

/** The value that 99 of 100 do not exceed; 0 of none. */
export function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? 0
}

/** Sums up the calls of an event; a second is normal if it has calls, none failed, and p99 is at most `limitMs`. */
export function outlookOf(samples: readonly Sample[], { fromMs, toMs, promotedMs, endMs }: Span, limitMs: number): Outlook {
  const within = samples.filter(({ atMs }) => atMs >= fromMs && atMs < endMs)
  const failed = within.filter(({ error }) => error !== undefined)
  const kinds: Record<string, number> = {}
  for (const { error = '' } of failed) kinds[error] = (kinds[error] ?? 0) + 1
  const normalMs = lastBadMs(within, { fromMs, endMs }, limitMs)
  const after = (ms: number): number => Math.max(0, (normalMs - ms) / SECOND)
  return {
    calls: within.length,
    errors: failed.length,
    kinds,
    untold: failed.filter(({ isTold }) => isTold !== true).length,
    p99Ms: Math.round(p99(within.map(({ tookMs }) => tookMs))),
    disturbedS: after(fromMs),
    normalAfterS: after(toMs),
    ...(promotedMs !== undefined && { normalAfterPromotionS: after(promotedMs) }),
  }
}

/** End of the last second that was not normal: exact for a failed call; the start of the span if all were normal. */
function lastBadMs(samples: readonly Sample[], { fromMs, endMs }: Pick<Span, 'fromMs' | 'endMs'>, limitMs: number): number {
  const seconds = new Map<number, Sample[]>()
  for (const sample of samples) {
    const second = Math.floor((sample.atMs - fromMs) / SECOND)
    seconds.set(second, [...(seconds.get(second) ?? []), sample])
  }
  for (let second = Math.floor((endMs - fromMs) / SECOND) - 1; second >= 0; second--) {
    const calls = seconds.get(second) ?? []
    const isNormal =
      calls.length > 0 && calls.every(({ error }) => error === undefined) && p99(calls.map(({ tookMs }) => tookMs)) <= limitMs
    if (isNormal) continue
    const bad = calls.filter(({ error, tookMs }) => error !== undefined || tookMs > limitMs)
    return bad.length === 0 ? fromMs + (second + 1) * SECOND : Math.max(...bad.map(({ atMs }) => atMs))
  }
  return fromMs
}
