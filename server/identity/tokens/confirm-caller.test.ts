import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CallerGone } from '../../db/connections/caller-gone.ts'
import type { Database } from '../../db/database.ts'
import { EVERYTHING } from '../../db/scope.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import { registerAuthentication } from './authenticate.ts'
import { confirmed } from './confirm-caller.ts'
import { bareService, personOid, smallWorld } from '../small-world.ts'
import type { TokenVerifier } from './token-verifier.ts'

const verifier: TokenVerifier = {
  issuer: 'test',
  verify: async (token) => ({ subject: personOid(`${token}@demo.test`) }),
  askForMail: async () => ({}),
}

let db: Database
let app: FastifyInstance
/** Whom the route worked for, in order. */
let tried: string[][] = []

beforeAll(async () => {
  db = await smallWorld()
  app = await bareService('http://localhost:18222')
  await app.register(async (scope) => {
    registerAuthentication(scope, { db, verifier, subjectIsOid: true })
    scope.get('/roles', { config: { confirmsCaller: true } }, async (request) =>
      confirmed(request, async (caller, stampNow) => {
        const roles = caller.memberships.map(({ role }) => role)
        tried.push(roles)
        if (roles.includes('viewer')) throw new HttpProblem(403, 'Not for viewers.')
        const { rows } = await db.withScope(caller.scopes(), (queries) =>
          sql<{ stamp: string | null }>`select ${stampNow ?? sql`null`} as stamp`.execute(queries),
        )
        return { value: roles, stamp: rows[0]?.stamp }
      }),
    )
  })
})
afterAll(async () => {
  await app.close()
  await db.close()
})
beforeEach(() => {
  tried = []
})

const ask = async (who: string): Promise<[number, unknown]> => {
  const { statusCode, body } = await app.inject({ url: '/roles', headers: { authorization: `Bearer ${who}` } })
  return [statusCode, statusCode === 200 ? JSON.parse(body) : undefined]
}
const change = (statement: string): Promise<unknown> => db.transaction(EVERYTHING, (queries) => sql.raw(statement).execute(queries))
const giveRole = (who: string, role: string): Promise<unknown> =>
  change(`update user_role set role = '${role}' where person_oid = '${personOid(`${who}@demo.test`)}'`)
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let statements = 0
  const end = db.onStatement((text) => (statements += text.includes('set_config') ? 0 : 1))
  await work()
  end()
  return statements
}

describe('a call that confirms its caller itself', () => {
  it('loads the person first and needs one statement from then on', async () => {
    expect(await statementsOf(() => ask('owner'))).toBe(2)
    expect(await statementsOf(() => ask('owner'))).toBe(1)
    expect(await ask('owner')).toEqual([200, ['sa']])
  })

  it('uses the current roles, not the cached ones', async () => {
    await ask('msp')
    await giveRole('msp', 'inventory_manager')
    tried = []
    expect(await ask('msp')).toEqual([200, ['inventory_manager']])
    expect(tried).toEqual([['admin'], ['inventory_manager']])
  })

  it('is not refused because of a role that the person no longer has', async () => {
    expect((await ask('viewer'))[0]).toBe(403)
    await giveRole('viewer', 'admin')
    expect(await ask('viewer')).toEqual([200, ['admin']])
  })

  it('refuses a removed person with the next request', async () => {
    expect((await ask('msp'))[0]).toBe(200)
    await change(`update person set state = 'removed' where mail = 'msp@demo.test'`)
    expect((await ask('msp'))[0]).toBe(401)
    await change(`update person set state = 'active' where mail = 'msp@demo.test'`)
    expect((await ask('msp'))[0]).toBe(200)
    await change(`delete from person where mail = 'msp@demo.test'`)
    expect((await ask('msp'))[0]).toBe(401)
  })

  it('notices a tenant that moved or was renamed', async () => {
    await ask('owner')
    await change(`update tenant set features = '{"sdi": "enabled"}' where oid = 'platform'`)
    await ask('owner')
    expect(tried).toHaveLength(3)
  })

  it('still needs a token', async () => {
    expect((await app.inject({ url: '/roles' })).statusCode).toBe(401)
  })
})

/** For whom a call worked, one after the other, and how it ended, where its first try ends with the error. */
async function triesWith(error: Error): Promise<unknown[]> {
  const request = { remembered: { caller: 'remembered', stamp: '1' }, loadCaller: async () => 'loaded' } as unknown as FastifyRequest
  const tries: unknown[] = []
  const ended = await confirmed(request, async (caller) => {
    tries.push(caller)
    if (tries.length === 1) throw error
    return { value: 'answer', stamp: undefined }
  }).catch((refusal: unknown) => refusal)
  return [...tries, ended]
}

describe('a call with a cached caller', () => {
  it('is retried with the freshly loaded caller if refused, since the cache may be stale', async () => {
    expect(await triesWith(new HttpProblem(404, 'Not found.'))).toEqual(['remembered', 'loaded', 'answer'])
  })

  it('is not retried after a database timeout or outage, nor for a caller who hung up', { tags: ['H-6.10'] }, async () => {
    for (const error of [Object.assign(new Error(), { code: '57014' }), Object.assign(new Error(), { code: '08006' }), new CallerGone()])
      expect(await triesWith(error)).toEqual(['remembered', error])
  })
})
