import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { registerCacheMetrics } from './cache-metrics.ts'
import { Cache } from './cache.ts'
import { keysOf } from './keys-of.ts'
import { CACHE_LIMITS } from './limits.ts'

const LIMIT = CACHE_LIMITS.slow_plans

function filled(): Cache<number> {
  const cache = new Cache<number>('slow_plans')
  for (let at = 0; at < LIMIT; at++) cache.set(`key ${at}`, at)
  return cache
}

describe('a cache', () => {
  it('never has more entries than its limit, and keeps those used last', () => {
    const cache = filled()
    expect([cache.size, cache.isFull]).toEqual([LIMIT, true])
    expect(cache.get('key 0')).toBe(0)
    cache.set('one more', -1)
    expect(cache.size).toBe(LIMIT)
    expect(cache.get('key 0')).toBe(0)
    expect(cache.get('key 1')).toBeUndefined()
    expect(cache.get('one more')).toBe(-1)
  })

  it('forgets what is no longer valid, and what it is told to', () => {
    const cache = filled()
    expect(cache.get('key 7', (value) => value > 7)).toBeUndefined()
    expect(cache.size).toBe(LIMIT - 1)
    cache.delete('key 8')
    expect(cache.get('key 8')).toBeUndefined()
    expect(cache.entries()).toHaveLength(LIMIT - 2)
  })

  it('tells entries, limit, hits, misses and evictions', async () => {
    const registry = new Registry()
    registerCacheMetrics(registry)
    const value = async (metric: string): Promise<number> =>
      Number(new RegExp(`^${metric}\\{cache="slow_plans"\\} (\\d+)$`, 'm').exec(await registry.metrics())?.[1])
    const counted = () => Promise.all(['cache_hits_total', 'cache_misses_total', 'cache_evictions_total'].map(value))
    const [before, entriesBefore] = [await counted(), await value('cache_entries')]
    const cache = filled()
    cache.set('one more', 1)
    cache.get('one more')
    cache.get('unknown')
    cache.get('one more', () => false)
    expect((await counted()).map((now, at) => now - (before[at] ?? 0))).toEqual([1, 2, 1])
    expect((await value('cache_entries')) - entriesBefore).toBe(LIMIT - 1)
    expect(await value('cache_max_entries')).toBe(LIMIT)
  })

  it('has figures of every name before its first use', async () => {
    const registry = new Registry()
    registerCacheMetrics(registry)
    const text = await registry.metrics()
    for (const [name, limit] of Object.entries(CACHE_LIMITS)) {
      expect(text).toContain(`cache_max_entries{cache="${name}"} ${limit}`)
      expect(text).toMatch(new RegExp(`^cache_evictions_total\\{cache="${name}"\\} \\d+$`, 'm'))
    }
  })

  it('may be shared by several owners, whose keys differ', () => {
    const [one, two] = [{}, {}]
    expect(keysOf(one)).toBe(keysOf(one))
    expect(keysOf(one)).not.toBe(keysOf(two))
  })
})
