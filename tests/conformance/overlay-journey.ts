import type { Page } from 'playwright'
import { expect } from 'vitest'
import { button } from '../support/browser/device-pages.ts'
import { moveTo } from '../support/browser/browser.ts'
import { sharedConsole } from './console.ts'
import { all, connect, type Item } from './client/http.ts'
import { OIDS } from './platform/fixtures/tenants.ts'
import type { ReceivedCall, StandIn } from './stand-in.ts'

/** A tenant of the stand-in platform, in the console that stands on it. */
export interface Journey {
  /** The page that the tests of a file share, at an address below the tenant, e.g. `network/externalGateways`. */
  open(path: string): Promise<Page>
  /** Waits for writes to the platform since `open` or the last call of this, and expects the platform to have carried out each. */
  writes(count?: number): Promise<ReceivedCall[]>
  /** The addresses that were read since `open`. */
  reads(): Promise<string[]>
  /** What the platform has stored at an address. */
  stored(path: string): Promise<Item[]>
  platform(): StandIn
}

/** A customer whose overlay is full. */
export const overlayJourney = (): Journey => journeyIn(OIDS.managed)

/** Starts the stand-in and the service on it for the tests of a file. */
export function journeyIn(tenantOid: string): Journey {
  const foreign = sharedConsole({ keepsChanges: true })
  let seen = 0
  let opened = 0
  const fresh = async (): Promise<ReceivedCall[]> => (await foreign.platform.calls()).slice(seen)
  const written = async (): Promise<ReceivedCall[]> => (await fresh()).filter(({ method }) => method !== 'GET')
  return {
    open: async (path) => {
      const page = await foreign.tab()
      seen = opened = (await foreign.platform.calls()).length
      await moveTo(page, `/oid/${tenantOid}/${path}`)
      return page
    },
    writes: async (count = 1) => {
      await expect.poll(async () => (await written()).filter(({ status }) => status !== null).length).toBeGreaterThanOrEqual(count)
      const calls = await written()
      seen = (await foreign.platform.calls()).length
      expect(calls.filter(({ status }) => status === null || status >= 300)).toEqual([])
      return calls
    },
    reads: async () =>
      (await foreign.platform.calls())
        .slice(opened)
        .filter(({ method }) => method === 'GET')
        .map(({ path }) => path),
    stored: async (path) => {
      const call = connect(foreign.platform.origin, 'anybody', tenantOid)
      return all(await call('GET', path))
    },
    platform: () => foreign.platform,
  }
}

/** The records of a call's body. */
export const sent = (call: ReceivedCall | undefined): Item[] => (call?.body as { data: Item[] } | undefined)?.data ?? []

/** A call's method and path. */
export const line = ({ method, path }: ReceivedCall): string => `${method} ${path}`

/** Presses the delete button of an editor twice. */
export async function deleteOpened(page: Page): Promise<void> {
  const deletion = button(page, 'editor.verb.delete')
  await deletion.click()
  await page.getByRole('tooltip').waitFor()
  await deletion.click()
}
