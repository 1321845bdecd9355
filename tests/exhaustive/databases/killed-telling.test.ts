import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { OWNER, prepare, worldOn, type ApiWorld } from '../../support/api/api-world.ts'
import { outboxOf, subscribe, tellAll } from '../../support/api/notifications.ts'
import { testServer } from '../../support/service/postgres.ts'

const ROUNDS = 6
/** Writes of a copy before it is killed, however long they take on the machine. */
const WRITES = 12

/** Runs a copy that writes and tells, and kills it amid one of its later writes. */
async function killOne(url: string, customer: string, tenant: string): Promise<void> {
  const script = join(import.meta.dirname, '..', '..', 'support', 'api', 'telling-child.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, url, OWNER, customer, tenant], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  await Promise.race([ended, printed(child.stdout, WRITES)])
  await sleep(Math.random() * 100)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

/** Resolves once a stream has brought so many bytes; it is read on. */
function printed(stream: Readable, bytes: number): Promise<void> {
  let sum = 0
  return new Promise((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      sum += chunk.length
      if (sum >= bytes) resolve()
    })
  })
}

async function newCustomer(world: ApiWorld): Promise<string> {
  const partner = { parentOid: 'platform', name: 'Harbour', type: 'msp', contactName: 'H', contactEmail: 'h@world.test' }
  const { body: made } = await world.call('POST', '/api/v1/partners?parentTenantOid=platform', { body: { data: [partner] } })
  world.oid['msp'] = String(made.data[0]?.['oid'])
  const customer = {
    parentOid: world.oid['msp'],
    name: 'Pier',
    type: 'diy_customer',
    apoDomain: 'd1',
    contactName: 'P',
    contactEmail: 'p@world.test',
  }
  const { body } = await world.call('POST', `/api/v1/customers?parentTenantOid=${world.oid['msp']}`, { body: { data: [customer] } })
  return String(body.data[0]?.['oid'])
}

it('copies that are killed while they write and tell lose no change, and tell none that was not made', { timeout: 240_000 }, async () => {
  const server = await testServer({ distributed: false })
  onTestFinished(() => server.stop())
  const url = await server.createDatabase()
  const database = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 7), poolSize: 10 })
  await prepare(database)
  const world = await worldOn(database, { oid: { platform: 'platform' }, close: async () => undefined })
  onTestFinished(() => world.dispose())
  const customer = await newCustomer(world)
  await subscribe(world, OWNER, {
    tenantOid: 'platform',
    name: 'All',
    entities: ['customer'],
    mail: true,
    webhookUrl: 'https://hooks.example.org/',
  })
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all([killOne(url, customer, world.oid['msp'] ?? ''), killOne(url, customer, world.oid['msp'] ?? '')])
  // What the killed copies held is free once the server has noticed, and theirs no longer.
  await expect
    .poll(
      async () => {
        await database.transaction(EVERYTHING, (queries) => sql`update outbox set due_at = now()`.execute(queries))
        await tellAll(world, { isMailing: true })
        return outboxOf(world)
      },
      { timeout: 30_000 },
    )
    .toBe(0)
  const actionsIn = async (table: 'journal' | 'notification' | 'delivery', where = sql`true`): Promise<string[]> => {
    const { rows } = await database.withScope(EVERYTHING, (queries) =>
      sql<{ action: string }>`select action_id as action from ${sql.raw(table)} where ${where} order by 1`.execute(queries),
    )
    return rows.map(({ action }) => action)
  }
  const made = await actionsIn('journal', sql`theme = 'Customers' and event_type = 'update'`)
  expect(made.length).toBeGreaterThan(50)
  expect(await actionsIn('notification')).toEqual(made)
  for (const channel of ['mail', 'webhook']) expect(await actionsIn('delivery', sql`channel = ${channel}`)).toEqual(made)
})
