import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../schemas/plan.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { exampleSchema, serviceOf, serviceOn, type ExampleService } from '../../support/api/example-service.ts'

const text = (more: Partial<PropertySchema> = {}): PropertySchema => ({ type: 'string', description: 'A text.', ...more })

function schemaOf(entity: string, properties: Record<string, PropertySchema>): EntitySchema {
  const schema = exampleSchema(entity, {
    properties: { oid: text({ readOnly: true }), name: text({ minLength: 1 }), ...properties },
    required: ['name'],
    search: ['name'],
    unique: [],
    sort: ['name'],
  })
  return {
    ...schema,
    'x-entity': { ...schema['x-entity'], theme: 'Moorings', resource: 'moorings', journalFields: Object.keys(properties).slice(0, 1) },
  }
}

const guarded = { read: { when: { '$can.delete': true }, because: 'mooring.because.code' } }
const earlier = {
  state: { enum: ['let', 'free'], description: 'State.' },
  contactName: text(),
  address: { type: 'object', description: 'Address.', properties: { town: text(), street: text() } },
  code: text({ 'x-access': guarded }),
} satisfies Record<string, PropertySchema>
const berth = schemaOf('berth', earlier)
const before = schemaOf('mooring', earlier)
const now: EntitySchema = {
  ...schemaOf('mooring', {
    condition: { enum: ['taken', 'free'], 'x-was': ['state'], 'x-options': { taken: { 'x-was': ['let'] } }, description: 'State.' },
    contactPerson: text({ 'x-was': ['contactName'] }),
    city: text({ 'x-was': ['/address/town'] }),
    address: { type: 'object', description: 'Address.', properties: { street: text() } },
    secretCode: text({ 'x-access': guarded, 'x-was': ['code'] }),
  }),
  'x-was': ['berth'],
}

type Listed = { data: JournalEntry[] }

describe('the journal of what was called otherwise', () => {
  let world: ExampleService
  let home: string
  let oid: string

  async function call(
    method: string,
    url: string,
    { body, may }: { body?: unknown; may?: string } = {},
  ): Promise<{ status: number; body: Rec }> {
    const headers = may === undefined ? {} : { 'x-may': may }
    const payload = body === undefined ? {} : { payload: body as object }
    const answer = await world.app.inject({ method: method as 'GET', url, headers, ...payload })
    return { status: answer.statusCode, body: JSON.parse(answer.payload) as Rec }
  }
  const send = async (method: string, record: Rec, entity = 'moorings'): Promise<Rec> =>
    ((await call(method, `/api/v1/${entity}?tenantOid=${home}`, { body: { data: [record] } })).body['data'] as Rec[])[0] ?? {}
  const entries = async (subject: unknown, may?: string): Promise<JournalEntry[]> => {
    const url = `/journal/api/v1/journal/entries/${home}/Moorings?filter=subject.oid==${String(subject)}&sort=creationDate`
    return ((await call('GET', url, may === undefined ? {} : { may })).body as Listed).data
  }
  const takeBack = (entry: JournalEntry | undefined) =>
    call('POST', `/journal/api/v1/journal/entries/${home}/Moorings/${entry?.id}/restore`, { body: {} })
  const read = async (subject: unknown): Promise<Rec> =>
    ((await call('GET', `/api/v1/moorings/${String(subject)}`)).body['data'] as Rec[])[0] ?? {}

  let sunk: string
  beforeAll(async () => {
    const first = await serviceOf({ berth, mooring: before })
    world = first
    home = world.caller.memberships[0]?.tenant.oid ?? ''
    const made = await send('POST', { name: 'A', state: 'let', contactName: 'Ann', address: { town: 'Kiel', street: 'Quay' }, code: '1' })
    oid = String(made['oid'])
    await send('PUT', { oid, revision: 1, contactName: 'Bob', state: 'free', code: '2', address: { town: 'Bonn', street: 'Quay' } })
    const old = await send('POST', { name: 'B', state: 'let', contactName: 'Cy', address: { town: 'Rome' } }, 'berths')
    sunk = String(old['oid'])
    await send('DELETE', { oid: sunk, revision: 1 }, 'berths')
    // What the data migration of a release does.
    await first.database.transaction(EVERYTHING, (queries) =>
      sql`update entity.mooring set data = (data - '{state,contactName,code,address}'::text[]) || jsonb_build_object('condition', 'free',
        'contactPerson', data->'contactName', 'secretCode', data->'code', 'city', data#>'{address,town}', 'address', (data->'address') - 'town')`.execute(
        queries,
      ),
    )
    world = await serviceOn(first.database, { invented: { mooring: now }, dispose: first.dispose })
  })
  afterAll(() => world.dispose())

  it('tells entries with the present names of fields and options, at any depth, and nothing twice', async () => {
    const [creation, update] = await entries(oid)
    expect(update?.eventDetails).toEqual({
      condition: 'free',
      previousCondition: 'taken',
      changes: {
        condition: { before: 'taken', after: 'free' },
        contactPerson: { before: 'Ann', after: 'Bob' },
        city: { before: 'Kiel', after: 'Bonn' },
        secretCode: { before: '1', after: '2' },
      },
    })
    expect(creation?.eventDetails.changes).toMatchObject({ city: { before: null, after: 'Kiel' }, address: { after: { street: 'Quay' } } })
  })

  it('hides the earlier values of fields from those who may not read them, whatever they were called', async () => {
    const [, update] = await entries(oid, 'list,read,update')
    expect(Object.keys(update?.eventDetails.changes ?? {})).toEqual(['condition', 'contactPerson', 'city'])
  })

  it('finds the entries of the earlier name of the entity, as those of the present one', async () => {
    const found = await entries(sunk)
    expect(found.map(({ entity, eventType, can }) => [entity, eventType, can['restore']])).toEqual([
      ['mooring', 'creation', true],
      ['mooring', 'deletion', true],
    ])
  })

  it('takes changes back that were made under earlier names', async () => {
    const [, update] = await entries(oid)
    expect((await takeBack(update)).status).toBe(200)
    expect(await read(oid)).toMatchObject({
      condition: 'taken',
      contactPerson: 'Ann',
      city: 'Kiel',
      address: { street: 'Quay' },
      secretCode: '1',
    })
    expect((await takeBack(update)).status).toBe(409)
  })

  it('restores a record that was deleted under the earlier name of its entity', async () => {
    const [, deletion] = await entries(sunk)
    expect((await takeBack(deletion)).status).toBe(200)
    expect(await read(sunk)).toMatchObject({ name: 'B', condition: 'taken', contactPerson: 'Cy', city: 'Rome' })
  })
})
