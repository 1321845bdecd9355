import { Counter, Gauge, type Registry } from 'prom-client'
import { CACHE_LIMITS, type CacheName } from './limits.ts'

/** What is known of all caches of one name. Plain numbers, since a cache is asked far more often than its metrics. */
export interface CacheFigures {
  hits: number
  misses: number
  evictions: number
  /** Those that nobody uses any more are gone from here, too. */
  caches: Set<WeakRef<{ size: number }>>
}

const NAMES = Object.keys(CACHE_LIMITS) as CacheName[]
const noFigures = (): CacheFigures => ({ hits: 0, misses: 0, evictions: 0, caches: new Set() })
const figures = Object.fromEntries(NAMES.map((name) => [name, noFigures()])) as Record<CacheName, CacheFigures>

/** The figures of a name, to count in. */
export function cacheFigures(name: CacheName): CacheFigures {
  return figures[name]
}

function entriesOf({ caches }: CacheFigures): number {
  let entries = 0
  for (const reference of caches) {
    const cache = reference.deref()
    if (cache === undefined) caches.delete(reference)
    else entries += cache.size
  }
  return entries
}

function gauge(name: string, help: string, valueOf: (name: CacheName) => number): Gauge<'cache'> {
  return new Gauge({
    name,
    help,
    labelNames: ['cache'] as const,
    registers: [],
    collect() {
      for (const cache of NAMES) this.set({ cache }, valueOf(cache))
    },
  })
}

function counter(name: string, help: string, valueOf: (figures: CacheFigures) => number): Counter<'cache'> {
  return new Counter({
    name,
    help,
    labelNames: ['cache'] as const,
    registers: [],
    collect() {
      this.reset()
      for (const cache of NAMES) this.inc({ cache }, valueOf(figures[cache]))
    },
  })
}

const gauges = [
  gauge('cache_entries', 'Entries of caches.', (name) => entriesOf(figures[name])),
  gauge('cache_max_entries', 'Most entries of caches.', (name) => CACHE_LIMITS[name]),
]
const counters = [
  counter('cache_hits_total', 'Questions that caches had an answer to.', ({ hits }) => hits),
  counter('cache_misses_total', 'Questions that caches had no answer to, or none that was still valid.', ({ misses }) => misses),
  counter('cache_evictions_total', 'Entries that made room for others.', ({ evictions }) => evictions),
]

export function registerCacheMetrics(registry: Registry): void {
  for (const metric of gauges) registry.registerMetric(metric)
  for (const metric of counters) registry.registerMetric(metric)
}
