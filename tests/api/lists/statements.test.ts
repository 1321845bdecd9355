import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { operationsOn } from '../../../schemas/rights/rights.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'
import { plantRow } from '../../support/api/licences.ts'
import { stockAppliance } from '../../support/browser/devices.ts'
import { recordSchemas } from '../../support/samples/record-schemas.ts'
import { callsOf } from '../../support/api/entity-calls.ts'
import { newPairOid } from '../../support/api/pairs.ts'
import { plantApplication, plantRecord } from '../../support/api/live-boxes.ts'
import { isCreatable } from '../../support/api/made-by-calls.ts'
import { sampleRecord } from '../../support/samples/sample-record.ts'
import pinned from './statement-counts.json' with { type: 'json' }

/** By entity and kind of call, not counting the statements that load the caller and change what the connection may see. */
const { 'every entity': usual, ...others } = pinned as Record<string, Record<string, number>>

/** Tenants below the platform owner's, from the top down. */
const family = [
  { name: 'vad', type: 'vad' },
  { name: 'msp', type: 'msp' },
  { name: 'managed', type: 'managed_customer' },
] as const

interface ListCall {
  url: string
  headers: Record<string, string>
  /** Mail address of the caller. @default the platform owner's */
  as?: string
}

describe.each(places)('statements of a list call on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place, { distributed: false })
  })
  afterAll(() => world.dispose())

  /** The number of statements of a call that is made for the second time. */
  async function statementsOf({ url, headers, as = OWNER }: ListCall): Promise<number> {
    await world.call('GET', url, { headers, as })
    const caller = await world.caller(as)
    await world.database.withScope(caller.scopes(), async () => undefined)
    const seen: string[] = []
    const stop = world.database.onStatement((text) => seen.push(text))
    expect((await world.call('GET', url, { headers, as })).status, url).toBe(200)
    stop()
    return seen.filter((text) => !text.includes('load_person')).length
  }

  /** The calls of the entity's lists and editor, by kind; not every entity can be listed across tenants. */
  async function callsTo(schema: EntitySchema): Promise<Record<string, ListCall>> {
    const { route, scope, readOnly, tenantParam = 'tenantOid', resource, singleton, pairs } = schema['x-entity']
    if (singleton === true) {
      const own = String(world.oid['managed'])
      return { one: { url: `${route}/${own}`, headers: scope === 'overlay' ? { 'x-overlay-oid': own } : {} } }
    }
    const { tenantOid, create } = callsOf(world, schema)
    const isOpenToAll = scope !== 'overlay' && (readOnly === true || (await world.caller(OWNER)).rightsOnAll().has(resource, 'list'))
    const below = family.find(
      ({ type, name }) => operationsOn(resource, type).includes('list') && (scope !== 'overlay' || name === 'managed'),
    )
    const data = sampleRecord(schema, 'stored')
    const stored = (): Promise<string> => plantRecord(world.database, { table: schema.$id, overlayOid: tenantOid, data })
    const planted = (): Promise<string> => (pairs === undefined ? stored() : newPairOid(world, schema, tenantOid))
    const example = async (): Promise<unknown> => (isCreatable(schema) ? (await create())['oid'] : planted())
    const oid = String(readOnly ? await readOnlyRecord(schema, tenantOid) : await example())
    /** A caller with a role on exactly this tenant. */
    const as = tenantOid === 'platform' ? OWNER : 'own@world.test'
    if (as !== OWNER) await world.grant(as, tenantOid, 'admin')
    const inTenant = (tenant: string | undefined, query = ''): ListCall => ({
      url: `${route}?${tenantParam}=${tenant}${query}`,
      headers: scope === 'overlay' ? { 'x-overlay-oid': String(tenant) } : {},
    })
    const [searched = '', sorted = ''] = [schema['x-search'][0], schema['x-sort'].at(-1)].map((path) => dottedPath(path ?? ''))
    const own = inTenant(tenantOid)
    return {
      tenant: { ...own, as },
      ...(below && { below: inTenant(world.oid[below.name]) }),
      ...(isOpenToAll && { all: { url: `${route}?size=100`, headers: {} } }),
      ...(searched !== '' && { search: { ...inTenant(tenantOid, `&filter=${encodeURIComponent(`${searched}=ilike="%any%"`)}`), as } }),
      ...(pairs && { matrix: { url: `${route}/matrix`, headers: own.headers, as } }),
      sorted: { ...inTenant(tenantOid, `&sort=-${sorted}&size=5&page=2`), as },
      one: { url: `${route}/${encodeURIComponent(oid)}`, headers: own.headers },
    }
  }

  /** A record of a read-only entity, e.g. a tenant or a device of an overlay. */
  async function readOnlyRecord(
    { 'x-entity': { name, scope, writtenByCommands, shared } }: EntitySchema,
    tenantOid: string,
  ): Promise<string | undefined> {
    if (writtenByCommands) return plantRow(world, name, tenantOid)
    if (shared) return plantApplication(world.database, { name: 'Planted' })
    if (scope !== 'overlay') return world.oid['vad']
    await stockAppliance(world, { tenantOid, oid: 'stocked' }, { serialNumber: 'stocked', status: 'installed' })
    return 'stocked'
  }

  it.each(recordSchemas.map((schema) => ({ name: schema['x-entity'].name, schema })))(
    'are as many as pinned for $name',
    async ({ name, schema }) => {
      const calls = await callsTo(schema)
      const found: Record<string, number> = {}
      for (const [kind, call] of Object.entries(calls)) found[kind] = await statementsOf(call)
      const expected = Object.entries({ ...usual, ...others[name] }).filter(([kind]) => kind in calls)
      expect(found).toEqual(Object.fromEntries(expected))
    },
  )

  it('are pinned at three or fewer, and only for entities that exist', () => {
    const counts = [usual, ...Object.values(others)].flatMap((each) => Object.values(each ?? {}))
    expect(Math.max(...counts)).toBeLessThanOrEqual(3)
    expect(Object.keys(others).filter((name) => !(name in entitySchemas))).toEqual([])
  })
})
