// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OverlayResource, RuntimeConfig, TenantScope } from '../../../schemas/tenancy.ts'
import { failingService, noAnswer, refusal, type ServiceCall } from '../../support/failing-service.ts'
import { scopeWith, renderConsole } from '../../support/shell/render-console.tsx'

// Pages and their texts are loaded when they are first shown.
configure({ asyncUtilTimeout: 5000 })

const service = failingService()

const overlay: OverlayResource = {
  oid: 'o1',
  name: 'Northwind',
  sdcOid: 's1',
  dashboards: [],
  alertingConfigurationUrl: '/supervision/alerting-config/s1/',
  reportingHomeUrl: '/reports/home',
}

// happy-dom loads no iframe pages; count every iframe as loaded.
Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true })

/** Requests for tickets and for pages of views, in order. */
let requests: string[]
/** What the services of views answer. */
let viewAnswer: () => unknown
const page = () => new Response('')
/** A page whose content security policy has these sandbox flags. */
const pageWithSandbox = (allowed: string) => () =>
  new Response('', { headers: { 'content-security-policy': `default-src 'none'; sandbox ${allowed}; frame-ancestors 'self'` } })
const VIEWS = 'https://views.test'
const recordRequest = ({ method, address, query, credentials }: ServiceCall): void => {
  const search = new URLSearchParams(query).toString()
  requests.push(`${method} ${address}${search && `?${search}`}${credentials === 'include' ? ' include' : ''}`)
}
beforeEach(() => {
  requests = []
  viewAnswer = page
  service.on('GET *', (call) => {
    recordRequest(call)
    return viewAnswer()
  })
  service.on('* /service/*', () => ({ data: [] }))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

interface ShowOptions {
  answer?: () => unknown
  overrides?: Partial<OverlayResource>
  ownViews?: RuntimeConfig['ownViews']
  /** Features of the customer. @default all that views need */
  features?: TenantScope['features']
}

/** Opens the page of a view as a user with a single right. */
function show(path: string, [resource, operation]: readonly [string, string], options: ShowOptions = {}) {
  const {
    answer = () => ({ data: [{ ticket: 't~1' }] }),
    overrides = {},
    ownViews = [],
    features = [{ name: 'cloud_security', state: 'enabled' }],
  } = options
  const others = (['supervision', 'applications', 'reporting', 'cloudSecurity'] as const).filter((base) => !ownViews.includes(base))
  const viewOrigins = Object.fromEntries(others.map((base) => [base, VIEWS]))
  service.on('POST */service/overlays/:oid/context', (call) => {
    recordRequest(call)
    return answer()
  })
  const permissions = [{ resource, operation }] as ReturnType<typeof scopeWith>['permissions']
  const scopes = [scopeWith('managed_customer', [], { permissions, features, resources: { overlay: { ...overlay, ...overrides } } })]
  return renderConsole(`/oid/t1/${path}`, { scopes, client: service.client, ownViews, viewOrigins })
}

const views = [
  {
    path: 'applications/monitoring',
    fact: 'S2-2.58',
    title: 'Monitoring',
    right: ['sdc_dashboard', 'read'],
    address: '/service/overlays/o1/monitoring/',
  },
  {
    path: 'applications/configuration',
    fact: 'S2-2.59',
    title: 'Configuration',
    right: ['applications', 'read'],
    address: '/service/overlays/o1/configuration/',
  },
  {
    path: 'applications/sslconfiguration',
    fact: 'S2-2.60',
    title: 'SSL optimisation',
    right: ['ssl_optimisation', 'read'],
    address: '/service/overlays/o1/sslconfiguration/',
  },
  {
    path: 'supervision/alertingconfig',
    fact: 'S2-2.61',
    title: 'Alert configurator',
    right: ['supervision', 'update'],
    address: '/supervision/alerting-config/s1/',
  },
  {
    path: 'network/cloudSecurityPortal',
    fact: 'S2-2.86',
    title: 'Cloud security portal',
    right: ['edge_box', 'update'],
    address: '/service/overlays/o1/portal/',
  },
  { path: 'reporting', fact: 'S2-2.62', title: 'Reports', right: ['reporting', 'read'], address: '/reports/home' },
] as const

describe.each(views)('the view at $path', ({ path, fact, title, right, address }) => {
  it('loads in an iframe from its service for users with its right', { tags: [fact] }, async () => {
    await show(path, right)
    await waitFor(() => expect(document.querySelector('iframe')?.getAttribute('src')).toBe(`${VIEWS}${address}`))
    // It has its own origin, so it may keep its sign-in; it must not navigate the console's window.
    const sandbox = document.querySelector('iframe')?.getAttribute('sandbox')
    expect(sandbox).toContain('allow-same-origin')
    expect(sandbox).not.toContain('allow-top-navigation')
  })

  it('is not requested without that right; the page names the missing right', { tags: [fact, 'S2-6.21'] }, async () => {
    await show(path, [right[0], right[1] === 'read' ? 'update' : 'read'])
    expect(await screen.findByText(`An administrator of this customer can give you the right that you need: ${title}.`)).toBeDefined()
    expect(document.querySelector('iframe')).toBeNull()
    expect(requests).toEqual([])
  })
})

it('the cloud security portal is not requested without the feature', { tags: ['S2-6.10'] }, async () => {
  await show('network/cloudSecurityPortal', ['edge_box', 'update'], { features: [{ name: 'cloud_security', state: 'disabled' }] })
  await screen.findByText('This customer has no such view')
  expect(requests).toEqual([])
})

describe('the reports view', () => {
  it('sends the overlay to its service before it loads the page', { tags: ['S2-2.62', 'S2-4.49', 'S2-7.53'] }, async () => {
    await show('reporting', ['reporting', 'read'])
    await waitFor(() =>
      expect(requests).toEqual([`POST ${VIEWS}/service/overlays/o1/context include`, `GET ${VIEWS}/reports/home include`]),
    )
  })

  it('still loads when that call fails; the failure is only logged', { tags: ['S2-4.49', 'S2-8.21'] }, async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await show('reporting', ['reporting', 'read'], { answer: () => refusal({ status: 503, detail: 'away' }) })
    await waitFor(() => expect(document.querySelector('iframe')?.getAttribute('src')).toBe(`${VIEWS}/reports/home`))
    expect(warn).toHaveBeenCalledOnce()
  })
})

describe('a view in an iframe', () => {
  const configurator = ['supervision/alertingconfig', ['supervision', 'update']] as const
  const reports = ['reporting', ['reporting', 'read']] as const

  it('of our own service gets a ticket first, then language, time zone and colour mode in its address', async () => {
    await show(...configurator, { ownViews: ['supervision'] })
    const frame = await screen.findByTitle('Alert configurator')
    expect(frame.getAttribute('src')).toMatch(/^\/supervision\/alerting-config\/s1\/\?lang=en&zone=[^&]+&look=light&ticket=t%7E1$/)
    expect(requests).toEqual(['POST /service/overlays/o1/context', `GET ${frame.getAttribute('src')}`])
  })

  it.each([
    ['', ''],
    ['allow-scripts allow-forms', 'allow-scripts allow-forms'],
    // A page never shares the console's origin, whatever its policy says.
    ['allow-same-origin allow-scripts allow-top-navigation allow-popups', 'allow-scripts'],
  ])(
    'of our own service gets the sandbox flags of its own policy (%j), but never the origin of the console',
    { tags: ['H-5.7'] },
    async (allowed, granted) => {
      viewAnswer = pageWithSandbox(allowed)
      await show(...configurator, { ownViews: ['supervision'] })
      expect((await screen.findByTitle('Alert configurator')).getAttribute('sandbox')).toBe(granted)
    },
  )

  it('of our own service gets no sandbox flags when its policy has none', { tags: ['H-5.7'] }, async () => {
    await show(...configurator, { ownViews: ['supervision'] })
    expect((await screen.findByTitle('Alert configurator')).getAttribute('sandbox')).toBe('')
  })

  it.each([
    ['of our own service', { ownViews: ['reporting' as const], overrides: { reportingHomeUrl: 'https://elsewhere.test/home' } }],
    ['of another service', { overrides: { reportingHomeUrl: 'https://elsewhere.test/home' } }],
    ['of another service, at an address of the console', { overrides: { reportingHomeUrl: `${location.origin}/reports/home` } }],
  ])('%s is not shown from an unexpected origin', { tags: ['H-5.8'] }, async (_case, options) => {
    await show(...reports, options)
    expect(await screen.findByText('Reports could not be shown')).toBeDefined()
    expect(requests).toEqual([])
  })

  it(
    'of our own service gets a new colour mode by message if it may run scripts, otherwise it is loaded again',
    { tags: ['H-5.12'] },
    async () => {
      const tickets = (): number => requests.filter((call) => call.startsWith('POST')).length
      viewAnswer = pageWithSandbox('')
      await show(...configurator, { ownViews: ['supervision'] })
      await screen.findByTitle('Alert configurator')
      document.documentElement.classList.add('dark')
      await waitFor(() => expect(screen.getByTitle('Alert configurator').getAttribute('src')).toContain('look=dark'))
      expect(tickets()).toBe(2)
      cleanup()
      viewAnswer = pageWithSandbox('allow-scripts')
      await show(...configurator, { ownViews: ['supervision'] })
      const frame = (await screen.findByTitle('Alert configurator')) as HTMLIFrameElement
      const posted = vi.fn()
      Object.defineProperty(frame, 'contentWindow', { value: { postMessage: posted } })
      document.documentElement.classList.remove('dark')
      await waitFor(() => expect(posted).toHaveBeenCalledWith({ look: 'light' }, '*'))
      expect(tickets()).toBe(3)
    },
  )

  it('of our own service shows an error when it gets no ticket', async () => {
    await show(...configurator, { ownViews: ['supervision'], answer: () => refusal({ status: 503, detail: 'away' }) })
    expect(await screen.findByText('Alert configurator could not be shown')).toBeDefined()
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('shows its name while it loads', { tags: ['S2-2.7'] }, async () => {
    viewAnswer = noAnswer
    await show(...reports)
    expect(await screen.findByRole('status', { name: 'Reports: loading' })).toBeDefined()
  })

  it('says when its page cannot be loaded, and loads it again on request', { tags: ['S2-8.10'] }, async () => {
    viewAnswer = () => refusal({ status: 0 })
    const { user } = await show(...reports)
    expect(await screen.findByText('Reports could not be shown')).toBeDefined()
    viewAnswer = page
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByTitle('Reports')).toBeDefined()
  })

  it('is reported as missing when the customer has no such service', { tags: ['S2-2.7'] }, async () => {
    await show(...reports, { overrides: { reportingHomeUrl: null } })
    expect(await screen.findByRole('heading', { level: 1, name: 'This customer has no such view' })).toBeDefined()
    expect(requests).toEqual([])
  })

  it('can be opened from the command palette', async () => {
    const { user, path } = await show('', configurator[1])
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Search and commands' })
    await user.keyboard('alert conf{Enter}')
    expect(await screen.findByTitle('Alert configurator')).toBeDefined()
    expect(path()).toBe('/oid/t1/supervision/alertingconfig')
  })
})
