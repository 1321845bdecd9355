import { inject } from 'vitest'
import { BASES, BASES_WITH_VIEWS, upstreamVariable } from '../../server/env/upstreams.ts'
import { signInAs, type Visitor } from '../support/browser/browser.ts'
import { freePort, startService, type RunningService } from '../support/service/service.ts'
import { startStandIn, type ReceivedCall, type StandIn } from './stand-in.ts'

/** The console on a platform that is not ours: this product's service forwards every base path to the stand-in. */
export interface ForeignConsole {
  service: RunningService
  platform: StandIn
  /** Signs in as the platform owner and opens a page. */
  open(path: string): Promise<Visitor>
  /** The writes that the platform received since the last call of this. */
  writes(): Promise<ReceivedCall[]>
  dispose(): Promise<void>
}

/** Starts the stand-in, and the built service with every base path forwarded to it and nothing said of its abilities. */
export async function startForeignConsole(): Promise<ForeignConsole> {
  const platform = await startStandIn()
  const viewsPort = await freePort()
  const forwards = Object.fromEntries(BASES.map((base) => [upstreamVariable(base), platform.origin]))
  const views = BASES_WITH_VIEWS.length > 0 ? { VIEWS_URL: `http://127.0.0.1:${viewsPort}` } : {}
  const service = await startService({ template: inject('demoData'), env: { ...forwards, ...views } }).catch(async (error: unknown) => {
    await platform.dispose()
    throw error
  })
  let seen = 0
  return {
    service,
    platform,
    open: (path) => signInAs('owner@demo.test', service.origin + path),
    writes: async () => {
      const all = await platform.calls()
      const fresh = all.slice(seen).filter(({ method }) => method !== 'GET')
      seen = all.length
      return fresh
    },
    dispose: async () => {
      await Promise.all([service.dispose(), platform.dispose()])
    },
  }
}
