// @vitest-environment happy-dom
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contextState } from '../../../src/session/context-state.ts'
import { sessionState } from '../../../src/session/session-state.ts'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { useHost } from '../../../renderer/host.tsx'
import { scopeWith, renderConsole } from '../../support/shell/render-console.tsx'
import { eachCase } from '../../support/each-case.ts'

vi.mock('../../../renderer/list/list-page.tsx', () => ({
  ListPage: function ListPage() {
    const { tenant, toast } = useHost()
    if (tenant.name === 'Brittle') throw new Error('It broke')
    return (
      <>
        <h1>A list</h1>
        <button onClick={() => toast('success', 'Saved')}>Save</button>
        <button onClick={() => toast('success', 'Made', { way: { path: '/about', text: 'Go on' } })}>Make</button>
      </>
    )
  },
}))
vi.mock('../../../renderer/editor/page/editor-page.tsx', () => ({ preloadEditor: async () => {}, EditorPage: () => <h1>An editor</h1> }))
vi.mock('../../../renderer/bulk/bulk-page.tsx', () => ({ BulkPage: () => <h1>A sheet</h1> }))
vi.mock('../../../renderer/journal/journal-page.tsx', () => ({ JournalPage: () => <h1>A journal</h1> }))
vi.mock('../../../renderer/summary/summary-page.tsx', () => ({ SummaryPage: () => <h1>A summary</h1> }))

// Another language is loaded from several files, which the test runner compiles first.
configure({ asyncUtilTimeout: 5000 })
afterEach(cleanup)

const seesAll = { canListCustomers: true, canListPartners: true, canListRequests: true, canListUsers: true }
const everyList = ['partners', 'customers']

describe('an address', () => {
  eachCase<[string, string]>([
    ['/', '/oid/t1/admin/partners', 'S0-2.1', 'S2-2.46'],
    ['/index.html', '/oid/t1/admin/partners', 'S0-2.1', 'S2-2.46'],
    ['/oid/t1', '/oid/t1/admin/partners'],
    ['/oid/t1/admin', '/oid/t1/admin/partners'],
    ['/oid/t1/admin/nonsense/7', '/oid/t1/admin/partners'],
  ])('%s takes a distributor to %s', async (address, target) => {
    const { path } = await renderConsole(address, { scopes: [scopeWith('vad', everyList)] })
    await waitFor(() => expect(path()).toBe(target))
    expect(await screen.findByRole('heading', { name: 'A list' })).toBeDefined()
  })

  eachCase<[string, string]>([
    ['/new', 'An editor'],
    ['/edit/u1%2Ft1', 'An editor', 'S0-2.9'],
    ['/bulk', 'A sheet', 'S0-1.3'],
    ['/journal', 'A journal', 'S0-1.2'],
  ])('of a list with the suffix %s shows %s', async (suffix, heading) => {
    await renderConsole(`/oid/t1/admin/partners${suffix}`)
    expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
  })

  const common = { '': 'A list', '/bulk': 'A sheet', '/journal': 'A journal' }
  const editor = 'An editor'
  eachCase<[string, Record<string, string>]>([
    ['partners', { ...common, '/new': editor, '/edit/p1': editor }, 'S0-2.6'],
    ['customers', { ...common, '/new': editor, '/edit/c1': editor }, 'S0-2.7'],
    ['users', { ...common, '/attach': editor, '/edit/u1%2Ft1': editor }, 'S0-2.8'],
    ['appliances', { ...common, '/new': editor, '/edit/a': editor, '/assign/a': editor }, 'S0-2.10'],
    ['licenses', { ...common, '/add': editor, '/edit': editor, '/split': editor, '/delete': editor, '/summary': 'A summary' }, 'S0-2.11'],
    ['requests', { '': 'A list', '/edit/r1': editor, '/journal': 'A journal' }, 'S0-2.12'],
  ])('of the administration, admin/%s, has the pages %j', async (list, pages) => {
    const scopes = [scopeWith('po', ['partners', 'customers', 'users', 'appliances', 'licenses', 'requests'])]
    const { router } = await renderConsole('/about', { scopes })
    for (const [rest, heading] of Object.entries(pages)) {
      await act(() => router.navigate(`/oid/t1/admin/${list}${rest}`))
      expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
      expect(router.state.location.pathname).toBe(`/oid/t1/admin/${list}${rest}`)
    }
  })

  eachCase<[string]>([
    ['settings', 'S0-2.13'],
    ['cloudSecSettings', 'S0-2.14'],
  ])('of a customer, admin/%s, opens the form of its settings', async (page) => {
    const { path } = await renderConsole(`/oid/t1/admin/${page}`, {
      scopes: [scopeWith('diy_customer', ['settings', 'cloud_security_settings'])],
    })
    expect(await screen.findByRole('heading', { name: 'An editor' })).toBeDefined()
    expect(path()).toBe(`/oid/t1/admin/${page}`)
  })

  it.each(['', '/new', '/bulk', '/journal'])(
    'of a list without the right to it redirects to the first list of the administration: partners%s',
    { tags: ['S0-2.57'] },
    async (rest) => {
      const { path } = await renderConsole(`/oid/t1/admin/partners${rest}`, { scopes: [scopeWith('msp', ['customers'])] })
      await waitFor(() => expect(path()).toBe('/oid/t1/admin/customers'))
    },
  )

  it('of the administration says who can help a user without the right to any list', { tags: ['S0-2.64'] }, async () => {
    await renderConsole('/oid/t1/admin', { scopes: [scopeWith('po', [])] })
    expect(await screen.findByText(/no right to any list of this administration/)).toBeDefined()
  })

  it('of a customer says who can help a user without the right to any list', async () => {
    await renderConsole('/oid/t1', { scopes: [scopeWith('managed_customer', [])] })
    expect(await screen.findByText(/An administrator of this tenant can give you the right/)).toBeDefined()
  })

  it("of 'all' redirects users without all-access to their own tenant", { tags: ['S0-2.58', 'S2-9.30'] }, async () => {
    const { path } = await renderConsole('/oid/all/admin/partners', { scopes: [scopeWith('vad', everyList)] })
    await waitFor(() => expect(path()).toBe('/oid/t1/admin/partners'))
  })

  it("of 'all' opens for users with all-access", { tags: ['S0-2.58'] }, async () => {
    const { path } = await renderConsole('/oid/all', { all: seesAll })
    await waitFor(() => expect(path()).toBe('/oid/all/admin/requests'))
  })

  it('of an inaccessible tenant shows "No Tenant"', { tags: ['S0-2.5', 'S0-8.21', 'S2-2.13'] }, async () => {
    await renderConsole('/oid/elsewhere/admin/partners')
    expect(await screen.findByText('No Tenant')).toBeDefined()
  })

  it('that matches no route says that there is no such page', async () => {
    await renderConsole('/oid/t1/example/examples')
    expect(await screen.findByText('There is no page at this address')).toBeDefined()
  })
})

describe('the console', () => {
  it('shows a message until session and context are loaded', { tags: ['S0-2.4', 'S2-2.12'] }, async () => {
    await renderConsole('/')
    contextState.status = 'loading'
    expect(await screen.findByText('Loading…')).toBeDefined()
    contextState.status = 'ready'
    await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
    sessionState.authentication = 'authenticating'
    expect(await screen.findByText('Loading…')).toBeDefined()
  })

  it('offers the search for a tenant once the context is loaded', { tags: ['S2-2.18'] }, async () => {
    await renderConsole('/oid/t1/admin/partners')
    const search = { name: 'Tenant: Northwind' }
    expect(await screen.findByRole('button', search)).toBeDefined()
    contextState.status = 'loading'
    await waitFor(() => expect(screen.queryByRole('button', search)).toBeNull())
    contextState.status = 'ready'
    expect(await screen.findByRole('button', search)).toBeDefined()
  })

  it('says why the context could not be loaded, with the request id, and loads it again on request', async () => {
    const { services, user } = await renderConsole('/')
    contextState.failure = new RequestError({ status: 503, messages: ['The database is resting'], requestId: 'r-17' })
    contextState.status = 'failed'
    expect(await screen.findByText('The database is resting')).toBeDefined()
    expect(screen.getByText('r-17')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(services.context.start).toHaveBeenCalledOnce()
  })

  it('tells a user without a tenant so and then logs them out', { tags: ['S0-4.19', 'S0-8.10'] }, async () => {
    const { services, user } = await renderConsole('/', { scopes: [] })
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('no tenant to work in')
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(services.session.signOut).toHaveBeenCalledOnce()
  })

  it("signs out at /logout and shows 'Disconnected.'", { tags: ['S0-2.3', 'S2-2.11'] }, async () => {
    const { services } = await renderConsole('/logout')
    expect(await screen.findByText('Disconnected.')).toBeDefined()
    expect(services.session.signOut).toHaveBeenCalledOnce()
  })

  it('shows the message of the service when it rejects a sign-in', { tags: ['H-9.22'] }, async () => {
    await renderConsole('/')
    sessionState.refusal = "The token is for 'account'; expected 'https://console.example/api'."
    sessionState.authentication = 'ended'
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(
      "The service did not accept your sign-in:The token is for 'account'; expected 'https://console.example/api'.",
    )
    sessionState.refusal = undefined
  })

  it('shows only permitted lists in the navigation', { tags: ['S2-2.14'] }, async () => {
    await renderConsole('/oid/t1/admin/customers', { scopes: [scopeWith('msp', ['customers'])] })
    expect((await screen.findByRole('link', { name: 'Customers' })).getAttribute('aria-current')).toBe('page')
    expect(screen.queryByRole('link', { name: 'Partners' })).toBeNull()
  })

  it('links its name to all tenants, or to the own tenant without all-access', { tags: ['S2-2.80'] }, async () => {
    await renderConsole('/oid/t1/admin/partners', { all: seesAll })
    expect((await screen.findByRole('link', { name: 'SD-WAN console' })).getAttribute('href')).toBe('/oid/all')
    cleanup()
    await renderConsole('/oid/t1/admin/partners')
    expect((await screen.findByRole('link', { name: 'SD-WAN console' })).getAttribute('href')).toBe('/oid/t1')
  })

  it('logs out from the user menu', { tags: ['S2-2.81'] }, async () => {
    const { user, path } = await renderConsole('/oid/t1/admin/partners')
    await user.click(await screen.findByRole('button', { name: /User menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    await waitFor(() => expect(path()).toBe('/logout'))
  })

  it('shows the version text in the About dialog', { tags: ['S0-1.4', 'S0-9.28', 'S2-2.19', 'S2-9.27'] }, async () => {
    const { user } = await renderConsole('/oid/t1/admin/partners')
    await user.click(await screen.findByRole('button', { name: /User menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'About' }))
    expect(await screen.findByText('Version 21.12.4.62634')).toBeDefined()
    const packages = [{ name: 'left-pad', version: '1.3.0', license: 'WTFPL', text: 'Do what you want.' }]
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(packages))
    await user.click(await screen.findByRole('button', { name: 'Third-party licences' }))
    const list = within(await screen.findByRole('region', { name: 'Third-party licences' }))
    expect(await list.findByText('1.3.0 · WTFPL')).toBeDefined()
    expect(list.getByText('Do what you want.')).toBeDefined()
    expect(fetched).toHaveBeenCalledWith('/third-party-licenses.json')
    fetched.mockRestore()
  })

  it('shows the same at /about', { tags: ['S0-2.2'] }, async () => {
    await renderConsole('/about')
    expect(await screen.findByRole('heading', { name: 'About' })).toBeDefined()
    expect(screen.getByText('Version 21.12.4.62634')).toBeDefined()
  })

  it('switches the language at once, and remembers it for the user', async () => {
    const { user } = await renderConsole('/oid/t1/admin/partners')
    await user.click(await screen.findByRole('button', { name: /User menu/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Français' }))
    expect(await screen.findByRole('link', { name: 'Partenaires' })).toBeDefined()
    expect(localStorage.getItem('language:u1')).toBe('fr')
    await user.click(screen.getByRole('button', { name: /Menu utilisateur/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'English' }))
    expect(await screen.findByRole('link', { name: 'Partners' })).toBeDefined()
  })

  it('switches to dark mode and back to light mode', async () => {
    const { user } = await renderConsole('/oid/t1/admin/partners')
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: /User menu/ }))
      await user.click(await screen.findByRole('menuitemradio', { name }))
    }
    await choose('Dark')
    await waitFor(() => expect(document.documentElement.className).toBe('dark'))
    await choose('Light')
    await waitFor(() => expect(document.documentElement.className).toBe('light'))
  })

  it('keeps working around a page that threw, and refers to the browser console', { tags: ['S0-8.6', 'S1-8.6', 'S2-8.2'] }, async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await renderConsole('/oid/t1/admin/partners', { scopes: [scopeWith('po', ['partners'], { name: 'Brittle' })] })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('An unexpected javascript error has occurred, please see console for details')
    expect(screen.getByRole('link', { name: 'Partners' })).toBeDefined()
    expect(log.mock.calls.flat()).toContainEqual(new Error('It broke'))
    log.mockRestore()
  })

  it('shows a toast raised by a page', async () => {
    const { user } = await renderConsole('/oid/t1/admin/partners')
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('region', { name: 'Messages' })).textContent).toContain('Saved')
  })

  it('follows the link in a toast, and removes the toast', async () => {
    const { user, path } = await renderConsole('/oid/t1/admin/partners')
    await user.click(await screen.findByRole('button', { name: 'Make' }))
    const link = await screen.findByRole('link', { name: 'Go on' })
    // happy-dom cannot cancel the animation that shows the toast.
    await new Promise((resolve) => setTimeout(resolve, 500))
    await user.click(link)
    await waitFor(() => expect(path()).toBe('/about'))
    await waitFor(() => expect(screen.queryByText('Made')).toBeNull())
  })

  it('asks for a new sign-in in a dialog above the page when the session cannot be renewed', async () => {
    const { services, user } = await renderConsole('/oid/t1/admin/partners')
    await screen.findByRole('heading', { name: 'A list' })
    sessionState.isRenewalNeeded = true
    const question = await screen.findByRole('alertdialog', { name: 'Your session has expired' })
    expect(screen.getByRole('heading', { name: 'A list', hidden: true })).toBeDefined()
    await user.click(within(question).getByRole('button', { name: 'Sign in' }))
    expect(services.session.answerRenewal).toHaveBeenCalledWith('sign-in')
    await user.click(within(question).getByRole('button', { name: 'Log out' }))
    expect(services.session.answerRenewal).toHaveBeenCalledWith('sign-out')
    sessionState.isRenewalNeeded = false
  })
})
