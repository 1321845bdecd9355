import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/db/database.ts'
import { RateCounts } from '../../../server/rate-limits/rate-counts.ts'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const WINDOW = { windowMs: 60_000 }

describe('the calls of a caller', () => {
  let world: ApiWorld
  const counts: RateCounts[] = []
  const log: string[] = []
  const ofACopy = (database = world.database): RateCounts => {
    const said = { info: (text: string) => void log.push(`info ${text}`), warn: (text: string) => void log.push(`warn ${text}`) }
    const made = new RateCounts({ database, log: said, everyMs: 50 })
    counts.push(made)
    return made
  }
  beforeAll(async () => {
    world = await apiWorld('postgres')
  })
  afterAll(async () => {
    await Promise.all(counts.map((one) => one.close()))
    await world.dispose()
  })

  it('count over all copies at once where the limit is small', async () => {
    const [one, two] = [ofACopy(), ofACopy()]
    const seen: number[] = []
    for (let call = 0; call < 20; call++) seen.push((await (call % 2 === 0 ? one : two).count('guesser', { max: 40, ...WINDOW })).current)
    expect(seen).toEqual(Array.from({ length: 20 }, (_, call) => call + 1))
    expect((await one.count('somebody else', { max: 40, ...WINDOW })).current).toBe(1)
  })

  it('are exchanged in a moment where it is large, of callers who use much of it', async () => {
    const [one, two] = [ofACopy(), ofACopy()]
    for (let call = 0; call < 100; call++) await one.count('script', { max: 5_000, ...WINDOW })
    await one.count('person', { max: 5_000, ...WINDOW })
    await sleep(300)
    for (let call = 0; call < 100; call++) await two.count('script', { max: 5_000, ...WINDOW })
    await sleep(300)
    expect((await two.count('script', { max: 5_000, ...WINDOW })).current).toBe(201)
    expect((await two.count('person', { max: 5_000, ...WINDOW })).current).toBe(1)
  })

  it('begin anew when their window is over', async () => {
    const [one, two] = [ofACopy(), ofACopy()]
    for (let call = 0; call < 10; call++) await one.count('patient', { max: 40, windowMs: 400 })
    await sleep(450)
    expect((await two.count('patient', { max: 40, windowMs: 400 })).current).toBe(1)
    expect((await one.count('patient', { max: 40, windowMs: 400 })).current).toBe(2)
  })

  it('are counted by each copy while the database does not answer, which is said once', async () => {
    const away = await openDatabase({ at: { url: 'postgres://nobody@127.0.0.1:1/none' }, secretKey: Buffer.alloc(32) })
    const one = ofACopy(away)
    for (let call = 1; call < 10; call++) expect((await one.count('caller', { max: 40, ...WINDOW })).current).toBe(call)
    expect(log).toEqual(['warn the database does not count calls: rate limits hold for each copy of the service by itself'])
    await one.close()
    await away.close()
  })

  it('are refused by one copy when another has used up the limit', async () => {
    const copies: WholeService[] = []
    for (const rateCounts of [ofACopy(), ofACopy()]) copies.push(await wholeService(world.database, { RATE_LIMIT: '30' }, { rateCounts }))
    const statuses: number[] = []
    for (let call = 0; call < 40; call++)
      statuses.push((await (copies[call % 2] ?? expect.fail()).app.inject({ url: '/config.json' })).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429))
    await Promise.all(copies.map((copy) => copy.close()))
  })
})
