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

/** Texts without a visible character. */
const INVISIBLE = ['', ' ', '\u00a0\t', '\u200b\u2060\ufeff', '\n \n']

/** Secrets that may be cleared; the rules of the schemas make all others mandatory in the samples used here. */
const CLEARABLE = [/^\/wans\/\w+\/externalGatewayConnections\/0\/psk$/]

const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const schemas: EntitySchema[] = Object.values(entitySchemas).filter((schema) => hasSecrets(schema))

/** JSON pointers of the secrets in a record. */
function secretsIn(schema: EntitySchema, record: Rec): string[] {
  const found: string[] = []
  for (const node of allNodes(schemaTree(schema, source)))
    if (node.property['x-secret'] === true)
      eachPlace(node, record, (segments, value) => void (typeof value === 'string' && found.push(formatPointer(segments))))
  return found
}

/** The smallest change that sets the value at a pointer: objects hold only the path to it, lists are sent whole. */
function changesAt(record: Rec, pointer: string, value: unknown): Rec {
  const segments = parsePointer(pointer)
  const index = segments.findIndex((segment) => /^\d+$/.test(segment))
  if (index < 0) return withValueAt({}, segments, value)
  const list = segments.slice(0, index)
  return withValueAt({}, list, valueAt(withValueAt(record, segments, value), list))
}

// Validation does not depend on the database: one is enough.
describe('an empty secret', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld('postgres')
  })
  afterAll(() => world.dispose())

  interface Stored {
    record: Rec
    sent: Rec
    change: (changes: Rec, query?: string) => Promise<Answer>
    plan: (changes: Rec, source: string) => Promise<Answer>
    create?: (record: Rec) => Promise<Answer>
  }

  /** Stores a sample of the entity that has secrets, and returns ways to change it. */
  async function storeSample(schema: EntitySchema): Promise<Stored> {
    const { name, route, scope, singleton } = schema['x-entity']
    const calls = callsOf(world, schema)
    const existing =
      singleton === true
        ? (await world.call('GET', `${route}/${world.oid['managed']}`, { headers: calls.headers })).body.data[0]
        : undefined
    const item = existing && { oid: existing['oid'], revision: existing['revision'] }
    const sent = item === undefined ? await calls.validRecord() : { ...sampleFileOf(name).valid[0]?.record }
    const url = item === undefined ? calls.collectionUrl() : route
    const send = (method: string, data: Rec, query = ''): Promise<Answer> =>
      world.call(method, `${url}${query}`, { body: { data: [data] }, headers: calls.headers })
    const first = await send(item === undefined ? 'POST' : 'PUT', { ...item, ...sent })
    const [record = {}] = first.body.data ?? []
    if (first.status > 201) throw new Error(JSON.stringify(first.body))
    const { oid } = record
    const tenantOid = scope === 'overlay' ? world.oid['managed'] : 'platform'
    const stored: Stored = {
      record,
      sent,
      change: (changes, query) => send('PUT', { oid, revision: stored.record['revision'], ...changes }, query),
      plan: (changes, planSource) =>
        world.call('POST', '/api/v1/plans', {
          body: {
            source: planSource,
            tenantOid,
            items: [{ entity: name, action: 'update', oid, revision: stored.record['revision'], changes }],
          },
        }),
      ...(item === undefined && {
        create: async (newRecord: Rec) => send('POST', newRecord, calls.collectionUrl().includes('?') ? '&dryRun=true' : '?dryRun=true'),
      }),
    }
    return stored
  }

  it.each(schemas.map((schema) => ({ name: schema['x-entity'].name, schema })))(
    'of $name is refused at its pointer, by calls and plans alike, and the stored secret stays',
    { tags: ['H-7.1'] },
    async ({ schema }) => {
      const { record, sent, change, plan, create } = await storeSample(schema)
      const secrets = secretsIn(schema, sent)
      expect(secrets.length).toBeGreaterThan(0)
      for (const pointer of secrets) {
        expect(valueAt(record, parsePointer(secretMarkOf(pointer))), pointer).toBe(true)
        for (const empty of INVISIBLE) {
          const changes = changesAt(record, pointer, empty)
          const errors = [{ pointer: `/data/0${pointer}`, key: 'validation.field.secretEmpty' }]
          for (const query of ['', '?dryRun=true'])
            expect(await change(changes, query), `${pointer} ${JSON.stringify(empty)}`).toMatchObject({
              status: 400,
              body: { errors },
            })
          for (const planSource of ['editor', 'inline', 'import', 'bulk', 'api'])
            expect(await plan(changes, planSource), `${planSource} ${pointer}`).toMatchObject({
              status: 400,
              body: { errors: [{ pointer: `/items/0/changes${pointer}`, key: 'validation.field.secretEmpty' }] },
            })
          if (create === undefined) continue
          const created = await create(withValueAt(sent, parsePointer(pointer), empty))
          expect(created, pointer).toMatchObject({ status: 400 })
          expect(created.body.errors.map((error) => error['pointer'])).toContain(`/data/0${pointer}`)
        }
      }
      // Nothing was stored: the revision is unchanged, and the record can still be saved.
      expect(await change({})).toMatchObject({ status: 200, body: { data: [{ revision: record['revision'] }] } })
    },
  )

  it.each(schemas.map((schema) => ({ name: schema['x-entity'].name, schema })))(
    'of $name is cleared by an explicit null only where the secret is optional; null for a surrounding object is refused as well',
    { tags: ['H-7.3'] },
    async ({ schema }) => {
      const stored = await storeSample(schema)
      for (const pointer of secretsIn(schema, stored.sent)) {
        const segments = parsePointer(pointer)
        const cleared = await stored.change(changesAt(stored.record, pointer, null))
        const secretMark = (answer: Answer): unknown => valueAt(answer.body.data?.[0] ?? {}, parsePointer(secretMarkOf(pointer)))
        if (CLEARABLE.some((pattern) => pattern.test(pointer))) {
          expect([cleared.status, secretMark(cleared) ?? false], pointer).toEqual([200, false])
          stored.record = cleared.body.data[0] ?? {}
        } else
          expect(cleared, pointer).toMatchObject({
            status: 400,
            body: { errors: [{ pointer: `/data/0${pointer}`, key: 'validation.field.mandatory' }] },
          })
        if (segments.some((segment) => /^\d+$/.test(segment))) continue
        for (let depth = segments.length - 1; depth > 0; depth -= 1) {
          const parent = formatPointer(segments.slice(0, depth))
          const answer = await stored.change(changesAt(stored.record, parent, null))
          expect(answer.status, parent).toBe(400)
          expect(answer.body.errors.map((error) => error['pointer'])).toContain(`/data/0${pointer}`)
          expect(await stored.change(changesAt(stored.record, parent, {}))).toMatchObject({ status: 200 })
        }
      }
    },
  )
})
