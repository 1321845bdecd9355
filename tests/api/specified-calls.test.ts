import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Operation {
  parameters?: { $ref?: string; name?: string; in?: string }[]
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'generated', 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { parameters?: Record<string, { name: string; in: string }> }
}

/** Addresses without the names of what stands in them. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

/** What a call may be told in its query, of those that the document describes; `undefined` where there is no such call. */
function queryOf(method: string, path: string): string[] | undefined {
  const [, operations] = Object.entries(document.paths).find(([one]) => shapeOf(one) === shapeOf(path)) ?? []
  const operation = operations?.[method.toLowerCase()]
  if (!operation) return undefined
  return (operation.parameters ?? []).flatMap(({ $ref, ...written }) => {
    const found = $ref === undefined ? written : document.components.parameters?.[$ref.split('/').at(-1) ?? '']
    return found?.in === 'query' ? [found.name ?? ''] : []
  })
}

const list = ['page', 'size', 'filter', 'sort', 'condition']

/** Calls of sections 7, with what they may be told; that the document holds what the service does is proved beside it. */
const calls: Record<string, Record<string, string[]>> = {
  'S0 section 7': {
    'GET /api/user/v1/context': [],
    'GET /api/user/v2/info': [],
    'GET /api/user/v2/context': ['tenantOid', 'resource'],
    'GET /api/user/v2/tenants': ['page', 'size', 'filter'],
    'GET /api/v1/partners': ['parentTenantOid'],
    'GET /api/v1/partners/{oid}': [],
    'POST /api/v1/partners': [],
    'PUT /api/v1/partners': [],
    'DELETE /api/v1/partners': [],
    'GET /api/v1/customers': ['parentTenantOid'],
    'GET /api/v1/customers/{oid}': [],
    'POST /api/v1/customers': [],
    'PUT /api/v1/customers': [],
    'DELETE /api/v1/customers': [],
    'GET /api/v1/requests': ['tenantOid'],
    'GET /api/v1/requests/{oid}': [],
    'PATCH /api/v1/requests': [],
    'DELETE /api/v1/requests': [],
    'GET /api/v1/userroles': ['parentTenantOid'],
    'GET /api/v1/userroles/{oid}': [],
    'POST /api/v1/userroles': [],
    'PUT /api/v1/userroles': [],
    'DELETE /api/v1/userroles': [],
    'GET /api/v1/profile': [],
    'PUT /api/v1/profile': [],
    'GET /api/v1/settings/{tenantOid}': [],
    'PUT /api/v1/settings': [],
    'GET /api/v1/cloudSecSettings/{tenantOid}': [],
    'PUT /api/v1/cloudSecSettings': [],
    'POST /api/v1/cloudSecSettings/refreshCloudsec/{tenantOid}': [],
    'GET /api/inventory/v1/appliances/{tenantOid}': list,
    'GET /api/ztp/v1/appliances/{id}': ['tenantOid'],
    'POST /api/ztp/v1/appliances': ['tenantOid'],
    'PUT /api/ztp/v1/appliances': ['tenantOid'],
    'DELETE /api/ztp/v1/appliances': [],
    'GET /api/licensing/v2/licenses/inventory/{tenantOid}': list,
    'POST /api/licensing/v2/licenses/cmd/summary/{tenantId}': [],
    'POST /api/licensing/v2/licenses/cmd/update/{tenantId}': [],
    'POST /api/licensing/v2/licenses/cmd/create/{tenantId}': [],
    'POST /api/licensing/v2/licenses/cmd/split/{tenantId}': [],
    'POST /api/licensing/v2/licenses/cmd/delete/{tenantId}': [],
    'GET /journal/api/v1/journal/entries/{tenantOid}/{theme}': ['limit', 'sort', 'filter'],
    'GET /toc.json': [],
  },
  'S1 section 7': {
    'GET /api/v1/edgeBoxes': ['filter'],
    'GET /api/v1/edgeBoxes/{id}': [],
    'POST /api/v1/edgeBoxes': [],
    'PUT /api/v1/edgeBoxes': [],
    'DELETE /api/v1/edgeBoxes/{id}': [],
    'GET /api/v1/teleEngines': [],
    'GET /api/v1/teleEngines/{id}': [],
    'POST /api/v1/teleEngines': [],
    'PUT /api/v1/teleEngines': [],
    'DELETE /api/v1/teleEngines/{id}': [],
    'GET /api/v1/ipEngines/synthesis': list,
    'GET /api/v1/ipEngines/synthesis/{filter}': [],
    'GET /api/v1/colorings': [],
    'GET /api/v1/transportNetworks/full': [],
    'GET /api/v1/transportNetworks/full/teleEngine': [],
    'PUT /api/v1/transportNetworks': [],
    'GET /api/v1/wanEndpoints': [],
    'GET /api/v1/sites': [],
    'GET /api/v1/sites/{id}/ibgpEdgeBoxEndpoints': [],
    'GET /api/v1/sites/{id}/subnets': [],
    'GET /api/v1/appliances': [],
    'GET /api/v1/syslogServer': [],
    'GET /api/v1/syslogServer/{id}': [],
    'PUT /api/v1/syslogServer': [],
    'GET /api/v1/cloudsec/regions': [],
    'GET /api/v1/sdi/pops': [],
    'GET /api/v1/sdi/settings': [],
    'GET /api/v1/overlay/vrrp_profile': [],
    'GET /api/v1/overlay/routing': [],
    'GET /api/v1/overlay/security': [],
    'GET /api/v1/timeSynchro': [],
    'GET /api/v1/localBreakout': [],
    'GET /networkConfiguration/v1/ihap/profiles': [],
    'POST /networkConfiguration/v1/ihap/profiles': [],
    'PUT /networkConfiguration/v1/ihap/profiles': [],
    'GET /networkConfiguration/v1/ihap/profiles/{id}': [],
    'DELETE /networkConfiguration/v1/ihap/profiles/{id}': [],
    'POST /livemon/v1/{overlay}/sessions': [],
    'GET /livemon/v1/{overlay}/view/{oid}/': [],
  },
  'S2 section 7': {
    'GET /api/v1/externalGateways': [],
    'GET /api/v1/externalGateways/{id}': [],
    'POST /api/v1/externalGateways': [],
    'PUT /api/v1/externalGateways': [],
    'DELETE /api/v1/externalGateways/{id}': [],
    'PUT /api/v1/overlay/routing': [],
    'PUT /api/v1/overlay/security': [],
    'PUT /api/v1/overlay/vrrp_profile': [],
    'PUT /api/v1/timeSynchro': [],
    'PUT /api/v1/localBreakout': [],
    'GET /api/v1/overlay/cloudMesh': [],
    'GET /api/v1/firewall/vpn/zones': [],
    'GET /api/v1/firewall/vpn/zones/{id}': [],
    'POST /api/v1/firewall/vpn/zones': [],
    'PUT /api/v1/firewall/vpn/zones': [],
    'DELETE /api/v1/firewall/vpn/zones/{id}': [],
    'GET /api/v1/firewall/apps/saas': [],
    'GET /api/v1/firewall/vpn/policies': [],
    'GET /api/v1/firewall/vpn/policies/{id}': [],
    'PUT /api/v1/firewall/vpn/policies': [],
    'GET /api/v1/firewall/internet/policies': [],
    'GET /api/v1/firewall/internet/policies/{id}': [],
    'PUT /api/v1/firewall/internet/policies': [],
    'GET /api/v1/firewall/appsets/saas': [],
    'GET /api/v1/firewall/appsets/portBased': [],
    'GET /api/v1/firewall/appsets/{id}': [],
    'POST /api/v1/firewall/appsets': [],
    'PUT /api/v1/firewall/appsets': [],
    'DELETE /api/v1/firewall/appsets/{id}': [],
    'GET /api/v1/stats': [],
    'GET /supervision/alerting-config/{overlay}/api/v1/alertSummary': [],
    'POST /api/reporting/v1/overlays/{overlay}/context': [],
  },
  'what the specifications leave open': {
    'POST /api/licensing/v2/licenses/cmd/assign/{tenantId}': [],
    'POST /api/licensing/v2/licenses/cmd/unassign/{tenantId}': [],
    'PATCH /api/v1/requests': [],
    'PUT /api/v1/localBreakout': [],
    'GET /api/v1/overlay/cloudMesh': [],
    'GET /api/v1/stats': [],
    'GET /api/v1/userroles/{oid}': [],
    'GET /api/v1/profile': [],
    'PUT /api/v1/profile': [],
    'GET /healthz': [],
    'GET /readyz': [],
  },
}

describe.each(Object.keys(calls))('the calls of %s', (section) => {
  for (const [call, told] of Object.entries(calls[section] ?? {})) {
    const [method = '', path = ''] = call.split(' ')
    it(call, () => {
      const query = queryOf(method, path)
      expect(query, `${call} is no call of the service`).toBeDefined()
      expect(query).toEqual(expect.arrayContaining(told))
    })
  }
})
