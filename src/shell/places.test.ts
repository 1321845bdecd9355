import { describe, expect, it } from 'vitest'
import type { Permission } from '../../schemas/rights/rights.ts'
import type { CurrentTenant } from '../session/permissions.ts'
import { placesIn, type PlaceContext } from './places.ts'

const dashboard = (name: string, ...tags: string[]) => ({ oid: name, name, url: `/${name}/`, tags, primary: false })

function context(rights: Permission[], over: Partial<CurrentTenant> = {}, portal: string | null = 'https://portal.example/'): PlaceContext {
  const features: CurrentTenant['features'] = [{ name: 'cloud_security', state: 'enabled' }]
  return {
    tenant: { oid: 't1', name: 'Northwind', type: 'managed_customer', features, ...over },
    permissions: new Map([['t1', new Set<string>(rights)]]),
    overlay: {
      oid: 'o1',
      name: 'Northwind',
      sdcOid: 's1',
      dashboards: [dashboard('traffic'), dashboard('Sites'), dashboard('Hidden', 'sdwan-unlisted'), dashboard('alerts')],
      alertingConfigurationUrl: null,
      reportingHomeUrl: null,
    },
    links: { cloudSecurityPortal: portal },
  }
}
const texts = (about: PlaceContext) => placesIn(about).map(({ text }) => text)
const PORTAL = 'shell.place.cloudSecurityPortal'

describe('the overlay menu', () => {
  it('has a dashboard per entry, by name whatever its case, those that are unlisted left out', () => {
    expect(texts(context(['supervision:read']))).toEqual(['alerts', 'Sites', 'traffic'])
    expect(placesIn(context(['supervision:read']))[1]?.to).toBe('/oid/t1/supervision/d/Sites')
    expect(texts(context(['edge_box:read']))).toEqual([])
  })

  it('leads to the cloud security portal with the right, the feature and an address, in a window of its own', () => {
    expect(placesIn(context(['edge_box:update']))).toMatchObject([{ text: PORTAL, to: 'https://portal.example/', isForeign: true }])
    expect(texts(context(['edge_box:read']))).toEqual([])
    expect(texts(context(['edge_box:update'], { features: [{ name: 'cloud_security', state: 'disabled' }] }))).toEqual([])
    expect(texts(context(['edge_box:update'], {}, null))).toEqual([])
  })

  it('is of customers alone', () => {
    expect(texts(context(['edge_box:update', 'supervision:read'], { type: 'msp' }))).toEqual([])
  })
})
