import { createHash } from 'node:crypto'
import type { OverlayResource } from '../../schemas/tenancy.ts'
import type { TenantNode } from '../policies/caller.ts'

/** The dashboards of every overlay; the notification badge opens the one tagged `sdwan-notifications-home`. */
const DASHBOARDS = [
  { name: 'Alerts', text: 'shell.dashboard.alerts', tags: ['sdwan-notifications-home'] },
  { name: 'Sites', text: 'shell.dashboard.sites', tags: [] },
  { name: 'Traffic', text: 'shell.dashboard.traffic', tags: [] },
]

/** Builds the overlay of a customer, with identifiers and addresses derived from the customer's oid. */
export function overlayOf(customer: TenantNode): OverlayResource {
  const sdcOid = derivedOid(customer.oid, 'sdc')
  const reportingHomeUrl = `/api/reporting/v1/overlays/${customer.oid}/home`
  const dashboards = DASHBOARDS.map(({ name, text, tags }) => {
    const oid = derivedOid(customer.oid, `dashboard ${name}`)
    return { oid, name, text, url: `/supervision/overlays/${encodeURIComponent(customer.oid)}/d/${oid}/`, tags, primary: false }
  })
  return {
    oid: customer.oid,
    name: customer.name,
    sdcOid,
    sdc: { oid: sdcOid },
    dashboards,
    alertingConfigurationUrl: `/supervision/alerting-config/${sdcOid}/`,
    reportingHomeUrl,
    grafanaDashboards: dashboards,
    reportingServiceUrl: reportingHomeUrl,
  }
}

/** Derives a stable UUID (version 8) from an oid and a purpose. */
function derivedOid(oid: string, purpose: string): string {
  const digest = createHash('sha256').update(`${purpose} ${oid}`).digest()
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = digest.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
