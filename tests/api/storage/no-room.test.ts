import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseRefusal } from '../../../server/plugins/database-refusal.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { apiWorld, OWNER, bothPlaces, type ApiWorld } from '../../support/api/api-world.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

describe.each(bothPlaces)('a database without room on %s', (place) => {
  let world: ApiWorld
  let service: WholeService
  let token = ''
  beforeAll(async () => {
    world = await apiWorld(place, { distributed: false })
    service = await wholeService(world.database)
    token = await service.token(OWNER)
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  /** Makes the last statement of every write fail with the code, as it would on a full disk; undefined ends that. */
  const failWrites = (code: string | undefined): Promise<void> =>
    world.database.asOwner(async (queries) => {
      await sql`drop trigger if exists no_room on journal`.execute(queries)
      if (code === undefined) return
      await sql
        .raw(`create or replace function public.no_room() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file: No room' using errcode = '${code}'; end $$`)
        .execute(queries)
      await sql`create trigger no_room before insert on journal for each row execute function public.no_room()`.execute(queries)
    })

  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    service.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
      ...(payload && { payload }),
    })
  const partner = (name: string) => ({ parentOid: 'platform', name, type: 'msp', contactName: 'C', contactEmail: 'c@world.test' })
  const create = (...names: string[]) => call('POST', '/api/v1/partners', { data: names.map(partner) })
  const refusalCount = async (kind: string): Promise<number> => {
    const { body } = await service.app.inject({ method: 'GET', url: '/metrics' })
    return Number(new RegExp(`^database_refusals_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(body)?.[1])
  }

  it.each([
    ['53100', 507, 'full', /no room left, so nothing was stored/],
    ['53200', 503, 'memory', /short of memory/],
    ['53000', 503, 'memory', /short of memory/],
    ['53300', 503, 'connections', /no further connections/],
    ['53400', 503, 'limit', /more space than the database grants/],
  ])(
    'answers error %s with a clear message, stores nothing of the call, still serves reads, counts the refusal and recovers',
    { tags: ['H-7.9'] },
    async (code, ...expected) => {
      const [status, kind, message] = expected
      const names = [`Full ${code} 1`, `Full ${code} 2`]
      const before = await refusalCount(kind)
      await failWrites(code)
      const refused = await create(...names)
      expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([status, expect.stringMatching(message)])
      expect(refused.headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'retry-after': expect.any(String),
      })
      expect(await refusalCount(kind)).toBe(before + 1)
      const list = await call('GET', '/api/v1/partners?parentTenantOid=platform&size=100')
      expect([list.statusCode, list.body]).toEqual([200, expect.not.stringContaining(`Full ${code}`)])
      expect((await service.app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
      await failWrites(undefined)
      expect((await create(...names)).statusCode).toBe(201)
      expect((await verifyJournal(world.database)).faults).toEqual([])
    },
  )
})

describe('an error that means a full disk', () => {
  it.each([
    { code: '53100', message: 'could not extend file' },
    { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
    { code: 'EDQUOT', message: 'quota' },
    { code: '58030', message: 'could not write to file "pg_wal/xlogtemp.42": No space left on device' },
    { message: 'ErrnoError: No space left on device' },
  ])('is %o', (error) => {
    expect(databaseRefusal(Object.assign(new Error(error.message), error))).toMatchObject({ status: 507, kind: 'full' })
  })

  it('is neither a closed connection nor an error that only mentions room', () => {
    expect(databaseRefusal({ code: '57P01', message: 'terminating' })).toMatchObject({ status: 503, kind: 'away' })
    expect(databaseRefusal(new Error('no room in the table'))).toBeUndefined()
  })
})
