import { describe, expect, it } from 'vitest'
import type { Request } from 'playwright'
import { signInAs, visit, type Visitor } from '../support/browser/browser.ts'
import { demoService } from '../support/browser/demo-service.ts'

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

describe('signing in', () => {
  it('leads to the address that was asked for, and forgets it', { tags: ['S0-2.65'] }, async () => {
    const { page } = await open('/oid/platform/admin/customers/journal')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/oid/platform/admin/customers/journal')
    expect(await page.evaluate(() => localStorage.getItem('SOC_EXPECTED_PATH'))).toBeNull()
  })

  it('happens silently after a reload, with no token in any storage', { tags: ['S0-1.10', 'D-4.4'] }, async () => {
    const { page, complaints } = await open('/oid/platform/admin/partners')
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    const left: string[] = []
    page.on('framenavigated', (frame) => {
      const { pathname } = new URL(frame.url())
      if (frame === page.mainFrame() && !pathname.startsWith('/oid/')) left.push(pathname)
    })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    expect(left).toEqual([])
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toMatch(/eyJ|access_token|refresh_token/)
    // The browser's own look must not win over the parts', whatever was painted while the session was being found.
    const button = page.getByRole('link', { name: 'Add' })
    expect(await button.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('12px')
    expect(complaints).toEqual([])
  })

  it('goes to the same address without the hash when the hash is a stray answer', { tags: ['S0-1.16'] }, async () => {
    // Signed in already: the way to the provider and back would lose the hash by itself.
    const { page } = await open('/oid/platform/admin/partners')
    await page.goto(`${service.origin}/about#error=login_required&state=stray`)
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
  })

  it('leads from an address that cannot be decoded to a page that says that there is none', async () => {
    const { page } = await open('/oid/platform/admin/partners')
    await page.goto(`${service.origin}/admin/%E0%A4%A`)
    await page.getByText('There is no page at this address').waitFor()
  })

  it('tells whoever has no tenant, and logs out', { tags: ['S0-4.19'] }, async () => {
    const { page } = await open('/', 'nobody@demo.test')
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await page.getByText('Disconnected.').waitFor()
  })

  it("speaks the language of the person's account", { tags: ['S0-1.14'] }, async () => {
    const { page } = await open('/', 'msp@demo.test')
    await page.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
  })
})

describe('a session that runs out in the middle of typing', () => {
  it('is renewed in place: the same form saves what was typed', { tags: ['S0-1.11'] }, async () => {
    const { page, context } = await startTyping('Silent Sails Ltd')
    let windows = 0
    context.on('page', () => windows++)
    let refused = 0
    await page.route('**/api/v1/plans*', (route) => {
      refused += 1
      return refused === 1 ? route.fulfill({ status: 401, json: { detail: 'The token has expired.' } }) : route.continue()
    })
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    expect({ refused, windows }).toEqual({ refused: 2, windows: 0 })
  })

  it('asks for a sign-in in a window in front when the provider wants to see the person, and goes on', { tags: ['S0-1.11'] }, async () => {
    const { page, context } = await startTyping('Popup Pumps Ltd')
    await context.clearCookies()
    let refused = false
    await page.route('**/api/v1/plans*', (route) => {
      if (refused) return route.continue()
      refused = true
      return route.fulfill({ status: 401, json: { detail: 'The token has expired.' } })
    })
    const popup = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Create' }).click()
    const front = await popup
    await front.getByRole('button', { name: 'owner@demo.test' }).click()
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    expect(front.isClosed()).toBe(true)
  })

  it('keeps the page when the window in front is closed, and asks', async () => {
    const { page, context } = await startTyping('Patient Pianos Ltd')
    await context.clearCookies()
    await page.route('**/api/v1/plans*', (route) => route.fulfill({ status: 401, json: { detail: 'The token has expired.' } }), {
      times: 1,
    })
    const first = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Create' }).click()
    await (await first).close()
    const question = page.getByRole('alertdialog', { name: 'Your session has expired' })
    await question.waitFor()
    // The question hides what stands behind it from everything that reads the page aloud.
    expect(await page.getByRole('textbox', { name: /^Name/, includeHidden: true }).inputValue()).toBe('Patient Pianos Ltd')

    const second = context.waitForEvent('page')
    await question.getByRole('button', { name: 'Sign in' }).click()
    await (await second).getByRole('button', { name: 'owner@demo.test' }).click()
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
  })
})

describe('signing out', () => {
  it('ends the session with the provider, too', async () => {
    const { page, complaints } = await open('/oid/platform/admin/partners')
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByText('Disconnected.').waitFor()
    await page.waitForURL('**/auth/signed-out')
    await page.goto(service.origin)
    await page.getByRole('button', { name: 'owner@demo.test' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('follows at once when the service refuses a renewed session', { tags: ['S0-8.3'] }, async () => {
    const { page } = await open('/oid/platform/admin/partners')
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    await page.evaluate(() => localStorage.setItem('SOC_EXPECTED_PATH', '/oid/platform/admin/customers'))
    await page.route('**/api/v1/customers*', (route) => route.fulfill({ status: 401, json: { detail: 'Revoked.' } }))
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByText('Disconnected.').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('SOC_EXPECTED_PATH'))).toBeNull()
  })
})

describe('a window that was opened to change a password', () => {
  it('closes itself and does not start the console', { tags: ['S0-1.17'] }, async () => {
    const { page, context } = await visit(service.origin)
    await page.getByRole('button', { name: 'owner@demo.test' }).waitFor()
    const [asked, byOpener] = [new Set<Request>(), new Set<Request>()]
    context.on('request', (request) => asked.add(request))
    page.on('request', (request) => byOpener.add(request))
    const opened = context.waitForEvent('page')
    await page.evaluate((address) => void window.open(address, 'change-password'), `${service.origin}/about`)
    const front = await opened
    if (!front.isClosed()) await front.waitForEvent('close')
    const paths = [...asked].filter((request) => !byOpener.has(request)).map((request) => new URL(request.url()).pathname)
    expect(paths.filter((path) => !/^\/(assets\/|favicon)/.test(path))).toEqual(['/about'])
  })
})
