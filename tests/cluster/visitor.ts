import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'
import { findBrowser } from '../../scripts/tooling/browser.mjs'
import { PLATFORM_OID } from '../../server/domain/platform.ts'
import { PUBLIC_URL } from './copies.ts'
import type { Sample } from './samples.ts'

/** A person at the console. */
export interface Visitor {
  samples: Sample[]
  end(): Promise<void>
}

const PAGE_TIMEOUT_MS = 20_000
const PAUSE_MS = 2_000

/** Signs in, and opens the list of partners again and again. A list without rows after 20 s is an error. */
export async function startVisitor(): Promise<Visitor> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-quic'] })
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(PUBLIC_URL)
  await page.getByRole('button', { name: 'owner@demo.test' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/oidc'))
  await page.locator('main h1').first().waitFor()
  const samples: Sample[] = []
  let isEnding = false
  const look = async (): Promise<void> => {
    while (!isEnding) {
      const startedMs = Date.now()
      const error = await openList()
      samples.push({ atMs: Date.now(), tookMs: Date.now() - startedMs, ...(error !== undefined && { error, isTold: true }) })
      await sleep(PAUSE_MS)
    }
  }
  const openList = async (): Promise<string | undefined> => {
    try {
      await page.goto(`${PUBLIC_URL}/oid/${PLATFORM_OID}/admin/partners`, { timeout: PAGE_TIMEOUT_MS })
      await page.getByRole('row').nth(1).waitFor({ timeout: PAGE_TIMEOUT_MS })
      return undefined
    } catch (error) {
      const shown = await page
        .locator('body')
        .innerText({ timeout: 1_000 })
        .catch(() => '')
      return `page: ${(error as Error).message.split('\n')[0]} It shows: ${shown.replaceAll(/\s+/g, ' ').slice(0, 300)}`
    }
  }
  const running = look()
  return {
    samples,
    async end() {
      isEnding = true
      await running
      await browser.close()
    },
  }
}
