import { LRUCache } from 'lru-cache'
import { cacheFigures, type CacheFigures } from './cache-metrics.ts'
import { CACHE_LIMITS, type CacheName } from './limits.ts'

/** Remembers values by key, as many as `limits.ts` says; whatever was not used for longest makes room. */
export class Cache<V extends NonNullable<unknown>> {
  readonly #figures: CacheFigures
  readonly #entries: LRUCache<string, V>

  constructor(name: CacheName) {
    const figures = cacheFigures(name)
    this.#figures = figures
    this.#entries = new LRUCache<string, V>({
      max: CACHE_LIMITS[name],
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') figures.evictions++
      },
    })
    figures.caches.add(new WeakRef(this))
  }

  get size(): number {
    return this.#entries.size
  }

  /** Whether the next new key makes another one go. */
  get isFull(): boolean {
    return this.#entries.size >= this.#entries.max
  }

  /** The value, as long as it `isCurrent`; one that is not is forgotten. */
  get(key: string, isCurrent?: (value: V) => boolean): V | undefined {
    const value = this.#entries.get(key)
    const isFound = value !== undefined && (isCurrent === undefined || isCurrent(value))
    if (isFound) this.#figures.hits++
    else this.#figures.misses++
    if (isFound) return value
    if (value !== undefined) this.#entries.delete(key)
    return undefined
  }

  set(key: string, value: V): void {
    this.#entries.set(key, value)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** All entries as they are now. */
  entries(): [string, V][] {
    return [...this.#entries.entries()]
  }
}
