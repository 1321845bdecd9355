import { describe, expect, it } from 'vitest'
import { entityMeta } from '../../../../schemas/generated/entity-meta.ts'
import openApi from '../../../../docs/generated/openapi.json' with { type: 'json' }
import { navigationScreens } from '../../../screen-addresses.ts'
import { usageLines } from './usage-lines.ts'

const place = { url: 'https://console.example', tenantOid: 't-1' }
const listed = navigationScreens.map(({ entity }) => entityMeta[entity]).filter(({ command }) => command === undefined)

describe('lines to copy', () => {
  it('name the overlay of an overlay in its header, and any other tenant as the call does', () => {
    expect(usageLines(entityMeta.site, place).curl).toBe(
      'curl -H "Authorization: Bearer $SDWAN_TOKEN" \\\n  -H "X-Overlay-Oid: t-1" \\\n  "https://console.example/api/v1/sites"',
    )
    expect(usageLines(entityMeta.customer, place).curl).toContain('/api/v1/customers?parentTenantOid=t-1"')
    expect(usageLines(entityMeta.appliance, place).curl).toContain('/api/inventory/v1/appliances/t-1"')
    expect(usageLines(entityMeta.settings, place).typed).toContain(
      `sdwan.GET('/api/v1/settings/{oid}', { params: { path: { oid: 't-1' } } })`,
    )
  })

  it.each(listed.map((meta) => [meta.name, meta] as const))('lead to calls that the description of the API has: %s', (_, meta) => {
    const [, path = ''] = /sdwan\.GET\('([^']+)'/.exec(usageLines(meta, place).typed) ?? []
    const call = (openApi.paths as Record<string, { get?: { parameters?: { name: string; in: string }[] } }>)[path]?.get
    expect([path, call === undefined]).toEqual([path, false])
    const named = (call?.parameters ?? []).filter(({ in: where }) => where !== 'query' || meta.scope !== 'overlay').map(({ name }) => name)
    for (const [name] of usageLines(meta, place).typed.matchAll(/(?<=\{ )[a-zA-Z]*[oO]id(?=:)/g)) expect(named).toContain(name)
  })
})
