import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expandSamples } from '../../../schemas/rules/checks/whole-samples.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import { apiWorld, bothPlaces, type ApiWorld } from '../../support/api/api-world.ts'
import { stockAppliance } from '../../support/browser/devices.ts'
import { plantReferences, sampleFileOf } from '../../support/samples/sample-fixtures.ts'
import { plantRow } from '../../support/api/licences.ts'
import { recordSchemas } from '../../support/samples/record-schemas.ts'
import { callsOf } from '../../support/api/entity-calls.ts'
import { newPairOid } from '../../support/api/pairs.ts'
import { plantApplication, plantRecord } from '../../support/api/live-boxes.ts'
import { isCreatable } from '../../support/api/made-by-calls.ts'
import { sampleRecord } from '../../support/samples/sample-record.ts'

describe.each(bothPlaces)('tenant isolation on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
    for (const name of ['managed', 'otherCustomer'])
      await stockAppliance(world, { tenantOid: world.oid[name] ?? '', oid: `of-${name}` }, { serialNumber: name, status: 'installed' })
  })
  afterAll(() => world.dispose())

  const routes = ['/api/v1/partners', '/api/v1/customers', '/api/v1/tenants']

  it('answers lists of a foreign tenant with the same 404 as lists of a tenant that does not exist', async () => {
    for (const route of routes) {
      const foreign = await world.call('GET', `${route}?parentTenantOid=${world.oid['otherMsp']}`, { as: 'msp@world.test' })
      const unknown = await world.call('GET', `${route}?parentTenantOid=01890000-0000-7000-8000-000000000000`, { as: 'msp@world.test' })
      expect(foreign.status).toBe(404)
      expect({ ...unknown.body, requestId: '' }).toEqual({ ...foreign.body, requestId: '' })
    }
  })

  it.each(['GET one', 'PUT', 'DELETE', 'plan', 'restore', 'undo'])(
    'refuses %s with a foreign identifier and changes nothing',
    async (kind) => {
      const before = await snapshot()
      const customer = world.oid['otherCustomer']
      const data = [{ oid: customer, revision: 1, name: 'taken over' }]
      const calls: Record<string, [string, string, unknown?]> = {
        'GET one': ['GET', `/api/v1/customers/${customer}`],
        PUT: ['PUT', '/api/v1/customers', { data }],
        DELETE: ['DELETE', '/api/v1/customers', { data: [{ oid: customer, revision: 1 }] }],
        plan: [
          'POST',
          '/api/v1/plans',
          { source: 'editor', tenantOid: world.oid['msp'], items: [{ entity: 'customer', action: 'delete', oid: customer, revision: 1 }] },
        ],
        restore: ['POST', `/journal/api/v1/journal/entries/${world.oid['msp']}/Customers/${world.oid['otherMsp']}.1/restore`],
        undo: ['POST', `/journal/api/v1/journal/actions/${await actionOfTree()}/undo?tenantOid=${world.oid['msp']}`],
      }
      const [method, url, body] = calls[kind] ?? ['', '']
      const { status } = await world.call(method, url, { as: 'msp@world.test', ...(body !== undefined && { body }) })
      expect([403, 404]).toContain(status)
      expect(await snapshot()).toEqual(before)
    },
  )

  it('creates nothing below a foreign tenant', async () => {
    const before = await snapshot()
    const body = {
      data: [{ parentOid: world.oid['otherMsp'], name: 'Mole', type: 'managed_customer', contactName: 'M', contactEmail: 'm@world.test' }],
    }
    const { status } = await world.call('POST', '/api/v1/customers', { as: 'msp@world.test', body })
    expect([400, 403, 404]).toContain(status)
    expect(await snapshot()).toEqual(before)
  })

  it.each(recordSchemas.map((schema) => ({ name: schema['x-entity'].name, schema })))(
    'leaks no $name when a query omits the tenant filter: row-level security alone suffices',
    async ({ name, schema }) => {
      const { parent, deletedWithParent, singleton, pairs, shared, creation } = schema['x-entity']
      // The world already has tenants and the devices of two customers. Of every other entity, plant a record of the caller's family and
      // a foreign one.
      if (singleton === true || pairs !== undefined) {
        for (const tenant of ['managed', 'otherCustomer']) {
          const overlayOid = world.oid[tenant] ?? ''
          if (schema['x-entity'].readOnly === true) {
            await plantRecord(world.database, { table: name, overlayOid, data: {} })
            continue
          }
          const file = sampleFileOf(name)
          const changes = expandSamples(file, await plantReferences(world, file, { overlayOid })).valid[0]?.record
          const oid = pairs === undefined ? overlayOid : await newPairOid(world, schema, overlayOid)
          const item = { entity: name, action: 'update', oid, revision: 1, changes }
          const body = { items: [item], source: 'api', tenantOid: world.oid[tenant] }
          expect((await world.call('POST', '/api/v1/plans', { body })).body).toMatchObject({ applied: true })
        }
      } else if (shared === true) {
        await plantApplication(world.database, { name: 'Planted' })
      } else if (creation === false) {
        for (const tenant of ['msp', 'otherMsp'])
          await plantRecord(world.database, { table: name, overlayOid: world.oid[tenant] ?? '', data: sampleRecord(schema, 'planted') })
      } else if (isCreatable(schema) && (parent === undefined || deletedWithParent === true)) {
        await callsOf(world, schema, ['msp', 'managed']).create()
        await callsOf(world, schema, ['otherMsp', 'otherCustomer']).create()
      }
      if (schema['x-entity'].writtenByCommands === true)
        for (const tenant of ['msp', 'otherMsp']) await plantRow(world, name, world.oid[tenant] ?? '')
      await expectNoForeignRow(catalogueOf(world.database).model(name).table)
    },
  )

  it.each(['user_role', 'journal', 'journal_head'])('leaks no row of %s when a query omits the tenant filter', (table) =>
    expectNoForeignRow(table),
  )

  /** Asserts that the service provider sees rows of the table, but none of another family of tenants. */
  async function expectNoForeignRow(table: string): Promise<void> {
    const caller = await world.caller('msp@world.test')
    const paths = await world.database.withScope(
      caller.scopes(),
      async (queries) => (await sql<{ path: string }>`select tenant_path as path from ${sql.raw(table)}`.execute(queries)).rows,
    )
    const reach = caller.scopes()[0]
    const foreign = paths.filter(
      ({ path }) => reach === undefined || (!(path >= reach.from && path < reach.to) && !reach.from.startsWith(path)),
    )
    expect(foreign, table).toEqual([])
    expect(paths.length, table).toBeGreaterThan(0)
  }

  it('leaks neither people nor journal entries when a query omits the tenant filter', async () => {
    const caller = await world.caller('msp@world.test')
    const people = await world.database.withScope(
      caller.scopes(),
      async (queries) => (await sql<{ mail: string }>`select mail from person`.execute(queries)).rows,
    )
    expect(people.map(({ mail }) => mail).filter((mail) => /^(?:other|owner|vad|reseller)/.test(mail))).toEqual([])
    const journal = await world.database.withScope(
      caller.scopes(),
      async (queries) => (await sql<{ tenant_oid: string }>`select distinct tenant_oid from journal`.execute(queries)).rows,
    )
    expect(journal.map(({ tenant_oid }) => tenant_oid)).not.toContain(world.oid['otherMsp'])
  })

  it('updates no row of a foreign tenant when a statement omits the tenant filter', async () => {
    const caller = await world.caller('msp@world.test')
    const changed = await world.database.transaction(caller.scopes(), (queries) =>
      sql`update entity.customer set revision = 99 where oid = ${world.oid['otherCustomer']}`.execute(queries),
    )
    expect(changed.numAffectedRows).toBe(0n)
  })

  it('leaks no row while row-level security is off: the tenant filters of the queries alone suffice', async () => {
    await setRowLevelSecurity('disable')
    try {
      for (const route of routes) {
        const { body } = await world.call('GET', `${route}?parentTenantOid=${world.oid['msp']}&tenantOid=${world.oid['msp']}`, {
          as: 'msp@world.test',
        })
        const names = (body.data ?? []).map(({ name }) => name)
        expect(names).not.toContain('otherMsp')
        expect(names).not.toContain('otherCustomer')
        // Rows that the caller may not read are also dropped after the query; only the count shows what the query found.
        expect(body.meta?.['totalCount'] ?? 0, route).toBe(names.length)
      }
      const journal = await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['msp']}/Customers`, { as: 'msp@world.test' })
      expect(new Set(journal.body.data.map(({ tenant }) => (tenant as { oid: string }).oid))).toEqual(new Set([world.oid['msp']]))
      expect((await world.call('GET', `/api/v1/customers/${world.oid['otherCustomer']}`, { as: 'msp@world.test' })).status).toBe(404)
      const { status } = await world.call('PUT', '/api/v1/customers', {
        as: 'msp@world.test',
        body: { data: [{ oid: world.oid['otherCustomer'], revision: 1, name: 'x' }] },
      })
      expect(status).toBe(404)
    } finally {
      await setRowLevelSecurity('enable')
    }
  })

  it(
    'hides a field from callers who may not read it, in every answer, and never lets them change it',
    { tags: ['S0-2.71', 'S0-6.40'] },
    async () => {
      const [reseller = '', as] = [world.oid['reseller'], 'reseller@world.test']
      const parent = `parentTenantOid=${reseller}`
      const record = {
        parentOid: reseller,
        name: 'Veiled',
        type: 'diy_customer',
        contactName: 'C',
        contactEmail: 'v@world.test',
        apoDomain: 'veil',
      }
      const created = (await world.call('POST', '/api/v1/customers', { body: { data: [record] } })).body.data[0] ?? {}
      expect(created['apoDomain']).toBe('veil')
      const { oid } = created
      const [visible = {}] = (await world.call('GET', `/api/v1/customers/${String(oid)}`, { as })).body.data
      expect(visible).toMatchObject({ name: 'Veiled', can: { update: true } })
      expect(JSON.stringify(visible)).not.toContain('veil"')
      for (const query of ['filter=apoDomain==veil', 'sort=apoDomain', 'filter=apoDomain=ilike=%25'])
        expect((await world.call('GET', `/api/v1/customers?${parent}&${query}`, { as })).status, query).toBe(400)
      const misspelt = await world.call('GET', `/api/v1/customers?${parent}&filter=apoDomai==veil`, { as })
      expect([misspelt.status, JSON.stringify(misspelt.body)]).toEqual([400, expect.not.stringContaining('apoDomain')])
      const put = (data: object, dryRun = false): ReturnType<typeof world.call> =>
        world.call('PUT', `/api/v1/customers${dryRun ? '?dryRun=true' : ''}`, { as, body: { data: [data] } })
      for (const apoDomain of ['mine', 'veil', null, ''])
        expect((await put({ ...visible, apoDomain })).body.errors, String(apoDomain)).toMatchObject([
          { pointer: '/data/0/apoDomain', key: 'validation.field.unknown' },
        ])
      expect(JSON.stringify((await put({ ...visible, apoDomai: 'mine' })).body)).not.toContain('apoDomain')
      const changed = await put({ ...visible, contactName: 'New' })
      expect(changed).toMatchObject({ status: 200, body: { data: [{ contactName: 'New', revision: 2 }] } })
      expect(JSON.stringify(changed.body)).not.toContain('apoDomain')
      expect(JSON.stringify((await put({ oid, revision: 1, contactName: 'Late' })).body)).not.toContain('apoDomain')
      const journal = await world.call('GET', `/journal/api/v1/journal/entries/${reseller}/Customers`, { as })
      expect(journal.body.data[0]).toMatchObject({ eventType: 'update', subject: { name: 'Veiled' } })
      expect(JSON.stringify(journal.body)).not.toMatch(/apoDomain|veil"/)
      expect((await world.call('GET', `/api/v1/customers/${String(oid)}`)).body.data).toMatchObject([
        { apoDomain: 'veil', contactName: 'New' },
      ])
    },
  )

  it('shows nothing to a person with the role no_access', async () => {
    await world.grant('nobody@world.test', world.oid['msp'] ?? '', 'no_access')
    const caller = await world.caller('nobody@world.test')
    const rows = await world.database.withScope(
      caller.scopes(),
      async (queries) => (await sql`select oid from tenant union all select oid from entity.customer`.execute(queries)).rows,
    )
    expect(rows).toEqual([])
    expect((await world.call('GET', `/api/v1/customers?parentTenantOid=${world.oid['msp']}`, { as: 'nobody@world.test' })).status).toBe(404)
  })

  /** The action that created the tenants of this world. */
  async function actionOfTree(): Promise<string> {
    const { body } = await world.call('GET', '/journal/api/v1/journal/entries/platform/Customers')
    return String(body.data[0]?.['actionId'])
  }

  function snapshot(): Promise<unknown> {
    return world.database.asOwner(
      async (queries) =>
        (
          await sql`select 'c' as kind, oid, revision::text, data from entity.customer union all select 'j', tenant_oid, seq::text, entry::jsonb from journal order by 1, 2, 3`.execute(
            queries,
          )
        ).rows,
    )
  }

  async function setRowLevelSecurity(state: 'enable' | 'disable'): Promise<void> {
    await world.database.asOwner(async (queries) => {
      for (const table of ['entity.customer', 'entity.partner', 'journal', 'journal_head', 'tenant', 'user_role', 'person']) {
        await sql.raw(`alter table ${table} ${state} row level security`).execute(queries)
      }
    })
  }
})
