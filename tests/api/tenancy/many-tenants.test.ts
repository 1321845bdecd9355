import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING, type Scope } from '../../../server/db/scope.ts'
import { withinScopes } from '../../../server/db/scope-sql.ts'
import { subtree } from '../../../server/policies/caller.ts'
import { searchTenants } from '../../../server/user-api/tenant-search.ts'
import { contextOfPerson } from '../../../server/user-api/user-context.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'

const LISTS = ['/api/v1/customers', '/api/v1/userroles', '/api/v1/requests']
const [FEW, MANY] = ['few@world.test', 'many@world.test']

describe.each(places)('a person with roles on many tenants on %s', (place) => {
  let world: ApiWorld
  let customers: string[]
  beforeAll(async () => {
    world = await apiWorld(place)
    const customerWith = (record: Rec) => ({
      type: 'managed_customer',
      contactName: 'C',
      contactEmail: 'c@crowd.test',
      createAdmin: false,
      ...record,
    })
    const data = Array.from({ length: 200 }, (_, index) =>
      customerWith({ parentOid: world.oid[index % 2 ? 'msp' : 'otherMsp'], name: `Crowd ${index}` }),
    )
    const created = await world.call('POST', '/api/v1/customers', { body: { data } })
    customers = created.body.data.map(({ oid }) => String(oid))
    const rolesOf = (mail: string, count: number) => customers.slice(0, count).map((tenantOid) => ({ tenantOid, mail, role: 'admin' }))
    await world.call('POST', '/api/v1/userroles', { body: { data: [...rolesOf(FEW, 20), ...rolesOf(MANY, 150)] } })
    for (const mail of [FEW, MANY]) await world.prove(mail)
    await world.database.asOwner((queries) => sql`update person set all_access = true where mail in (${FEW}, ${MANY})`.execute(queries))
  })
  afterAll(() => world.dispose())

  it('sees the roles on exactly these tenants, by the query as well as by row-level security alone', async () => {
    const answer = await world.call('GET', '/api/v1/userroles?size=100', { as: MANY })
    // 150 roles of their own, and 20 of the person with few tenants.
    expect(answer.body.meta['totalCount']).toBe(170)
    const caller = await world.caller(MANY)
    const visible = await world.database.withScope(caller.scopes(), async (queries) => {
      const { rows } = await sql<{ oid: string; parent: string }>`select oid, parent_oid as parent from tenant`.execute(queries)
      const { rows: roles } = await sql<{ oid: string }>`select distinct tenant_oid as oid from user_role`.execute(queries)
      return { tenants: rows.map(({ oid }) => oid), roles: roles.map(({ oid }) => oid) }
    })
    const above = ['platform', 'vad', 'msp', 'otherMsp'].map((name) => world.oid[name])
    expect(visible.tenants.toSorted()).toEqual([...customers.slice(0, 150), ...above].toSorted())
    expect(visible.roles.toSorted()).toEqual(customers.slice(0, 150).toSorted())
  })

  it('finds each of these tenants by name, and no other tenant', async () => {
    const caller = await world.caller(MANY)
    const search = async (name: string, size: number) => {
      const found = await world.database.withScope(caller.scopes(), (queries) => searchTenants(queries, caller, { page: 0, size, name }))
      return found.tenants
    }
    expect((await search('%crowd%', 300)).map(({ oid }) => oid).toSorted()).toEqual(customers.slice(0, 150).toSorted())
    expect((await search('Crowd 149', 10)).map(({ name }) => name)).toEqual(['Crowd 149'])
    expect(await search('Crowd 150', 10)).toEqual([])
    expect(await search('%crowd%', 10)).toHaveLength(11)
  })

  it('has a user context that lists a limited number of tenants, among them the one to start in', async () => {
    const caller = await world.caller(MANY)
    const { scopes, user } = await world.database.withScope(caller.scopes(), (queries) => contextOfPerson(queries, caller))
    expect(scopes).toHaveLength(10)
    expect(scopes.map(({ oid }) => oid)).toContain(caller.home?.oid)
    expect(user.hasManyTenants).toBe(true)
  })

  it('causes the same SQL statements as a person with few tenants', async () => {
    const statementsOf = async (as: string): Promise<string[]> => {
      const statements: string[] = []
      const stop = world.database.onStatement((text) => statements.push(text))
      for (const url of LISTS) expect((await world.call('GET', `${url}?size=20`, { as })).status, url).toBe(200)
      const caller = await world.caller(as)
      await world.database.withScope(caller.scopes(), (queries) => searchTenants(queries, caller, { page: 0, size: 10, name: '%crowd%' }))
      stop()
      return statements
    }
    for (const mail of [FEW, MANY]) await world.grant(mail, world.oid['reseller'] ?? '', 'admin')
    expect(await statementsOf(MANY)).toEqual(await statementsOf(FEW))
  })

  it('costs no subquery per row: row-level security compares tenants with a set', async () => {
    const { rows } = await world.database.asOwner((queries) =>
      sql<{
        name: string
        qual: string
      }>`select tablename as name, qual from pg_policies where policyname in ('scope', 'above') and qual like '%app.scopes%'`.execute(
        queries,
      ),
    )
    const scoped = rows.filter(({ name }) => name !== 'idempotency')
    expect(scoped.length).toBeGreaterThan(10)
    expect(scoped.filter(({ qual }) => /exists/i.test(qual)).map(({ name }) => name)).toEqual([])
  })

  it.each([false, true])('gets the same rows whether path ranges are compared one by one or as a set (below: %s)', async (below) => {
    const tops = Array.from({ length: 40 }, (_, index) => `a.${(index * 3).toString(36)}.`)
    const paths = Array.from({ length: 130 }, (_, index) => `a.${index.toString(36)}.`).flatMap((path) => [
      path,
      `${path}4.`,
      `${path}4.z.1.`,
    ])
    const pathsInside = async (scopes: Scope[]): Promise<string[]> => {
      const { rows } = await world.database.withScope(EVERYTHING, (queries) =>
        sql<{
          path: string
        }>`select x.path from unnest(${[...paths, 'a.', 'b.3.']}::text[]) as x(path) where ${withinScopes('x.path collate "C"', scopes, { below })}`.execute(
          queries,
        ),
      )
      return rows.map(({ path }) => path)
    }
    const together = await pathsInside(tops.map(subtree))
    const parts = await Promise.all([0, 10, 20, 30].map((from) => pathsInside(tops.slice(from, from + 10).map(subtree))))
    expect(together.toSorted()).toEqual(parts.flat().toSorted())
    expect(together).toHaveLength(40 * (below ? 2 : 3))
    expect(await pathsInside([])).toEqual([])
  })

  it('sees less than the platform owner, whose single scope covers every tenant', async () => {
    const caller = await world.caller(OWNER)
    expect(caller.scopes()).toHaveLength(1)
    expect((await world.call('GET', '/api/v1/userroles?size=1', { as: OWNER })).body.meta['totalCount']).toBeGreaterThan(170)
  })
})
