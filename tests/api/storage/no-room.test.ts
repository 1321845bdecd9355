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
    world = await apiWorld(place)
    service = await wholeService(world.database)
    token = await service.token(OWNER)
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  /** From now on the server refuses the last thing that a write does, as it refuses when its disk is full; undefined: no longer. */
  const refuseWrites = (code: string | undefined): Promise<void> =>
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
  const counted = async (kind: string): Promise<number> => {
    const { body } = await service.app.inject({ method: 'GET', url: '/metrics' })
    return Number(new RegExp(`^database_refusals_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(body)?.[1])
  }

  it.each([
    ['53100', 507, 'full', /no room left, so nothing was stored/],
    ['53200', 503, 'memory', /short of memory/],
    ['53000', 503, 'memory', /short of memory/],
    ['53300', 503, 'connections', /no further connections/],
    ['53400', 503, 'limit', /more space than the database grants/],
  ])('says so (%s), stores no half, reads on, is counted, and recovers', { tags: ['H-7.9'] }, async (code, ...told) => {
    const [status, kind, sentence] = told
    const names = [`Full ${code} 1`, `Full ${code} 2`]
    const before = await counted(kind)
    await refuseWrites(code)
    const refused = await create(...names)
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([status, expect.stringMatching(sentence)])
    expect(refused.headers).toMatchObject({ 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': expect.any(String) })
    expect(await counted(kind)).toBe(before + 1)
    const list = await call('GET', '/api/v1/partners?parentTenantOid=platform&size=100')
    expect([list.statusCode, list.body]).toEqual([200, expect.not.stringContaining(`Full ${code}`)])
    expect((await service.app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
    await refuseWrites(undefined)
    expect((await create(...names)).statusCode).toBe(201)
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })
})

describe('what stands for a full disk', () => {
  it.each([
    { code: '53100', message: 'could not extend file' },
    { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
    { code: 'EDQUOT', message: 'quota' },
    { code: '58030', message: 'could not write to file "pg_wal/xlogtemp.42": No space left on device' },
    { message: 'ErrnoError: No space left on device' },
  ])('is %o', (error) => {
    expect(databaseRefusal(Object.assign(new Error(error.message), error))).toMatchObject({ status: 507, kind: 'full' })
  })

  it('is neither a database that is away nor an error of another kind', () => {
    expect(databaseRefusal({ code: '57P01', message: 'terminating' })).toMatchObject({ status: 503, kind: 'away' })
    expect(databaseRefusal(new Error('no room in the table'))).toBeUndefined()
  })
})
