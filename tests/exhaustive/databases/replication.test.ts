import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operations } from '../../../schemas/operations.ts'
import { ThisCopy } from '../../../server/operations/this-copy.ts'
import { OWNER } from '../../support/api/api-world.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'
import { startStandbyWorld, type StandbyWorld } from '../../support/service/standbys.ts'

describe('the operations of an installation with a standby', () => {
  let world: StandbyWorld
  let service: WholeService
  let copy: ThisCopy
  beforeAll(async () => {
    world = await startStandbyWorld({ standbys: 1, copies: 1, maxLagMs: 60_000 })
    await world.untilAsked(1)
    const [{ database }] = world.copies as [StandbyWorld['copies'][number]]
    const registry = new Registry()
    database.activity.registerIn(registry)
    copy = new ThisCopy({ database, registry })
    copy.begin()
    service = await wholeService(database, {}, { registry })
  }, 120_000)
  afterAll(async () => {
    await copy.end()
    await service.close()
    await world.stop()
  })

  async function operations(): Promise<Operations> {
    await copy.tell()
    const authorization = `Bearer ${await service.token(OWNER)}`
    const answer = await service.app.inject({ url: '/api/v1/operations', headers: { authorization } })
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json() as { data: [Operations] }).data[0]
  }
  const follower = async () => (await operations()).database.replication?.followers[0]
  const standby = () => world.standbys[0] ?? expect.fail('there is no standby')

  it('say that an ordinary user may not read who follows, while the copy sees standby and primary by itself', async () => {
    const { database, copies } = await operations()
    expect(database).toMatchObject({ kind: 'postgres', role: 'primary', replication: { isReadable: false, followers: [] } })
    const [one, other] = [standby(), world.primary].map(({ port }) => `127.0.0.1:${port}`)
    expect(copies[0]?.figures.pools.map(({ name }) => name)).toEqual(['primary', one, other])
    expect(copies[0]?.figures.standbys).toEqual([
      { name: one, answers: true, isPrimary: false, behindSeconds: expect.any(Number) },
      { name: other, answers: false, isPrimary: true, behindSeconds: expect.any(Number) },
    ])
  })

  it('name the standby and its lag once the user may read it', async () => {
    const [{ rolname }] = (await world.on(
      world.primary,
      `select rolname from pg_database d join pg_roles r on r.oid = d.datdba where not rolsuper limit 1`,
    )) as [{ rolname: string }]
    await world.on(world.primary, `grant pg_read_all_stats to "${rolname}"`)
    await expect.poll(follower).toEqual({
      name: 'walreceiver',
      address: '127.0.0.1',
      state: 'streaming',
      sync: 'async',
      lagBytes: expect.any(Number),
      lagSeconds: expect.anything(),
    })

    await world.pauseReplay(standby())
    await world.elsewhere.grant('late@world.test', 'platform', 'viewer')
    await expect.poll(async () => (await follower())?.lagBytes ?? 0).toBeGreaterThan(0)
    await world.on(standby(), 'select pg_wal_replay_resume()')
    await expect.poll(async () => (await follower())?.lagSeconds ?? 0, { timeout: 20_000 }).toBeGreaterThan(0)

    await standby().end('SIGKILL')
    await expect.poll(async () => (await operations()).database.replication).toEqual({ isReadable: true, followers: [] })
  }, 60_000)
})
