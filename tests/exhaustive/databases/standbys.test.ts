import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiWorld } from '../../support/api/api-world.ts'
import { startStandbyWorld, type StandbyWorld } from '../../support/service/standbys.ts'

const MAX_LAG_MS = 1_500
const LASTS_MS = 30_000
const CLIENTS = Array.from({ length: 6 }, (_, index) => `client${index}@world.test`)

/** What one client has done and seen. */
interface Client {
  mail: string
  written: string[]
  seen: Set<string>
  position: string | undefined
}

const pick = <T>(among: readonly T[]): T => among[Math.floor(Math.random() * among.length)] ?? expect.fail('nothing to pick')

async function started(pooled: boolean): Promise<StandbyWorld> {
  const world = await startStandbyWorld({ standbys: 2, copies: 2, maxLagMs: MAX_LAG_MS, pooled })
  for (const mail of CLIENTS) await world.elsewhere.grant(mail, 'platform', 'sa')
  await world.untilAsked(2)
  return world
}

describe.each([
  ['directly', false],
  ['through a pooler each', true],
] as const)('two copies of the service that reach a primary and two standbys %s', (_how, pooled) => {
  let world: StandbyWorld
  const acknowledged: { name: string; atMs: number }[] = []
  const faults: string[] = []
  let reads = 0
  beforeAll(async () => {
    world = await started(pooled)
  }, 120_000)
  afterAll(() => world.stop())

  async function write(copy: ApiWorld, client: Client): Promise<void> {
    const name = `${client.mail.split('@')[0]} ${client.written.length}`
    const record = { parentOid: 'platform', type: 'msp', name, contactName: name, contactEmail: 'partner@world.test', createAdmin: false }
    const { status, body } = await copy.call('POST', '/api/v1/partners', { as: client.mail, body: { data: [record] } })
    if (status !== 201) return void faults.push(`write: ${status} ${JSON.stringify(body)}`)
    client.written.push(name)
    acknowledged.push({ name, atMs: performance.now() })
  }

  async function read(copy: ApiWorld, client: Client): Promise<void> {
    const fromMs = performance.now()
    const headers = client.position === undefined ? {} : { 'x-read-position': client.position }
    const answer = await copy.call('GET', '/api/v1/partners?size=1000', { as: client.mail, headers })
    if (answer.status !== 200) return void faults.push(`read: ${answer.status} ${JSON.stringify(answer.body)}`)
    reads++
    const names = new Set(answer.body.data.map(({ name }) => String(name)))
    const late = acknowledged.filter(({ atMs }) => atMs < fromMs - MAX_LAG_MS).map(({ name }) => name)
    const [own, back, old] = [client.written, [...client.seen], late].map((wanted) => wanted.filter((name) => !names.has(name)))
    if (own?.length) faults.push(`${client.mail} misses own ${own}`)
    if (back?.length) faults.push(`${client.mail} no longer sees ${back}`)
    if (old?.length) faults.push(`${client.mail} misses old ${old}`)
    client.seen = names
    client.position = String(answer.headers['x-read-position'])
  }

  it('never misses an own write, never goes back, and shows nothing older than READ_MAX_LAG, whatever the standbys do', async () => {
    const untilMs = performance.now() + LASTS_MS
    const isOver = (): boolean => performance.now() > untilMs
    const clients = CLIENTS.map(async (mail) => {
      const client: Client = { mail, written: [], seen: new Set(), position: undefined }
      while (!isOver()) {
        await (Math.random() < 0.2 && client.written.length < 120 ? write : read)(pick(world.copies), client)
        await sleep(Math.random() * 40)
      }
    })
    while (!isOver()) {
      const standby = pick(world.standbys)
      await world.on(standby, 'select pg_wal_replay_pause()')
      await sleep(Math.random() * 3_000)
      await world.on(standby, 'select pg_wal_replay_resume()')
      await sleep(Math.random() * 1_000)
      if (Math.random() > 0.3) continue
      await standby.end(pick(['SIGKILL', 'SIGINT', 'SIGQUIT'] as const))
      await sleep(Math.random() * 1_500)
      await standby.start()
    }
    await Promise.all(clients)
    expect(faults).toEqual([])
    expect(reads).toBeGreaterThan(1_000)
  }, 120_000)
})

describe('two copies of the service on a primary with two standbys', () => {
  let world: StandbyWorld
  beforeAll(async () => {
    world = await started(false)
  }, 120_000)
  afterAll(() => world.stop())

  it('goes on when a standby is promoted: the new primary is asked for all writes, the other standby again when it follows', async () => {
    const [first, second] = world.standbys
    if (first === undefined || second === undefined) return expect.fail('there are no standbys')
    await world.untilAsked(2)
    await sleep(500)
    await world.primary.end('SIGKILL')
    await world.on(first, 'select pg_promote()')
    const as = pick(CLIENTS)
    const created: string[] = []
    for (let turn = 0; turn < 20; turn++) {
      const [here, there] = turn % 2 === 0 ? world.copies : world.copies.toReversed()
      if (here === undefined || there === undefined) return expect.fail('there are no copies')
      const name = `after ${turn}`
      const record = { parentOid: 'platform', type: 'msp', name, contactName: name, contactEmail: 'partner@world.test', createAdmin: false }
      expect((await here.call('POST', '/api/v1/partners', { as, body: { data: [record] } })).status).toBe(201)
      created.push(name)
      for (const copy of [here, there]) {
        const { body } = await copy.call('GET', '/api/v1/partners?size=1000', { as })
        expect(body.data.map(({ name: found }) => found)).toEqual(expect.arrayContaining(created))
      }
      if (turn !== 10) continue
      await world.on(second, `alter system set primary_conninfo = 'host=127.0.0.1 port=${first.port} user=postgres'`)
      await world.on(second, 'select pg_reload_conf()')
    }
    await world.untilAsked(1)
  }, 60_000)
})
