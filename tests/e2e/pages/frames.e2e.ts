import type { Page, Route } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNTS } from '../../../server/demo/tenants/accounts.ts'
import { visitAs, type Visitor } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { attackScript, hostileViews, type StolenData } from '../../support/browser/hostile-views.ts'
import { freePort } from '../../support/service/service.ts'
import { text } from '../../support/browser/texts.ts'
import { viewIn } from '../../support/browser/view-pages.ts'

const ADMIN = 'customer@demo.test'
const hostile = await hostileViews()
const viewsUrl = `http://127.0.0.1:${await freePort()}`
const service = demoService({ env: { UPSTREAM_SUPERVISION: hostile.url, VIEWS_URL: viewsUrl } })

beforeAll(() => hostile.aimAt(service.origin))
afterAll(() => hostile.close())

/** A user whose browser stores data worth stealing. */
async function victim(): Promise<Visitor> {
  const visitor = await visitAs(ADMIN, service.origin)
  await visitor.page.evaluate(() => {
    localStorage.setItem('mine', 'stored')
    sessionStorage.setItem('mine', 'stored')
    // What pages of other origins must not see.
    document.cookie = 'mine=stored; path=/'
  })
  return visitor
}

/** Opens a page from the console's menu. */
const open = (page: Page, title: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click()

/** Expects the console to be unaffected: still on the same page, in the same colour mode, and signed in. */
async function expectUnaffected(page: Page, title: string): Promise<void> {
  expect(new URL(page.url()).origin).toBe(service.origin)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title)
  expect(await page.evaluate(() => document.documentElement.className)).toContain('light')
  await open(page, 'Devices')
  await page.getByRole('gridcell').first().waitFor()
}

describe('a view of a hostile service', () => {
  it(
    'is shown but has no access to the console around it: page, storage, cookies, calls, tokens, window',
    { tags: ['H-5.1'] },
    async () => {
      const title = text('shell.place.alertConfigurator')
      const { page } = await victim()
      await open(page, title)
      await page.frameLocator(`iframe[title="${title}"][data-loaded]`).getByText('A view of another service').waitFor()
      expect(await hostile.loot()).toEqual({})
      await expectUnaffected(page, title)
    },
  )

  it('is not served as a page at the address of the console itself', { tags: ['H-5.11'] }, async () => {
    const answer = await fetch(`${service.origin}/supervision/overlays/x/d/y/`)
    expect(answer.headers.get('content-type')).not.toContain('html')
    expect(await answer.text()).not.toContain('A view of another service')
  })
})

/** Injects the attack into a page of the service, as if escaping and content security policy had both failed. */
const injectAttack = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  const nonce = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1] ?? ''
  const script = `<script nonce="${nonce}">globalThis.looting = ${attackScript(service.origin)}</script>`
  await route.fulfill({ response, body: (await response.text()).replace('</main>', `</main>${script}`) })
}

describe('a script in a view of the service itself', () => {
  it('has no access to the console, neither in the frame nor in a window of its own', { tags: ['H-5.2'] }, async () => {
    const title = text('shell.place.reporting')
    const { page, context } = await victim()
    await context.route(/\/api\/reporting\/v1\/.*\/home/, injectAttack)
    await open(page, title)
    const view = await viewIn(page, title)
    const lootIn = (target: Pick<Page, 'evaluate'>): Promise<StolenData> =>
      target.evaluate(() => (globalThis as unknown as { looting: Promise<StolenData> }).looting)
    expect(await lootIn(view)).toEqual({})
    const window = await context.newPage()
    await window.goto(view.url())
    expect(await lootIn(window)).toEqual({})
    await window.close()
    await expectUnaffected(page, title)
  })

  it('does not run at all where the view needs no scripts', { tags: ['H-5.3'] }, async () => {
    const title = text('shell.place.applicationMonitoring')
    const { page, context } = await victim()
    await context.route(/\/salsa\/.*\/monitoring\//, injectAttack)
    await open(page, title)
    const view = await viewIn(page, title)
    expect(await view.locator('script').count()).toBe(1)
    expect(await view.evaluate(() => 'looting' in globalThis)).toBe(false)
    expect(await view.evaluate(() => self.origin)).toBe('null')
  })
})

describe('the cloud security portal of the service itself', () => {
  it(
    'opens from the menu in a window of its own, in the look of the console, for who may change boxes and has the feature',
    { tags: ['S2-2.16', 'S2-2.86', 'S2-6.10'] },
    async () => {
      const title = text('shell.place.cloudSecurityPortal')
      const entry = text('shell.place.newWindow', { text: title })
      const { page, context, complaints } = await visitAs(ADMIN, service.origin)
      const opened = context.waitForEvent('page')
      await open(page, entry)
      const window = await opened
      await window.getByRole('heading', { level: 1, name: title }).waitFor()
      const view = await viewIn(window, title)
      await view.getByRole('heading', { name: text('cloud-security.regions') }).waitFor()
      await view.getByText(text('supervision.simulated')).waitFor()
      expect(await view.evaluate(() => self.origin)).toBe('null')
      expect(new URL(page.url()).pathname).not.toContain('cloudSecurityPortal')
      await window.close()
      const reader = await visitAs('viewer@demo.test', page.url())
      const { locale } = ACCOUNTS.find(({ mail }) => mail === 'viewer@demo.test') ?? {}
      const t = (key: string, params?: Record<string, unknown>): string => text(key, params, locale)
      const menu = reader.page.getByRole('navigation')
      await menu.getByRole('link', { name: t('ip-engine.many'), exact: true }).waitFor()
      expect(
        await menu.getByRole('link', { name: t('shell.place.newWindow', { text: t('shell.place.cloudSecurityPortal') }) }).count(),
      ).toBe(0)
      // The supervision of this service is the hostile one, which has no alerts.
      expect([...complaints, ...reader.complaints].filter((complaint) => !complaint.includes('alertSummary'))).toEqual([])
    },
  )
})
