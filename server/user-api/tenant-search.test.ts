import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { smallWorld } from '../identity/small-world.ts'
import { loadCaller } from '../policies/load-caller.ts'
import { searchTenants, type TenantQuery } from './tenant-search.ts'

let db: Database

beforeAll(async () => {
  db = await smallWorld()
})
afterAll(() => db.close())

/** Names of the tenants that a person finds. */
async function found(who: string, query: Partial<TenantQuery>): Promise<string[]> {
  const known = await loadCaller(db, { mail: `${who}@demo.test` })
  if (!known) throw new Error(`nobody is called ${who}`)
  const { caller } = known
  const { tenants } = await db.withScope(caller.scopes(), (queries) => searchTenants(queries, caller, { page: 0, size: 10, ...query }))
  return tenants.map(({ name }) => name)
}

it('finds only tenants where the person may add records of a resource, page by page', async () => {
  expect(await found('owner', { creates: 'customers' })).toEqual(['Distributor', 'Northwind', 'Platform', 'Zeta'])
  expect(await found('owner', { creates: 'customers', size: 2 })).toEqual(['Distributor', 'Northwind', 'Platform'])
  expect(await found('owner', { creates: 'customers', size: 2, page: 1 })).toEqual(['Platform', 'Zeta'])
  expect(await found('owner', { creates: 'edge_box' })).toEqual(['Acme', 'Bolt 100% _pure_', 'Zoo'])
  expect(await found('owner', { creates: 'edge_box', name: '%cme%' })).toEqual(['Acme'])
  expect(await found('many', { creates: 'edge_box' })).toEqual(['Acme'])
  expect(await found('viewer', { creates: 'edge_box' })).toEqual([])
})
