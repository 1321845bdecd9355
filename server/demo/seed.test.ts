import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import type { EdgeBox } from '../../schemas/generated/types/edge-box.ts'
import { EVERYTHING } from '../db/scope.ts'
import { testDatabase } from '../db/test-database.ts'
import { verifyJournal } from '../journal/verify.ts'
import { openSecrets } from '../entities/records/secrets.ts'
import { entriesIn, writeWorld } from './seed.ts'
import { wholeSchema } from './world/records.ts'
import { testWorld } from './world/test-world.ts'
import type { DemoRecord } from './world/world.ts'

const keysOf = ({ record }: DemoRecord): string[] => {
  const { wans, lan } = record as unknown as EdgeBox
  const connections = Object.values(wans ?? {}).flatMap((wan) => wan?.externalGatewayConnections ?? [])
  return [...connections.map(({ psk }) => psk), ...(lan?.ospf?.vrouters ?? []).map(({ authenticationKey }) => authenticationKey)].filter(
    (key) => key !== undefined,
  )
}

it('demo box keys are stored the way the service stores them, and the journal only records that they exist', async () => {
  const made = testWorld()
  const mentioned = new Set(made.events.map(({ subject }) => subject.oid))
  const boxes = made.records.filter(({ entity }) => entity === 'edge-box')
  const having = (kind: string, among: readonly DemoRecord[]): DemoRecord[] =>
    among.filter((one) => keysOf(one).some((key) => key.startsWith(kind))).slice(0, 3)
  const changed = boxes.filter(({ oid }) => mentioned.has(oid))
  const records = [...having('psk', changed), ...having('key', boxes)]
  expect(new Set(records.flatMap(keysOf).map((key) => key.split(' ')[0]))).toEqual(new Set(['key', 'psk']))
  const oids = new Set(records.map(({ oid }) => oid))
  const events = made.events.filter(({ subject }) => oids.has(subject.oid))
  const tenants = made.tenants.filter(({ path }) => records.some((one) => one.path.startsWith(path)))
  const world = { ...made, tenants, people: [], records, events }
  const secretKey = Buffer.alloc(32, 3)
  const database = await testDatabase(entitySchemas, secretKey)
  try {
    await database.transaction(EVERYTHING, (queries) => writeWorld(queries, world, secretKey))
    const read = <T>(statement: string): Promise<T[]> =>
      database.asOwner(async (queries) => (await sql.raw(statement).execute(queries)).rows as T[])
    expect(await read('select count(*)::integer as entries from journal')).toEqual([{ entries: entriesIn(world) }])
    const rows = await read<{ oid: string; data: Record<string, unknown> }>('select oid, data from entity."edge-box"')
    const opened = rows.map(({ oid, data }) => [oid, openSecrets(data, wholeSchema('edge-box'), { place: oid, key: secretKey })])
    expect(new Map(opened as never)).toEqual(new Map(records.map(({ oid, record }) => [oid, JSON.parse(JSON.stringify(record))])))
    const [all] = await read<{ text: string }>(
      `select (select string_agg(data::text, '') from entity."edge-box") || (select string_agg(entry::text, '') from journal) as text`,
    )
    expect(all?.text).toContain('"configured"')
    for (const key of records.flatMap(keysOf)) expect(all?.text).not.toContain(key)
    expect((await verifyJournal(database)).faults).toEqual([])
  } finally {
    await database.close()
  }
})
