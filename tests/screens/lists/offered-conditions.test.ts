import { describe, expect, it } from 'vitest'
import { recordFields, walkOf, withInner } from '../../../renderer/filter-builder/filter-fields.ts'
import type { RendererHost } from '../../../renderer/host.tsx'
import { readFilter } from '../../../server/entities/filter/read-filter.ts'
import { filterReader } from '../../../server/entities/filter/filter-reader.ts'
import type { FilterReader } from '../../../server/entities/filter/reach.ts'
import { resolveFilter } from '../../../server/entities/filter/resolve-filter.ts'
import { createCatalogue } from '../../../server/entities/model/entity-model.ts'
import { HttpProblem } from '../../../server/plugins/problem.ts'
import type { Caller, Rights, TenantNode } from '../../../server/policies/caller.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'

const schemas = entitySchemas as Record<string, EntitySchema>
const catalogue = createCatalogue(schemas, Object.fromEntries(Object.keys(schemas).map((name) => [name, () => []])))
const can = new Proxy({}, { get: () => true })
const host = {
  t: (key: string) => key,
  hasText: () => false,
  ruleContext: () => ({
    can,
    feature: { sdi: true, cloud_security: true },
    editor: {},
    user: { oid: 'u' },
    tenant: { oid: 't', name: 'T', type: 'managed_customer' },
  }),
} as unknown as RendererHost
const readIn = {
  caller: { oid: 'u' } as Caller,
  rights: { has: () => true, can: () => can } as unknown as Rights,
  tenant: {
    oid: 't',
    name: 'T',
    type: 'managed_customer',
    features: { sdi: 'enabled', cloud_security: 'enabled' },
    ancestors: [],
  } as unknown as TenantNode,
}

/** What the builder offers on the records of an entity, those of references included. */
const offered = (name: string) => withInner(recordFields(walkOf(schemas[name] as EntitySchema, host, (entity) => schemas[entity])))

function isRead(selector: string, reader: FilterReader): boolean {
  try {
    resolveFilter(readFilter(`${selector}=isnull=true`), reader)
    return true
  } catch (error) {
    if (error instanceof HttpProblem) return false
    throw error
  }
}

describe('what conditions are offered', () => {
  const overlays = Object.entries(schemas).filter(
    ([, { 'x-entity': meta }]) => meta.scope === 'overlay' && meta.rowsOf === undefined && !meta.command,
  )

  it.each(overlays.map(([name]) => name))('on %s, the service reads', (name) => {
    const reader = filterReader(catalogue.model(name), readIn)
    const refused = offered(name)
      .flatMap(({ selector, reference }) => [selector, ...(reference ? [reference.selector] : [])])
      .filter((selector) => !isRead(selector, reader))
    expect(refused).toEqual([])
  })

  it('reach into the records that references lead to', () => {
    const selectors = offered('edge-box').map(({ selector }) => selector)
    expect(selectors).toContain('wans.wan1.transportNetwork.eligibleDti')
  })
})
