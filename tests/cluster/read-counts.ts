import { COPIES } from './places.ts'

/** Reads that a standby may answer, by who did. */
export interface ReadCounts {
  standby: number
  primary: number
}

/** Reads of all copies. */
export interface CountedReads {
  /** Reads so far. */
  now(): ReadCounts
  end(): void
}

const EVERY_MS = 500

/** Adds up what every copy counts, also of copies that end: what one has counted in its last half second is missing. */
export function countReads(): CountedReads {
  const sum: ReadCounts = { standby: 0, primary: 0 }
  const last = new Map<string, ReadCounts>()
  const look = async (copy: string): Promise<void> => {
    const answer = await fetch(`http://${copy}:8080/metrics`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (answer?.ok !== true) return
    const counts = readCountsIn(await answer.text())
    const grown = grownBy(last.get(copy), counts)
    sum.standby += grown.standby
    sum.primary += grown.primary
    last.set(copy, counts)
  }
  const timer = setInterval(() => void Promise.all(COPIES.map((copy) => look(copy).catch(() => undefined))), EVERY_MS)
  return { now: () => ({ ...sum }), end: () => clearInterval(timer) }
}

/** The counts in metrics in Prometheus' text format. */
export function readCountsIn(metrics: string): ReadCounts {
  const counts: ReadCounts = { standby: 0, primary: 0 }
  for (const [, where, value] of metrics.matchAll(/^standby_reads_total\{where="(standby|primary)"[^}]*\} (\d+)$/gm))
    counts[where as keyof ReadCounts] += Number(value)
  return counts
}

/** What a copy has counted since; one that counts less than before was started again. */
export function grownBy(before: ReadCounts | undefined, now: ReadCounts): ReadCounts {
  if (before === undefined || now.standby < before.standby || now.primary < before.primary) return now
  return { standby: now.standby - before.standby, primary: now.primary - before.primary }
}
