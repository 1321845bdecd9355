// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OverlayResource } from '../../schemas/tenancy.ts'
import { scopeWith, showConsole } from '../support/shell/rig.tsx'

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

/** What was asked for, in its order: calls of the console, then pages of views. */
let asked: string[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(`view ${address}`)
    return new Response('', { status: 200 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A view at its address, for somebody with one right. */
function show(path: string, [resource, operation]: readonly [string, string], answer: () => unknown = () => ({ data: [] })) {
  const request = (method: string, to: string) => {
    if (to.endsWith('/context')) asked.push(`${method} ${to}`)
    return to.endsWith('/context') ? answer() : { data: [] }
  }
  const permissions = [{ resource, operation }] as ReturnType<typeof scopeWith>['permissions']
  return showConsole(`/oid/t1/${path}`, { scopes: [scopeWith('managed_customer', [], { permissions, resources: { overlay } })], request })
}

const views = [
  { path: 'applications/monitoring', title: 'Monitoring', right: ['sdc_dashboard', 'read'], address: '/service/overlays/o1/monitoring/' },
  {
    path: 'applications/configuration',
    title: 'Configuration',
    right: ['applications', 'read'],
    address: '/service/overlays/o1/configuration/',
  },
  {
    path: 'applications/sslconfiguration',
    title: 'SSL optimisation',
    right: ['ssl_optimisation', 'read'],
    address: '/service/overlays/o1/sslconfiguration/',
  },
  {
    path: 'supervision/alertingconfig',
    title: 'Alert configurator',
    right: ['supervision', 'update'],
    address: '/supervision/alerting-config/s1/',
  },
  { path: 'reporting', title: 'Reports', right: ['reporting', 'read'], address: '/reports/home' },
] as const

describe.each(views)('the view at $path', ({ path, title, right, address }) => {
  it('stands in a frame of its service, for whoever has its own right', async () => {
    await show(path, right)
    await vi.waitFor(() => expect(document.querySelector('iframe')?.getAttribute('src')).toBe(address))
  })

  it('is not asked for without that right, and says which one is missing', async () => {
    await show(path, [right[0], right[1] === 'read' ? 'update' : 'read'])
    expect(await screen.findByText(`An administrator of this customer can give you the right that it takes: ${title}.`)).toBeDefined()
    expect(document.querySelector('iframe')).toBeNull()
    expect(asked).toEqual([])
  })
})

describe('reports', () => {
  it('are told the overlay before their frame is asked for', async () => {
    await show('reporting', ['reporting', 'read'])
    await vi.waitFor(() => expect(asked).toEqual(['POST /service/overlays/o1/context', 'view /reports/home']))
  })

  it('are shown all the same where that fails, which is only logged', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await show('reporting', ['reporting', 'read'], () => Promise.reject(new Error('away')))
    await vi.waitFor(() => expect(document.querySelector('iframe')?.getAttribute('src')).toBe('/reports/home'))
    expect(warned).toHaveBeenCalledOnce()
  })
})
