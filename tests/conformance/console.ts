import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { BASES, BASES_WITH_VIEWS, upstreamVariable } from '../../server/env/upstreams.ts'
import { leaveAll, moveTo, sharedVisitAs, signInAs, type Visitor } from '../support/browser/browser.ts'
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

/** A console on the stand-in for the tests of a file. */
export interface SharedConsole extends Pick<ForeignConsole, 'service' | 'platform'> {
  /** Opens a page of the platform owner on the tab that the tests share. */
  open(path: string): Promise<Page>
}

/** Starts the stand-in and the service on it for the tests of a file; each test finds the platform as it was at the start. */
export function sharedConsole(): SharedConsole {
  let started: ForeignConsole | undefined
  const running = (): ForeignConsole => {
    if (!started) throw new Error('The stand-in starts with the first test of the file')
    return started
  }
  beforeAll(async () => {
    started = await startForeignConsole()
  })
  afterAll(async () => {
    await leaveAll()
    await started?.dispose()
  })
  beforeEach(() => running().platform.reset())
  return {
    get service() {
      return running().service
    },
    get platform() {
      return running().platform
    },
    open: async (path) => {
      const { page } = await sharedVisitAs('owner@demo.test', running().service.origin)
      await moveTo(page, path)
      return page
    },
  }
}
