import { callbackify } from 'node:util'
import type { FastifyRateLimitStore, RateLimitPluginOptions } from '@fastify/rate-limit'
import type { RateCounts } from './rate-counts.ts'

type Child = Parameters<FastifyRateLimitStore['child']>[0]

/** The store that limits are kept in: counted over all copies of the service. */
export function rateStore(counts: RateCounts): NonNullable<RateLimitPluginOptions['store']> {
  return class Store implements FastifyRateLimitStore {
    /** Routes with a limit of their own are counted by themselves. */
    #route = ''

    incr(caller: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], ...limit: [windowMs?: number, max?: number]): void {
      const [windowMs = 60_000, max = 0] = limit
      callbackify(() => counts.count(`${this.#route} ${caller}`, { max, windowMs }))(callback)
    }

    child(options: Child): Store {
      const { method, url } = (options as { routeInfo?: { method?: unknown; url?: unknown } }).routeInfo ?? {}
      const store = new Store()
      store.#route = `${String(method)} ${String(url)}`
      return store
    }
  }
}
