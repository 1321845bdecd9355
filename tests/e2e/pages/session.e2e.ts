import { describe, expect, it } from 'vitest'
import type { Request } from 'playwright'
import { signInAs, visit, type Visitor } from '../../support/browser/browser.ts'
import type { Profile, UserInfo } from '../../../schemas/tenancy.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'
import { intercept } from '../../support/browser/intercept.ts'

const service = demoService()

const open = (path: string, mail = 'owner@demo.test'): Promise<Visitor> => signInAs(mail, service.origin + path)

/** Opens the editor of a new partner and types a name into it. */
async function startTyping(name: string): Promise<Visitor> {
  const opened = await open('/oid/platform/admin/partners/new')
  const { page } = opened
  await page.getByRole('combobox', { name: /^Type/ }).selectOption({ label: 'Reseller' })
  await page.getByRole('textbox', { name: /^Name/ }).fill(name)
  await page.getByRole('textbox', { name: /^Contact name/ }).fill('Ane Ek')
  await page.getByRole('textbox', { name: /^Contact mail/ }).fill('ane@ek.example')
  return opened
}

const PERSON = 'many@demo.test'

describe('what a person chose', () => {
  it('is there in every window at once and in every browser from the first paint on', async () => {
    const told = async <T>(path: string) => ((await (await service.call(PERSON, path)).json()) as { data: [T] }).data[0]
    const home = (await told<UserInfo>('/api/user/v2/info')).tenant?.id ?? ''
    const { page, context } = await open('/userInfo', PERSON)
    const other = await context.newPage()
    await other.goto(`${service.origin}/userInfo`)
    await other.getByText('UTC', { exact: true }).waitFor()
    await page.getByRole('button', { name: text('account.edit') }).click()
    const zone = page.getByRole('combobox', { name: text('account.timeZone') })
    await zone.click()
    await zone.fill('tokyo')
    await page.getByRole('option', { name: /Asia\/Tokyo/ }).click()
    await page.getByLabel(text('account.dateFormat')).selectOption('iso')
    await page.getByLabel(text('shell.user.appearance')).selectOption('dark')
    await page.getByRole('button', { name: text('account.profile.save') }).click()
    for (const window of [page, other]) {
      await window.getByText('Asia/Tokyo, UTC+9', { exact: true }).waitFor()
      await expect.poll(() => window.evaluate(() => document.documentElement.className)).toBe('dark')
    }
    expect(await told<Profile>('/api/v1/profile')).toMatchObject({ timeZone: 'Asia/Tokyo', dateFormat: 'iso', theme: 'dark' })

    await other.goto(`${service.origin}/docs/en/partner.html`)
    expect(await other.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')

    // Another browser, whose clock and system say otherwise.
    const elsewhere = await open(`/oid/${home}/admin/customers/journal`, PERSON)
    await elsewhere.page.getByRole('columnheader', { name: /Asia\/Tokyo, UTC\+9/ }).waitFor()
    expect(await elsewhere.page.locator('time').first().getAttribute('title')).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC\+9$/)
    await elsewhere.page.addInitScript(() => {
      const seen = new Set<string>()
      Object.assign(window, { seenLooks: seen })
      new MutationObserver(() => seen.add(document.documentElement.className)).observe(document, {
        attributes: true,
        childList: true,
        subtree: true,
      })
    })
    await elsewhere.page.reload()
    await elsewhere.page.locator('time').first().waitFor()
    // No class at all until the first script runs: nothing is drawn yet.
    expect(await elsewhere.page.evaluate(() => [...(window as unknown as { seenLooks: Set<string> }).seenLooks].filter(Boolean))).toEqual([
      'dark',
    ])
    expect([...elsewhere.complaints]).toEqual([])
  })
})

describe('signing in', () => {
  it('leads to the requested address, and forgets it afterwards', { tags: ['S0-2.65'] }, async () => {
    const { page } = await open('/oid/platform/admin/customers/journal')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/oid/platform/admin/customers/journal')
    expect(await page.evaluate(() => localStorage.getItem('SOC_EXPECTED_PATH'))).toBeNull()
  })

  it('happens silently after a reload, with no token in any storage', { tags: ['S0-1.10', 'D-4.4'] }, async () => {
    const { page, complaints } = await open('/oid/platform/admin/partners')
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    const redirects: string[] = []
    page.on('framenavigated', (frame) => {
      const { pathname } = new URL(frame.url())
      if (frame === page.mainFrame() && !pathname.startsWith('/oid/')) redirects.push(pathname)
    })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    expect(redirects).toEqual([])
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toMatch(/eyJ|access_token|refresh_token/)
    // The browser's default styles must not override the components', whatever was rendered while the session was being restored.
    const button = page.getByRole('link', { name: 'Add' })
    expect(await button.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('12px')
    expect(complaints).toEqual([])
  })

  it('leads to the same address without the hash when the hash is a stray response of the provider', { tags: ['S0-1.16'] }, async () => {
    // Signed in already: the redirect to the provider and back would drop the hash by itself.
    const { page } = await open('/oid/platform/admin/partners')
    await page.goto(`${service.origin}/about#error=login_required&state=stray`)
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
  })

  it('leads from an address that cannot be decoded to the page for unknown addresses', async () => {
    const { page } = await open('/oid/platform/admin/partners')
    await page.goto(`${service.origin}/admin/%E0%A4%A`)
    await page.getByText('There is no page at this address').waitFor()
  })

  it('shows users without a tenant a message and logs them out', { tags: ['S0-4.19'] }, async () => {
    const { page } = await open('/', 'nobody@demo.test')
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await page.getByText('Disconnected.').waitFor()
  })

  it("uses the language of the user's account", { tags: ['S0-1.14'] }, async () => {
    const { page } = await open('/', 'msp@demo.test')
    await page.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
  })
})

/** The call that creates a partner. */
const creation = /\/api\/v1\/partners\?tenantOid=/

describe('a session that expires while somebody types', () => {
  it('is renewed silently: the same form saves what was typed', { tags: ['S0-1.11'] }, async () => {
    const { page, context } = await startTyping('Silent Sails Ltd')
    let popups = 0
    context.on('page', () => popups++)
    let refused = 0
    await intercept(page, creation, (route) => {
      refused += 1
      return refused === 1 ? route.fulfill({ status: 401, json: { detail: 'The token has expired.' } }) : route.continue()
    })
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    expect({ refused, popups }).toEqual({ refused: 2, popups: 0 })
  })

  it('opens a popup when the provider requires a new sign-in, and then saves what was typed', { tags: ['S0-1.11'] }, async () => {
    const { page, context } = await startTyping('Popup Pumps Ltd')
    await context.clearCookies()
    let refused = false
    await intercept(page, creation, (route) => {
      if (refused) return route.continue()
      refused = true
      return route.fulfill({ status: 401, json: { detail: 'The token has expired.' } })
    })
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Create' }).click()
    const popup = await opening
    await popup.getByRole('button', { name: 'owner@demo.test' }).click()
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    expect(popup.isClosed()).toBe(true)
  })

  it('keeps the page when the popup is closed, and offers to sign in again', async () => {
    const { page, context } = await startTyping('Patient Pianos Ltd')
    await context.clearCookies()
    await intercept(page, creation, (route) => route.fulfill({ status: 401, json: { detail: 'The token has expired.' } }), {
      times: 1,
    })
    const first = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Create' }).click()
    await (await first).close()
    const question = page.getByRole('alertdialog', { name: 'Your session has expired' })
    await question.waitFor()
    // The dialog hides the page behind it from assistive technology.
    expect(await page.getByRole('textbox', { name: /^Name/, includeHidden: true }).inputValue()).toBe('Patient Pianos Ltd')

    const second = context.waitForEvent('page')
    await question.getByRole('button', { name: 'Sign in' }).click()
    await (await second).getByRole('button', { name: 'owner@demo.test' }).click()
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
  })
})

describe('signing out', () => {
  it("ends the provider's session, too", async () => {
    const { page, complaints } = await open('/oid/platform/admin/partners')
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByText('Disconnected.').waitFor()
    await page.waitForURL('**/auth/signed-out')
    await page.goto(service.origin)
    await page.getByRole('button', { name: 'owner@demo.test' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('happens at once when the service refuses even a renewed token', { tags: ['S0-8.3'] }, async () => {
    const { page } = await open('/oid/platform/admin/partners')
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    await page.evaluate(() => localStorage.setItem('SOC_EXPECTED_PATH', '/oid/platform/admin/customers'))
    await intercept(page, '**/api/v1/customers*', (route) => route.fulfill({ status: 401, json: { detail: 'Revoked.' } }))
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByText('Disconnected.').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('SOC_EXPECTED_PATH'))).toBeNull()
  })
})

describe('a window that was opened to change a password', () => {
  it('closes itself and does not start the console', { tags: ['S0-1.17'] }, async () => {
    const { page, context } = await visit(service.origin)
    await page.getByRole('button', { name: 'owner@demo.test' }).waitFor()
    const [requests, byOpener] = [new Set<Request>(), new Set<Request>()]
    context.on('request', (request) => requests.add(request))
    page.on('request', (request) => byOpener.add(request))
    const opening = context.waitForEvent('page')
    await page.evaluate((address) => void window.open(address, 'change-password'), `${service.origin}/about`)
    const popup = await opening
    if (!popup.isClosed()) await popup.waitForEvent('close')
    const paths = [...requests].filter((request) => !byOpener.has(request)).map((request) => new URL(request.url()).pathname)
    expect(paths.filter((path) => !/^\/(assets\/|favicon)/.test(path))).toEqual(['/about'])
  })
})
