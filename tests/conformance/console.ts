import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { BASES, BASES_WITH_VIEWS, upstreamVariable } from '../../server/env/upstreams.ts'
import { leaveAll, moveTo, sharedVisitAs } from '../support/browser/browser.ts'
import { demoWorld } from '../support/service/demo-world.ts'
import { freePort, startService, type RunningService } from '../support/service/service.ts'
import { startStandIn, type StandIn } from './stand-in.ts'

/** The console on a platform that is not ours: this product's service forwards every base path to the stand-in. */
export interface ForeignConsole {
  service: RunningService
  platform: StandIn
}

/** Starts the stand-in, and the built service with every base path forwarded to it and nothing said of its abilities. */
async function startForeignConsole(): Promise<ForeignConsole> {
  const platform = await startStandIn()
  const viewsPort = await freePort()
  const forwards = Object.fromEntries(BASES.map((base) => [upstreamVariable(base), platform.origin]))
  const views = BASES_WITH_VIEWS.length > 0 ? { VIEWS_URL: `http://127.0.0.1:${viewsPort}` } : {}
  const service = await startService({ template: (await demoWorld()).data, env: { ...forwards, ...views } }).catch(
    async (error: unknown) => {
      await platform.dispose()
      throw error
    },
  )
  return { service, platform }
}

/** A console on the stand-in for the tests of a file. */
export interface SharedConsole extends ForeignConsole {
  /** The tab that the tests share, with the platform owner signed in. */
  tab(): Promise<Page>
  /** Opens a page on that tab. */
  open(path: string): Promise<Page>
}

interface SharedConsoleOptions {
  /** Whether a test finds what those before it have changed. @default each finds the platform as it was at the start */
  keepsChanges?: boolean
}

/** Starts the stand-in and the service on it for the tests of a file. */
export function sharedConsole({ keepsChanges = false }: SharedConsoleOptions = {}): SharedConsole {
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
    await Promise.all([started?.service.dispose(), started?.platform.dispose()])
  })
  if (!keepsChanges) beforeEach(() => running().platform.reset())
  const tab = async (): Promise<Page> => (await sharedVisitAs('owner@demo.test', running().service.origin)).page
  return {
    get service() {
      return running().service
    },
    get platform() {
      return running().platform
    },
    tab,
    open: async (path) => {
      const page = await tab()
      await moveTo(page, path)
      return page
    },
  }
}
