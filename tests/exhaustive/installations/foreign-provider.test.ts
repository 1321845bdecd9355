import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveAll, moveTo, visit, type Visitor } from '../../support/browser/browser.ts'
import { FOREIGN_PASSWORD, startForeignProvider, type ForeignProvider } from '../../support/service/foreign-provider.ts'
import { startService, type RunningService } from '../../support/service/service.ts'

const CLIENT = 'sdwan-console'
/** Resource that tokens are requested for and must name as audience; without one the provider puts the scopes into `aud`. */
const RESOURCE = 'https://console.example/api'
/** Short enough to see a renewal, long enough to type. */
const TOKEN_LIFETIME_S = 16
const PARTNERS = '/oid/platform/admin/partners'

let provider: ForeignProvider
let service: RunningService

beforeAll(async () => {
  provider = await startForeignProvider(TOKEN_LIFETIME_S)
  service = await startService({
    env: { DEMO: 'on', OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT, OIDC_RESOURCE: RESOURCE },
  })
  await provider.addClient({ id: CLIENT, origin: service.origin, resource: RESOURCE })
  for (const name of ['owner', 'customer']) await provider.addAccount({ username: name, email: `${name}@demo.test`, isVerified: true })
  await provider.addAccount({ username: 'viewer', email: 'viewer@demo.test', isVerified: false })
})
afterAll(async () => {
  await leaveAll()
  await service?.dispose()
  await provider?.dispose()
})

/** Completes the provider's own pages: sign-in, consent, and the click that leads back. */
async function signInAt(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Your username').fill(name)
  await page.getByPlaceholder('Your password').fill(FOREIGN_PASSWORD)
  await page.getByRole('button', { name: 'OK' }).click()
  // A person would not click before the grant is stored; a code that the provider issues before that may be invalid.
  const granted = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('/api/auth/grant/'))
  await page.getByRole('button', { name: 'Grant access' }).click()
  await granted
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function open(path: string, name: string): Promise<Visitor> {
  const visitor = await visit(service.origin + path)
  await signInAt(visitor.page, name)
  return visitor
}

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor()

/** Waits until the console has renewed its token by a refresh token. */
async function renewed(page: Page): Promise<void> {
  await page.waitForRequest((request) => request.postData()?.includes('grant_type=refresh_token') === true, {
    timeout: TOKEN_LIFETIME_S * 1000,
  })
}

async function startTyping(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Type/ }).selectOption({ label: 'Reseller' })
  await page.getByRole('textbox', { name: /^Name/ }).fill(name)
  await page.getByRole('textbox', { name: /^Contact name/ }).fill('Ane Ek')
  await page.getByRole('textbox', { name: /^Contact mail/ }).fill('ane@ek.example')
}

describe('the console with an external identity provider', () => {
  it('signs people in, renews tokens silently, after a reload too, and signs people out', { tags: ['H-9.1'] }, async () => {
    const { page, context, complaints } = await open(PARTNERS, 'owner')
    await heading(page, 'Partners')
    let popups = 0
    context.on('page', () => popups++)
    await renewed(page)
    await page.getByRole('link', { name: 'Customers' }).click()
    await heading(page, 'Customers')
    // Without an ID token hint, as after a reload, the provider shows its session page instead of signing in silently.
    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).click()
    await heading(page, 'Customers')
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toMatch(/eyJ|access_token|refresh_token/)
    expect(popups).toBe(0)
    // The provider's own page makes calls that its own service refuses.
    expect(complaints.filter((complaint) => !complaint.includes(provider.issuer.replace('/api/oidc', '')))).toEqual([])

    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    // The provider's own page asks for confirmation, and stays open.
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await page.getByText('You are disconnected').waitFor()
    await page.goto(service.origin)
    await page.getByPlaceholder('Your password').waitFor()
  })

  it(
    'shows the reason to users without a verified address, without a redirect loop, and lets them sign in as somebody else',
    { tags: ['H-9.22'] },
    async () => {
      const { page } = await open('/', 'viewer')
      await page.getByText('The service did not accept your sign-in:').waitFor()
      await page
        .getByText("The mail address 'viewer@demo.test' is not marked as verified by the provider (claim 'email_verified').")
        .waitFor()
      const navigations: string[] = []
      page.on('framenavigated', (frame) => navigations.push(frame.url()))
      await page.waitForTimeout(3_000)
      expect(navigations).toEqual([])
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByPlaceholder('Your password').waitFor()
    },
  )

  it('keeps what was typed when a role is revoked meanwhile, and shows why it is refused', { tags: ['H-9.2'] }, async () => {
    const owner = await open(PARTNERS, 'owner')
    await heading(owner.page, 'Partners')
    const { page } = await open('/', 'customer')
    await page.waitForURL('**/oid/**')
    const tenant = /\/oid\/([^/]+)/.exec(page.url())?.[1] ?? ''
    await moveTo(page, `/oid/${tenant}/admin/users/attach`)
    await page.getByRole('textbox', { name: /^Mail/ }).fill('revoked@rivets.example')
    const request = owner.page.waitForRequest((one) => one.headers()['authorization'] !== undefined)
    await owner.page.getByRole('link', { name: 'Customers' }).click()
    const { authorization = '' } = (await request).headers()
    const roles = `${service.origin}/api/v1/userroles`
    const list = await fetch(`${roles}?parentTenantOid=${tenant}&filter=mail==customer@demo.test`, { headers: { authorization } })
    const [role] = ((await list.json()) as { data: { oid: string; revision: number }[] }).data
    const deletion = await fetch(`${roles}/${encodeURIComponent(`${role?.oid}/${tenant}`)}?revision=${role?.revision}`, {
      method: 'DELETE',
      headers: { authorization },
    })
    expect(deletion.status).toBe(200)
    await page.getByRole('combobox', { name: 'Role', exact: false }).and(page.locator('select')).selectOption({ label: 'Viewer' })
    await page.getByRole('button', { name: 'Attach' }).click()
    await page.getByText('There is no such tenant, or you may not work in it.').waitFor()
    expect(await page.getByRole('textbox', { name: /^Mail/ }).inputValue()).toBe('revoked@rivets.example')
  })

  it(
    'opens a popup to sign in again when the provider has forgotten the session, and saves what was typed',
    { tags: ['H-9.3'] },
    async () => {
      const { page, context } = await open(`${PARTNERS}/new`, 'owner')
      await startTyping(page, 'Patient Pumps Ltd')
      provider.forgetSessions()
      await context.clearCookies()
      const popup = await context.waitForEvent('page', { timeout: TOKEN_LIFETIME_S * 1000 })
      await signInAt(popup, 'owner')
      if (!popup.isClosed()) await popup.waitForEvent('close')
      expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Patient Pumps Ltd')
      await page.getByRole('button', { name: 'Create' }).click()
      await heading(page, 'Partners')
    },
  )
})
