import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntityModel } from '../../../server/entities/model/entity-model.ts'
import type { SampleContext } from '../../../schemas/rules/checks/samples.ts'
import { expandSamples } from '../../../schemas/rules/checks/whole-samples.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import { fieldAt } from '../../../server/entities/model/field-at.ts'
import { orderKey } from '../../../schemas/filter/order-key.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { dottedPath, fieldsOf, fieldValue, topLevelField, withFieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { FactId } from '../../proofs/facts.ts'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { stockAppliance } from '../../support/browser/devices.ts'
import { callsOf, UUID_V7, type EntityCalls } from '../../support/api/entity-calls.ts'
import { isCreatable } from '../../support/api/made-by-calls.ts'
import { plantReferences, sampleFileOf, setFeatures, deleteReferences } from '../../support/samples/sample-fixtures.ts'
import { changeOf, sampleRecord } from '../../support/samples/sample-record.ts'
import { canRunAsPlatformOwner, tenantOf, withTenants } from '../../support/samples/sample-tenants.ts'

const written = Object.values<EntitySchema>(entitySchemas)
  .filter(isCreatable)
  .map((schema) => schema['x-entity'])
const readOnly = Object.values(entitySchemas)
  .map((schema) => schema['x-entity'])
  .filter((meta) => meta.readOnly === true && meta.command === undefined && meta.writtenByCommands !== true && meta.singleton !== true)

/** Facts about the records and calls of one entity. */
const facts: Partial<Record<string, FactId[]>> = {
  appliance: ['S0-3.20'],
  'application-set': ['S2-3.30', 'S2-7.41', 'S2-7.42', 'S2-7.43', 'S2-7.44', 'S2-7.45', 'S2-7.46'],
  'cloud-security-region': ['S1-3.22'],
  coloring: ['S1-3.24'],
  customer: ['S0-3.10', 'S0-7.20', 'S0-7.21', 'S0-7.22', 'S0-7.23', 'S0-7.24'],
  'edge-box': ['S1-3.2', 'S1-3.4', 'S1-7.4', 'S1-7.5', 'S1-7.6'],
  'external-gateway': ['S2-3.17'],
  'firewall-vpn-zone': ['S2-3.6', 'S2-3.27', 'S2-7.29', 'S2-7.30', 'S2-7.31', 'S2-7.32', 'S2-7.33'],
  'ihap-profile': ['S1-3.28', 'S2-3.24', 'S2-4.53'],
  partner: ['S0-3.5', 'S0-7.15', 'S0-7.16', 'S0-7.17', 'S0-7.18', 'S0-7.19'],
  'sdi-pop': ['S1-3.23'],
  site: ['S1-3.25'],
  'syslog-server': ['S1-3.21', 'S2-3.23'],
  'tele-engine': ['S1-3.30', 'S1-7.8', 'S1-7.9', 'S1-7.10', 'S1-7.11'],
  'transport-network': ['S1-3.19', 'S2-3.26'],
  'user-role': ['S0-3.13', 'S0-7.29'],
  'vrrp-profile': ['S1-3.27', 'S2-3.25'],
}

describe.each(places)('every entity on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
  })
  afterAll(() => world.dispose())

  const modelOf = (name: string): EntityModel => catalogueOf(world.database).model(name)

  describe.each(written)('$name', ({ name, route, scope, parent, theme }) => {
    let calls: EntityCalls
    beforeAll(() => {
      calls = callsOf(world, modelOf(name).schema)
    })
    const list = (...query: string[]): Promise<Answer> => calls.list(...query)
    const readOne = (oid: unknown): Promise<Answer> => calls.read(oid)
    const send = (method: string, data: Rec[], ...query: string[]): Promise<Answer> => calls.send(method, data, ...query)
    const accepted = (): Promise<Rec> => calls.validRecord()
    const created = (): Promise<Rec> => calls.create()

    if (scope === 'tenant' && parent === undefined)
      it('requires a tenant for a new record', async () => {
        const { status, body } = await world.call('POST', route, { body: { data: [sampleRecord(modelOf(name).schema, 'homeless')] } })
        expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer: '/data/0', key: 'service.tenant.missing' })]])
      })

    it('is created, read, listed, changed and deleted', { tags: [...(facts[name] ?? []), 'D-4.1'] }, async () => {
      const record = await created()
      const [field, value] = changeOf(modelOf(name).schema, record)
      expect(record).toMatchObject({ oid: UUID_V7, revision: 1, can: expect.any(Object), lastModified: { user: 'Olga Owner' } })
      expect((await readOne(record['oid'])).body.data).toEqual([record])
      expect((await list(`filter=oid==${String(record['oid'])}`)).body.data).toEqual([record])
      const changed = await send('PUT', [withFieldValue({ oid: record['oid'], revision: 1 }, field, value)])
      expect(changed).toMatchObject({
        status: 200,
        body: { data: [{ ...withFieldValue(changedPart(record), field, value), revision: 2 }] },
      })
      expect((await send('DELETE', [{ oid: record['oid'], revision: 2 }])).status).toBe(200)
      expect((await readOne(record['oid'])).status).toBe(404)
    })

    it('accepts its valid samples and refuses the invalid ones with the expected error', { tags: ['S1-6.5', 'D-3.6'] }, async () => {
      const file = sampleFileOf(name)
      const home = scope === 'overlay' ? (world.oid['otherCustomer'] ?? '') : calls.tenantOid
      const oids = scope === 'overlay' ? await plantReferences(world, file, { overlayOid: home }) : undefined
      const samples = expandSamples(file, oids)
      const refusals = async (record: Rec, context: SampleContext = {}): Promise<unknown> => {
        if (scope === 'overlay') await setFeatures(world, home, { ...samples.context.feature, ...context.feature })
        const item = { entity: name, action: 'create', changes: withTenants(record, { samples, parent, oid: world.oid }) }
        const plan = { items: [item], source: 'api', tenantOid: home }
        const { status, body } = await world.call('POST', '/api/v1/plans?dryRun=true', { body: plan })
        expect(status).toBe(200)
        return body.items[0]?.['errors'] ?? []
      }
      const hasTenant = (record: Rec): boolean => parent === undefined || tenantOf(samples, record[parent]) !== undefined
      for (const { about, record, context } of samples.valid.filter(({ context: own }) => canRunAsPlatformOwner(own, scope)))
        expect(await refusals(record, context), about).toEqual([])
      // Rules about tenants refer to the tenants of the samples, which do not exist here.
      const cases = Object.values(samples.references?.['tenant'] === undefined ? samples.rules : {})
        .flatMap(({ accepts, refuses }) => [accepts, refuses])
        .filter(({ context: own, stored }) => canRunAsPlatformOwner(own, scope) && stored === undefined)
      for (const { about, send: record, refused, context } of cases) {
        const expected = refused && [expect.objectContaining({ pointer: `/items/0/changes${refused.pointer}`, key: refused.key })]
        expect(await refusals(record, context), about).toEqual(expected ? expect.arrayContaining(expected) : [])
      }
      const invalid = samples.invalid.filter(
        ({ key, context: own, record }) => canRunAsPlatformOwner(own, scope) && key.startsWith('validation.') && hasTenant(record),
      )
      expect(invalid.length).toBeGreaterThan(0)
      for (const { about, record, pointer, key, context } of invalid) {
        const refusal = expect.objectContaining({ pointer: `/items/0/changes${pointer}`, key })
        expect(await refusals(record, context), about).toEqual(expect.arrayContaining([refusal]))
      }
      if (oids) await deleteReferences(world, file, oids)
    })

    it('refuses a stale revision with the current record, and a missing revision', { tags: ['S1-3.4', 'S2-3.2', 'D-3.1'] }, async () => {
      const record = await created()
      const { oid } = record
      const [field, value] = changeOf(modelOf(name).schema, record)
      const [, late] = changeOf(modelOf(name).schema, record, 2)
      const ofOlga = { lastModified: { user: 'Olga Owner' } }
      expect((await send('PATCH', [withFieldValue({ oid, revision: 1 }, field, value)])).status).toBe(200)
      expect(await send('PUT', [withFieldValue({ oid, revision: 1 }, field, late)])).toMatchObject({
        status: 409,
        body: { current: [withFieldValue({ ...ofOlga, oid, revision: 2 }, field, value)], errors: [{ pointer: '/data/0' }] },
      })
      for (const call of ['PUT', 'DELETE']) expect(await send(call, [withFieldValue({ oid }, field, late)])).toMatchObject({ status: 428 })
    })

    it('stores nothing in a dry run, and responds as the real call does', { tags: ['D-3.4'] }, async () => {
      const record = await accepted()
      const dry = await send('POST', [record], 'dryRun=true')
      expect(dry.body).toMatchObject({ dryRun: true, data: [{ revision: 1 }] })
      expect((await readOne(dry.body.data[0]?.['oid'])).status).toBe(404)
      const real = await send('POST', [record])
      // Identifiers that the service generates differ between the calls.
      const sent = JSON.stringify(record)
      const { properties } = modelOf(name).schema
      const timestamps = Object.fromEntries(
        Object.keys(properties).flatMap((field) => (properties[field]?.format === 'date-time' ? [[field, '']] : [])),
      )
      const withoutGenerated = (answer: Answer): Rec =>
        JSON.parse(
          JSON.stringify({ ...answer.body.data[0], ...timestamps, lastModified: '' }).replaceAll(IDENTIFIER, (oid) =>
            sent.includes(oid) ? oid : '',
          ),
        ) as Rec
      expect(withoutGenerated(real)).toEqual(withoutGenerated(dry))
    })

    it('stores all records of a call or none', { tags: ['D-3.3'] }, async () => {
      const good = await accepted()
      const { meta, schema } = modelOf(name)
      const label = schema.required.includes(meta.label) ? meta.label : (schema.required.find((one) => one !== parent) ?? '')
      const { status, body } = await send('POST', [good, { ...good, [label]: '' }])
      expect(status).toBe(400)
      expect(body.errors).toContainEqual(expect.objectContaining({ pointer: `/data/1/${label}`, key: 'validation.field.mandatory' }))
      expect((await list(`filter=${label}=="${String(good[label])}"`)).body.meta['totalCount']).toBe(0)
    })

    it('refuses an unknown field, suggesting the nearest, and text with a null character', async () => {
      const record = await accepted()
      const { label } = modelOf(name).meta
      const misspelt = `${label}x`
      expect((await send('POST', [{ ...record, [misspelt]: 1 }])).body.errors).toContainEqual(
        expect.objectContaining({ pointer: `/data/0/${misspelt}`, params: expect.objectContaining({ nearest: label }) }),
      )
      expect(await send('POST', [{ ...record, [label]: 'a\u0000b' }])).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: `/data/0/${label}` }] },
      })
    })

    it('refuses a second record with the same unique values, stored or in the same call', async () => {
      const { unique } = modelOf(name)
      if (unique.length === 0) return
      const record = await accepted()
      const errors = unique.map(({ because, fields }) => ({ key: because, pointer: expect.stringMatching(`/${fields.at(-1)}$`) }))
      const again = withFieldsOf(
        record,
        await accepted(),
        unique.flatMap(({ fields }) => fields),
      )
      expect(await send('POST', [record, again])).toMatchObject({ status: 400, body: { errors } })
      expect((await send('POST', [record])).status).toBe(201)
      expect(await send('POST', [again])).toMatchObject({ status: 400, body: { errors } })
    })

    it('swaps unique values within one call, or refuses to if they are immutable', async () => {
      const { unique: keys, schema } = modelOf(name)
      const isFrozen = ({ fields }: { fields: readonly string[] }): boolean =>
        schema.properties[fields.at(-1) ?? '']?.['x-frozen'] !== undefined
      const unique = keys.find((key) => !isFrozen(key)) ?? keys[0]
      const field = unique?.fields.at(-1)
      if (unique === undefined || field === undefined) return
      const first = await created()
      const [second] = (await send('POST', [withFieldsOf(first, await accepted(), unique.fields.slice(0, -1))])).body.data
      const swap = [
        { oid: first['oid'], revision: 1, [field]: second?.[field] },
        { oid: second?.['oid'], revision: 1, [field]: first[field] },
      ]
      const swapped = await send('PUT', swap)
      if (isFrozen(unique)) {
        const errors = [0, 1].map((index) => ({ pointer: `/data/${index}/${field}`, key: 'validation.field.frozen' }))
        expect(swapped).toMatchObject({ status: 400, body: { errors } })
        return
      }
      expect(swapped).toMatchObject({
        status: 200,
        body: { data: [{ [field]: second?.[field] }, { [field]: first[field] }] },
      })
    })

    it('repeats its response to a repeated call, and refuses the idempotency key for another call', { tags: ['D-3.5'] }, async () => {
      const record = await accepted()
      const call = (data: Rec[]): Promise<Answer> =>
        world.call('POST', calls.collectionUrl(), { body: { data }, headers: { ...calls.headers, 'idempotency-key': `key-${name}` } })
      const first = await call([record])
      expect(first.status).toBe(201)
      expect(await call([record])).toEqual(first)
      expect((await call([{ ...record, [modelOf(name).meta.label]: 'other' }])).status).toBe(422)
    })

    it('refuses sorts, tabs, pages and filters that do not exist', { tags: ['D-2.3'] }, async () => {
      for (const query of [
        'sort=nonsense',
        'condition=nonsense',
        'page=0',
        'size=1001',
        'page=x',
        'filter=nonsense==1',
        'filter=(',
        'filter=oid=foo=1',
      ]) {
        expect((await list(query)).status, query).toBe(400)
      }
    })

    it('sorts by every sort field, counts its tabs, and pages without gaps', { tags: ['D-2.3'] }, async () => {
      await created()
      const oids = async (...query: string[]): Promise<unknown[]> => (await list(...query)).body.data.map(({ oid }) => oid)
      for (const sort of modelOf(name).schema['x-sort']) {
        const up = await oids(`sort=${sort}`, 'size=1000')
        const values = (await list(`sort=${sort}`, 'size=1000')).body.data.flatMap((record) => keyOf(fieldValue(record, sort)) ?? [])
        expect(values, sort).toEqual(values.toSorted((a, b) => (a < b ? -1 : Number(a > b))))
        expect((await oids(`sort=-${sort}`, 'size=1000')).toReversed(), sort).toEqual(up)
        const paged = await Promise.all([1, 2, 3].map((page) => oids(`sort=${sort}`, `page=${page}`, 'size=1')))
        expect(paged.flat()).toEqual(up.slice(0, 3))
      }
      const { meta } = (await list()).body
      for (const tab of Object.keys(modelOf(name).schema['x-conditions'] ?? {})) {
        const { body } = await list(`condition=${tab}`, 'size=1000')
        expect([body.data.length, body.meta['totalCount']], tab).toEqual([meta.counts[tab], meta.counts[tab]])
      }
    })

    it('is found by a filter on every filterable field, and by search', { tags: ['S0-7.5'] }, async () => {
      const record = await created()
      const model = modelOf(name)
      const paths = fieldsOf(model.schema).map(([path]) => path)
      for (const path of paths) {
        const field = fieldAt(model, path)
        const value = fieldValue(record, path)
        if (field?.sql === undefined || field.read !== undefined || field.type === 'json' || value === undefined || value === null) continue
        const filter = `${dottedPath(path)}==${JSON.stringify(value)};oid==${String(record['oid'])}`
        expect((await list(`filter=${encodeURIComponent(filter)}`)).body, filter).toMatchObject({ data: [record] })
      }
      const search = model.schema['x-search'].map(
        (path) => `${dottedPath(path)}=ilike=${JSON.stringify(`%${String(fieldValue(record, path))}%`)}`,
      )
      expect((await list(`filter=${encodeURIComponent(`(${search.join(',')})`)}`)).body.data).toContainEqual(record)
    })

    it('writes a journal entry for a change, and can restore the values before it', async () => {
      const record = await created()
      const [field, value] = changeOf(modelOf(name).schema, record)
      await send('PUT', [withFieldValue({ oid: record['oid'], revision: 1 }, field, value)])
      const inField = (nested: unknown): unknown => withFieldValue({}, field, nested)[topLevelField(field)]
      const home = String(record[parent ?? ''] ?? calls.tenantOid)
      const entries = `/journal/api/v1/journal/entries/${home}/${theme}`
      const { body } = await world.call('GET', `${entries}?limit=1&sort=-creationDate&filter=subject.oid==${String(record['oid'])}`)
      expect(body.data).toMatchObject([
        {
          eventType: 'update',
          entity: name,
          eventDetails: { changes: { [topLevelField(field)]: { before: inField(fieldValue(record, field)), after: inField(value) } } },
        },
      ])
      expect((await world.call('POST', `${entries}/${String(body.data[0]?.['id'])}/restore`)).status).toBe(200)
      expect((await readOne(record['oid'])).body.data).toMatchObject([{ ...changedPart(record), revision: 3 }])
    })

    if (scope !== 'overlay') return
    it('exists only in the overlay that the call names', { tags: ['S1-1.4', 'S2-1.3'] }, async () => {
      const record = await created()
      const elsewhere = { 'x-overlay-oid': world.oid['otherCustomer'] ?? '' }
      await setFeatures(world, elsewhere['x-overlay-oid'], sampleFileOf(name).context.feature)
      expect((await world.call('GET', route)).status).toBe(400)
      expect((await world.call('POST', route, { body: { data: [await accepted()] } })).status).toBe(400)
      expect((await world.call('GET', route, { headers: { 'x-overlay-oid': 'platform' } })).status).toBe(403)
      expect((await world.call('GET', `${route}?filter=oid==${String(record['oid'])}`, { headers: elsewhere })).body.data).toEqual([])
      expect((await world.call('GET', `${route}/${String(record['oid'])}`, { headers: elsewhere })).status).toBe(404)
      const change = { data: [{ oid: record['oid'], revision: 1 }] }
      for (const method of ['PUT', 'DELETE'])
        expect((await world.call(method, route, { body: change, headers: elsewhere })).status, method).toBe(404)
    })
  })

  describe.each(readOnly)('$name', ({ route, scope, shared }) => {
    it('can be read but not written', async () => {
      const tenantOid = world.oid['managed'] ?? ''
      const headers: Record<string, string> = scope === 'overlay' ? { 'x-overlay-oid': tenantOid } : {}
      await stockAppliance(world, { tenantOid, oid: 'stocked' }, { serialNumber: 'stocked', status: 'installed' })
      const here = (await world.call('GET', route, { headers })).body.data
      expect(here.length).toBeGreaterThan(0)
      expect((await world.call('POST', route, { body: { data: [{}] }, headers })).status).toBe(404)
      if (scope !== 'overlay') return
      expect((await world.call('GET', route)).status).toBe(400)
      const other = { 'x-overlay-oid': world.oid['diy'] ?? '' }
      expect((await world.call('GET', route, { headers: other })).body.data).toEqual(shared === true ? here : [])
    })
  })
})

const IDENTIFIER = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The sort key of a value; missing values come last. */
function keyOf(value: unknown): string | number | undefined {
  if (typeof value === 'string') return orderKey(value)
  return value === undefined || value === null ? undefined : Number(value)
}

/** The record without the fields that every change updates. */
function changedPart(record: Rec): Rec {
  const { can: _can, lastModified: _modified, updatedAt: _updated, ...rest } = record
  return rest
}

/** The second record with the given fields of the first. */
function withFieldsOf(first: Rec, second: Rec, paths: readonly string[]): Rec {
  return paths.reduce((record, path) => withFieldValue(record, path, fieldValue(first, path)), second)
}
