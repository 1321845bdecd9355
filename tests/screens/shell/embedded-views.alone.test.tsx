// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OverlayResource, RuntimeConfig } from '../../../schemas/tenancy.ts'
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

// Frames have no pages here; they count as loaded.
Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true })

/** Tickets and pages of views that were asked for, in their order. */
let asked: string[]
/** What services of views answer. */
let served: () => unknown
const page = () => new Response('')
/** A page of the service itself, whose policy says what it may do. */
const pageThat = (allowed: string) => () =>
  new Response('', { headers: { 'content-security-policy': `default-src 'none'; sandbox ${allowed}; frame-ancestors 'self'` } })
const VIEWS = 'https://views.test'
const record = ({ method, address, query, credentials }: ServiceCall): void => {
  const search = new URLSearchParams(query).toString()
  asked.push(`${method} ${address}${search && `?${search}`}${credentials === 'include' ? ' include' : ''}`)
}
beforeEach(() => {
  asked = []
  served = page
  service.on('GET *', (call) => {
    record(call)
    return served()
  })
  service.on('* /service/*', () => ({ data: [] }))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

interface Setting {
  answer?: () => unknown
  over?: Partial<OverlayResource>
  ownViews?: RuntimeConfig['ownViews']
}

/** A view at its address, for somebody with one right. */
function show(path: string, [resource, operation]: readonly [string, string], setting: Setting = {}) {
  const { answer = () => ({ data: [{ ticket: 't~1' }] }), over = {}, ownViews = [] } = setting
  const others = (['supervision', 'applications', 'reporting'] as const).filter((base) => !ownViews.includes(base))
  const viewOrigins = Object.fromEntries(others.map((base) => [base, VIEWS]))
  service.on('POST */service/overlays/:oid/context', (call) => {
    record(call)
    return answer()
  })
  const permissions = [{ resource, operation }] as ReturnType<typeof scopeWith>['permissions']
  const scopes = [scopeWith('managed_customer', [], { permissions, resources: { overlay: { ...overlay, ...over } } })]
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
  { path: 'reporting', fact: 'S2-2.62', title: 'Reports', right: ['reporting', 'read'], address: '/reports/home' },
] as const

describe.each(views)('the view at $path', ({ path, fact, title, right, address }) => {
  it('stands in a frame of its service, for whoever has its own right', { tags: [fact] }, async () => {
    await show(path, right)
    await waitFor(() => expect(document.querySelector('iframe')?.getAttribute('src')).toBe(`${VIEWS}${address}`))
    // In an origin of its own it may keep its sign-in; it never moves the console's window.
    const sandbox = document.querySelector('iframe')?.getAttribute('sandbox')
    expect(sandbox).toContain('allow-same-origin')
    expect(sandbox).not.toContain('allow-top-navigation')
  })

  it('is not asked for without that right, and says which one is missing', { tags: [fact, 'S2-6.21'] }, async () => {
    await show(path, [right[0], right[1] === 'read' ? 'update' : 'read'])
    expect(await screen.findByText(`An administrator of this customer can give you the right that you need: ${title}.`)).toBeDefined()
    expect(document.querySelector('iframe')).toBeNull()
    expect(asked).toEqual([])
  })
})

describe('reports', () => {
  it('are told the overlay before their frame is asked for', { tags: ['S2-2.62', 'S2-4.49', 'S2-7.53'] }, async () => {
    await show('reporting', ['reporting', 'read'])
    await waitFor(() => expect(asked).toEqual([`POST ${VIEWS}/service/overlays/o1/context include`, `GET ${VIEWS}/reports/home include`]))
  })

  it('are shown all the same where that fails, which is only logged', { tags: ['S2-4.49', 'S2-8.21'] }, async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await show('reporting', ['reporting', 'read'], { answer: () => refusal({ status: 503, detail: 'away' }) })
    await waitFor(() => expect(document.querySelector('iframe')?.getAttribute('src')).toBe(`${VIEWS}/reports/home`))
    expect(warned).toHaveBeenCalledOnce()
  })
})

describe('a view in a frame', () => {
  const configurator = ['supervision/alertingconfig', ['supervision', 'update']] as const
  const reports = ['reporting', ['reporting', 'read']] as const

  it('of the service itself lets the browser in first and speaks its language', async () => {
    await show(...configurator, { ownViews: ['supervision'] })
    const frame = await screen.findByTitle('Alert configurator')
    expect(frame.getAttribute('src')).toMatch(/^\/supervision\/alerting-config\/s1\/\?lang=en&zone=[^&]+&look=light&ticket=t%7E1$/)
    expect(asked).toEqual(['POST /service/overlays/o1/context', `GET ${frame.getAttribute('src')}`])
  })

  it.each([
    ['', ''],
    ['allow-scripts allow-forms', 'allow-scripts allow-forms'],
    // The console's origin is nobody else's, whatever a page says.
    ['allow-same-origin allow-scripts allow-top-navigation allow-popups', 'allow-scripts'],
  ])(
    'of the service itself may do what its own policy says (%j), but never share the origin',
    { tags: ['H-5.7'] },
    async (allowed, granted) => {
      served = pageThat(allowed)
      await show(...configurator, { ownViews: ['supervision'] })
      expect((await screen.findByTitle('Alert configurator')).getAttribute('sandbox')).toBe(granted)
    },
  )

  it('of the service itself may do nothing where its policy does not say', { tags: ['H-5.7'] }, async () => {
    await show(...configurator, { ownViews: ['supervision'] })
    expect((await screen.findByTitle('Alert configurator')).getAttribute('sandbox')).toBe('')
  })

  it.each([
    ['of the service itself', { ownViews: ['reporting' as const], over: { reportingHomeUrl: 'https://elsewhere.test/home' } }],
    ['of another service', { over: { reportingHomeUrl: 'https://elsewhere.test/home' } }],
    ['of another service at the address of the console', { over: { reportingHomeUrl: `${location.origin}/reports/home` } }],
  ])('%s is not shown from elsewhere', { tags: ['H-5.8'] }, async (_of, setting) => {
    await show(...reports, setting)
    expect(await screen.findByText('Reports could not be shown')).toBeDefined()
    expect(asked).toEqual([])
  })

  it(
    'of the service itself is told the colour mode where its script follows it, and else asked for anew',
    { tags: ['H-5.12'] },
    async () => {
      const tickets = (): number => asked.filter((call) => call.startsWith('POST')).length
      served = pageThat('')
      await show(...configurator, { ownViews: ['supervision'] })
      await screen.findByTitle('Alert configurator')
      document.documentElement.classList.add('dark')
      await waitFor(() => expect(screen.getByTitle('Alert configurator').getAttribute('src')).toContain('look=dark'))
      expect(tickets()).toBe(2)
      cleanup()
      served = pageThat('allow-scripts')
      await show(...configurator, { ownViews: ['supervision'] })
      const frame = (await screen.findByTitle('Alert configurator')) as HTMLIFrameElement
      const posted = vi.fn()
      Object.defineProperty(frame, 'contentWindow', { value: { postMessage: posted } })
      document.documentElement.classList.remove('dark')
      await waitFor(() => expect(posted).toHaveBeenCalledWith({ look: 'light' }, '*'))
      expect(tickets()).toBe(3)
    },
  )

  it('of the service itself is said to have failed where the browser is not let in', async () => {
    await show(...configurator, { ownViews: ['supervision'], answer: () => refusal({ status: 503, detail: 'away' }) })
    expect(await screen.findByText('Alert configurator could not be shown')).toBeDefined()
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('names itself while it loads', { tags: ['S2-2.7'] }, async () => {
    served = noAnswer
    await show(...reports)
    expect(await screen.findByRole('status', { name: 'Reports: loading' })).toBeDefined()
  })

  it('says that its address fails, and tries again', { tags: ['S2-8.10'] }, async () => {
    served = () => refusal({ status: 0 })
    const { user } = await show(...reports)
    expect(await screen.findByText('Reports could not be shown')).toBeDefined()
    served = page
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByTitle('Reports')).toBeDefined()
  })

  it('is said to be missing where the customer has no such service', { tags: ['S2-2.7'] }, async () => {
    await show(...reports, { over: { reportingHomeUrl: null } })
    expect(await screen.findByRole('heading', { level: 1, name: 'This customer has no such view' })).toBeDefined()
    expect(asked).toEqual([])
  })

  it('is a step away by the command palette', async () => {
    const { user, path } = await show('', configurator[1])
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Search and commands' })
    await user.keyboard('alert conf{Enter}')
    expect(await screen.findByTitle('Alert configurator')).toBeDefined()
    expect(path()).toBe('/oid/t1/supervision/alertingconfig')
  })
})
