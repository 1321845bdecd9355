import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { formatPointer, parsePointer, valueAt, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import { allNodes, eachPlace, schemaTree } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import { secretMarkOf } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { hasSecrets } from '../../../server/entities/records/secrets.ts'
import { apiWorld, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { callsOf } from '../../support/api/entity-calls.ts'
import { sampleFileOf } from '../../support/samples/sample-fixtures.ts'

/** Nobody sees anything of these. */
const EMPTY = ['', ' ', '\u00a0\t', '\u200b\u2060\ufeff', '\n \n']

/** Where a record that holds them says that there may be none; the rest is refused (see the rules of each schema). */
const MAY_GO = [/^\/wans\/\w+\/externalGatewayConnections\/0\/psk$/]

const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const schemas: EntitySchema[] = Object.values(entitySchemas).filter((schema) => hasSecrets(schema))

/** Pointers of the secrets that a record holds. */
function secretsIn(schema: EntitySchema, record: Rec): string[] {
  const found: string[] = []
  for (const node of allNodes(schemaTree(schema, source)))
    if (node.property['x-secret'] === true)
      eachPlace(node, record, (segments, value) => void (typeof value === 'string' && found.push(formatPointer(segments))))
  return found
}

/** The least that a call has to send around the value at a pointer: objects hold nothing else, lists are whole. */
function changesAt(record: Rec, pointer: string, value: unknown): Rec {
  const segments = parsePointer(pointer)
  const row = segments.findIndex((segment) => /^\d+$/.test(segment))
  if (row < 0) return withValueAt({}, segments, value)
  const list = segments.slice(0, row)
  return withValueAt({}, list, valueAt(withValueAt(record, segments, value), list))
}

// What is said of a value does not depend on the database: one place is enough.
describe('an empty secret', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld('postgres')
  })
  afterAll(() => world.dispose())

  interface Kept {
    record: Rec
    sent: Rec
    change: (changes: Rec, query?: string) => Promise<Answer>
    plan: (changes: Rec, source: string) => Promise<Answer>
    create?: (record: Rec) => Promise<Answer>
  }

  /** A stored record that holds secrets, as it is served, and as it was sent. */
  async function stored(schema: EntitySchema): Promise<Kept> {
    const { name, route, scope, singleton } = schema['x-entity']
    const calls = callsOf(world, schema)
    const held =
      singleton === true
        ? (await world.call('GET', `${route}/${world.oid['managed']}`, { headers: calls.headers })).body.data[0]
        : undefined
    const item = held && { oid: held['oid'], revision: held['revision'] }
    const sent = item === undefined ? await calls.accepted() : { ...sampleFileOf(name).valid[0]?.record }
    const url = item === undefined ? calls.at() : route
    const send = (method: string, data: Rec, query = ''): Promise<Answer> =>
      world.call(method, `${url}${query}`, { body: { data: [data] }, headers: calls.headers })
    const first = await send(item === undefined ? 'POST' : 'PUT', { ...item, ...sent })
    const [record = {}] = first.body.data ?? []
    if (first.status > 201) throw new Error(JSON.stringify(first.body))
    const { oid } = record
    const tenantOid = scope === 'overlay' ? world.oid['managed'] : 'platform'
    const kept: Kept = {
      record,
      sent,
      change: (changes, query) => send('PUT', { oid, revision: kept.record['revision'], ...changes }, query),
      plan: (changes, from) =>
        world.call('POST', '/api/v1/plans', {
          body: {
            source: from,
            tenantOid,
            items: [{ entity: name, action: 'update', oid, revision: kept.record['revision'], changes }],
          },
        }),
      ...(item === undefined && {
        create: async (fresh: Rec) => send('POST', fresh, calls.at().includes('?') ? '&dryRun=true' : '?dryRun=true'),
      }),
    }
    return kept
  }

  it.each(schemas.map((schema) => ({ name: schema['x-entity'].name, schema })))(
    'of $name is refused where it stands, however it is sent, and deletes nothing',
    { tags: ['H-7.1'] },
    async ({ schema }) => {
      const { record, sent, change, plan, create } = await stored(schema)
      const secrets = secretsIn(schema, sent)
      expect(secrets.length).toBeGreaterThan(0)
      for (const pointer of secrets) {
        expect(valueAt(record, parsePointer(secretMarkOf(pointer))), pointer).toBe(true)
        for (const empty of EMPTY) {
          const changes = changesAt(record, pointer, empty)
          const refused = [{ pointer: `/data/0${pointer}`, key: 'validation.field.secretEmpty' }]
          for (const query of ['', '?dryRun=true'])
            expect(await change(changes, query), `${pointer} ${JSON.stringify(empty)}`).toMatchObject({
              status: 400,
              body: { errors: refused },
            })
          for (const from of ['editor', 'inline', 'import', 'bulk', 'api'])
            expect(await plan(changes, from), `${from} ${pointer}`).toMatchObject({
              status: 400,
              body: { errors: [{ pointer: `/items/0/changes${pointer}`, key: 'validation.field.secretEmpty' }] },
            })
          if (create === undefined) continue
          const created = await create(withValueAt(sent, parsePointer(pointer), empty))
          expect(created, pointer).toMatchObject({ status: 400 })
          expect(created.body.errors.map((error) => error['pointer'])).toContain(`/data/0${pointer}`)
        }
      }
      // Nothing of it was stored: the revision is as it was, and the record can be saved.
      expect(await change({})).toMatchObject({ status: 200, body: { data: [{ revision: record['revision'] }] } })
    },
  )

  it.each(schemas.map((schema) => ({ name: schema['x-entity'].name, schema })))(
    'of $name goes by an explicit null where there may be none, and nowhere else; what surrounds it takes it along as little',
    { tags: ['H-7.3'] },
    async ({ schema }) => {
      const kept = await stored(schema)
      for (const pointer of secretsIn(schema, kept.sent)) {
        const segments = parsePointer(pointer)
        const cleared = await kept.change(changesAt(kept.record, pointer, null))
        const marked = (answer: Answer): unknown => valueAt(answer.body.data?.[0] ?? {}, parsePointer(secretMarkOf(pointer)))
        if (MAY_GO.some((known) => known.test(pointer))) {
          expect([cleared.status, marked(cleared) ?? false], pointer).toEqual([200, false])
          kept.record = cleared.body.data[0] ?? {}
        } else
          expect(cleared, pointer).toMatchObject({
            status: 400,
            body: { errors: [{ pointer: `/data/0${pointer}`, key: 'validation.field.mandatory' }] },
          })
        if (segments.some((segment) => /^\d+$/.test(segment))) continue
        for (let depth = segments.length - 1; depth > 0; depth -= 1) {
          const around = formatPointer(segments.slice(0, depth))
          const answer = await kept.change(changesAt(kept.record, around, null))
          expect(answer.status, around).toBe(400)
          expect(answer.body.errors.map((error) => error['pointer'])).toContain(`/data/0${pointer}`)
          expect(await kept.change(changesAt(kept.record, around, {}))).toMatchObject({ status: 200 })
        }
      }
    },
  )
})
