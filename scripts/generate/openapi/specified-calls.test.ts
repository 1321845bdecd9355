import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FactId } from '../../../tests/proofs/facts.ts'

interface Operation {
  parameters?: { $ref?: string; name?: string; in?: string }[]
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'generated', 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { parameters?: Record<string, { name: string; in: string }> }
}

/** A path without the names of its parameters, e.g. `/sites/{}/subnets`. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

/** The documented query parameters of a call; `undefined` if the document has no such call. */
function queryOf(method: string, path: string): string[] | undefined {
  const [, operations] = Object.entries(document.paths).find(([one]) => shapeOf(one) === shapeOf(path)) ?? []
  const operation = operations?.[method.toLowerCase()]
  if (!operation) return undefined
  return (operation.parameters ?? []).flatMap(({ $ref, ...inline }) => {
    const parameter = $ref === undefined ? inline : document.components.parameters?.[$ref.split('/').at(-1) ?? '']
    return parameter?.in === 'query' ? [parameter.name ?? ''] : []
  })
}

const list = ['page', 'size', 'filter', 'sort', 'condition']

/** Calls of sections 7, with the facts that specify them and their query parameters. `openapi.test.ts` proves that the document matches the service. */
const calls: Record<string, Record<string, [facts: FactId[], query?: string[]]>> = {
  'S0 section 7': {
    'GET /api/user/v1/context': [['S0-7.11']],
    'GET /api/user/v2/info': [['S0-7.12']],
    'GET /api/user/v2/context': [['S0-7.13'], ['tenantOid', 'resource']],
    'GET /api/user/v2/tenants': [
      ['S0-7.14', 'S2-7.51'],
      ['page', 'size', 'filter'],
    ],
    'GET /api/v1/partners': [['S0-7.15'], ['parentTenantOid']],
    'GET /api/v1/partners/{oid}': [['S0-7.16']],
    'POST /api/v1/partners': [['S0-7.17']],
    'PUT /api/v1/partners': [['S0-7.18']],
    'DELETE /api/v1/partners': [['S0-7.19']],
    'GET /api/v1/customers': [['S0-7.20'], ['parentTenantOid']],
    'GET /api/v1/customers/{oid}': [['S0-7.21']],
    'POST /api/v1/customers': [['S0-7.22']],
    'PUT /api/v1/customers': [['S0-7.23']],
    'DELETE /api/v1/customers': [['S0-7.24']],
    'GET /api/v1/requests': [['S0-7.25'], ['tenantOid']],
    'GET /api/v1/requests/{oid}': [['S0-7.26']],
    'PATCH /api/v1/requests': [['S0-7.27']],
    'DELETE /api/v1/requests': [['S0-7.28']],
    'GET /api/v1/userroles': [['S0-7.29'], ['parentTenantOid']],
    'GET /api/v1/userroles/{oid}': [['S0-7.30']],
    'POST /api/v1/userroles': [['S0-7.31']],
    'PUT /api/v1/userroles': [['S0-7.32']],
    'DELETE /api/v1/userroles': [['S0-7.33']],
    'GET /api/v1/profile': [['S0-7.34']],
    'PUT /api/v1/profile': [['S0-7.35']],
    'GET /api/v1/settings/{tenantOid}': [['S0-7.36']],
    'PUT /api/v1/settings': [['S0-7.37']],
    'GET /api/v1/cloudSecSettings/{tenantOid}': [['S0-7.38']],
    'PUT /api/v1/cloudSecSettings': [['S0-7.39']],
    'POST /api/v1/cloudSecSettings/refreshCloudsec/{tenantOid}': [['S0-7.40']],
    'GET /api/inventory/v1/appliances/{tenantOid}': [['S0-7.41'], list],
    'GET /api/ztp/v1/appliances/{id}': [['S0-7.42'], ['tenantOid']],
    'POST /api/ztp/v1/appliances': [['S0-7.43'], ['tenantOid']],
    'PUT /api/ztp/v1/appliances': [['S0-7.44'], ['tenantOid']],
    'DELETE /api/ztp/v1/appliances': [['S0-7.45']],
    'GET /api/licensing/v2/licenses/inventory/{tenantOid}': [['S0-7.46'], list],
    'POST /api/licensing/v2/licenses/cmd/summary/{tenantId}': [['S0-7.47']],
    'POST /api/licensing/v2/licenses/cmd/update/{tenantId}': [['S0-7.48']],
    'POST /api/licensing/v2/licenses/cmd/create/{tenantId}': [['S0-7.49']],
    'POST /api/licensing/v2/licenses/cmd/split/{tenantId}': [['S0-7.50']],
    'POST /api/licensing/v2/licenses/cmd/delete/{tenantId}': [['S0-7.51']],
    'GET /journal/api/v1/journal/entries/{tenantOid}/{theme}': [['S0-7.52'], ['limit', 'sort', 'filter']],
    'GET /toc.json': [['S0-7.53', 'S2-7.52']],
  },
  'S1 section 7': {
    'GET /api/v1/edgeBoxes': [['S1-7.3', 'S2-7.28'], ['filter']],
    'GET /api/v1/edgeBoxes/{id}': [['S1-7.4']],
    'POST /api/v1/edgeBoxes': [['S1-7.5']],
    'PUT /api/v1/edgeBoxes': [['S1-7.6']],
    'DELETE /api/v1/edgeBoxes/{id}': [['S1-7.7']],
    'GET /api/v1/teleEngines': [['S1-7.8']],
    'GET /api/v1/teleEngines/{id}': [['S1-7.9']],
    'POST /api/v1/teleEngines': [['S1-7.10']],
    'PUT /api/v1/teleEngines': [['S1-7.11']],
    'DELETE /api/v1/teleEngines/{id}': [['S1-7.12']],
    'GET /api/v1/ipEngines/synthesis': [['S1-7.13'], list],
    'GET /api/v1/ipEngines/synthesis/{filter}': [['S1-7.14']],
    'GET /api/v1/colorings': [['S1-7.15']],
    'GET /api/v1/transportNetworks/full': [['S1-7.16', 'S2-7.26']],
    'GET /api/v1/transportNetworks/full/teleEngine': [['S1-7.17']],
    'PUT /api/v1/transportNetworks': [['S1-7.18', 'S2-7.27']],
    'GET /api/v1/wanEndpoints': [['S1-7.19']],
    'GET /api/v1/sites': [['S1-7.20']],
    'GET /api/v1/sites/{id}/ibgpEdgeBoxEndpoints': [['S1-7.21']],
    'GET /api/v1/sites/{id}/subnets': [['S1-7.22']],
    'GET /api/v1/appliances': [['S1-7.23']],
    'GET /api/v1/syslogServer': [['S1-7.24', 'S2-7.18']],
    'GET /api/v1/syslogServer/{id}': [['S1-7.25', 'S2-7.19']],
    'PUT /api/v1/syslogServer': [['S1-7.26', 'S2-7.20']],
    'GET /api/v1/cloudsec/regions': [['S1-7.27']],
    'GET /api/v1/sdi/pops': [['S1-7.28']],
    'GET /api/v1/sdi/settings': [['S1-7.29']],
    'GET /api/v1/overlay/vrrp_profile': [['S1-7.30', 'S2-7.11']],
    'GET /api/v1/overlay/routing': [['S1-7.31', 'S2-7.7']],
    'GET /api/v1/overlay/security': [['S1-7.32', 'S2-7.9']],
    'GET /api/v1/timeSynchro': [['S1-7.33', 'S2-7.13']],
    'GET /api/v1/localBreakout': [['S1-7.34', 'S2-7.15']],
    'GET /networkConfiguration/v1/ihap/profiles': [['S1-7.35', 'S2-7.21']],
    'POST /networkConfiguration/v1/ihap/profiles': [['S1-7.36', 'S2-7.22']],
    'PUT /networkConfiguration/v1/ihap/profiles': [['S1-7.37', 'S2-7.23']],
    'GET /networkConfiguration/v1/ihap/profiles/{id}': [['S1-7.38', 'S2-7.24']],
    'DELETE /networkConfiguration/v1/ihap/profiles/{id}': [['S1-7.39', 'S2-7.25']],
    'POST /livemon/v1/{overlay}/sessions': [['S1-7.40', 'S2-7.49']],
    'GET /livemon/v1/{overlay}/view/{oid}/': [['S1-7.41', 'S2-7.50']],
  },
  'S2 section 7': {
    'GET /api/v1/externalGateways': [['S2-7.2']],
    'GET /api/v1/externalGateways/{id}': [['S2-7.3']],
    'POST /api/v1/externalGateways': [['S2-7.4']],
    'PUT /api/v1/externalGateways': [['S2-7.5']],
    'DELETE /api/v1/externalGateways/{id}': [['S2-7.6']],
    'PUT /api/v1/overlay/routing': [['S2-7.8']],
    'PUT /api/v1/overlay/security': [['S2-7.10']],
    'PUT /api/v1/overlay/vrrp_profile': [['S2-7.12']],
    'PUT /api/v1/timeSynchro': [['S2-7.14']],
    'PUT /api/v1/localBreakout': [['S2-7.16']],
    'GET /api/v1/overlay/cloudMesh': [['S2-7.17']],
    'GET /api/v1/firewall/vpn/zones': [['S2-7.29']],
    'GET /api/v1/firewall/vpn/zones/{id}': [['S2-7.30']],
    'POST /api/v1/firewall/vpn/zones': [['S2-7.31']],
    'PUT /api/v1/firewall/vpn/zones': [['S2-7.32']],
    'DELETE /api/v1/firewall/vpn/zones/{id}': [['S2-7.33']],
    'GET /api/v1/firewall/apps/saas': [['S2-7.34']],
    'GET /api/v1/firewall/vpn/policies': [['S2-7.35']],
    'GET /api/v1/firewall/vpn/policies/{id}': [['S2-7.36']],
    'PUT /api/v1/firewall/vpn/policies': [['S2-7.37']],
    'GET /api/v1/firewall/internet/policies': [['S2-7.38']],
    'GET /api/v1/firewall/internet/policies/{id}': [['S2-7.39']],
    'PUT /api/v1/firewall/internet/policies': [['S2-7.40']],
    'GET /api/v1/firewall/appsets/saas': [['S2-7.41']],
    'GET /api/v1/firewall/appsets/portBased': [['S2-7.42']],
    'GET /api/v1/firewall/appsets/{id}': [['S2-7.43']],
    'POST /api/v1/firewall/appsets': [['S2-7.44']],
    'PUT /api/v1/firewall/appsets': [['S2-7.45']],
    'DELETE /api/v1/firewall/appsets/{id}': [['S2-7.46']],
    'GET /api/v1/stats': [['S2-7.47']],
    'GET /supervision/alerting-config/{overlay}/api/v1/alertSummary': [['S2-7.48']],
    'POST /api/reporting/v1/overlays/{overlay}/context': [['S2-7.53']],
  },
  'what the specifications leave open': {
    'POST /api/licensing/v2/licenses/cmd/assign/{tenantId}': [['D-2.9']],
    'POST /api/licensing/v2/licenses/cmd/unassign/{tenantId}': [['D-2.9']],
    'PATCH /api/v1/requests': [['D-2.10']],
    'PUT /api/v1/localBreakout': [['D-2.11']],
    'GET /api/v1/overlay/cloudMesh': [['D-2.12']],
    'GET /api/v1/stats': [['D-2.13']],
    'GET /api/v1/userroles/{oid}': [[]],
    'GET /api/v1/profile': [['D-2.14']],
    'PUT /api/v1/profile': [['D-2.14']],
    'GET /healthz': [['D-2.15']],
    'GET /readyz': [['D-2.16']],
  },
}

describe.each(Object.keys(calls))('the documented calls of %s', (section) => {
  for (const [call, [facts, specified = []]] of Object.entries(calls[section] ?? {})) {
    const [method = '', path = ''] = call.split(' ')
    it(call, { tags: facts }, () => {
      const query = queryOf(method, path)
      expect(query, `${call} is no call of the service`).toBeDefined()
      expect(query).toEqual(expect.arrayContaining(specified))
    })
  }
})
