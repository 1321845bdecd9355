import { expect, it } from 'vitest'
import { firstLists } from '../screens/landing.ts'
import { landingAddress } from './landing.ts'
import type { CurrentTenant } from './session/permissions.ts'
import { eachCase } from '../tests/support/each-case.ts'

const tenant = (type: CurrentTenant['type'], oid = 't1'): CurrentTenant => ({ oid, name: 'Acme', type, features: [] })
const may = (oid: string, ...resources: string[]) => new Map([[oid, new Set(resources.map((resource) => `${resource}:read`))]])

eachCase<[CurrentTenant['type'], string]>([
  ['po', 'requests', 'S0-2.59'],
  ['vad', 'partners', 'S0-2.60'],
  ['msp', 'customers', 'S0-2.61'],
  ['reseller', 'customers', 'S0-2.61'],
])('leads a %s to %s', (type, list) => {
  expect(landingAddress(may('t1', 'partners', 'customers', 'requests'), tenant(type))).toBe(`/oid/t1/admin/${list}`)
  // Not because the navigation happens to begin with it.
  expect(firstLists[type]).toEqual([list])
})

it.each(['managed_customer', 'diy_customer'] as const)('leads a %s to the home of its overlay', { tags: ['S0-2.62'] }, (type) => {
  expect(landingAddress(new Map(), tenant(type))).toBe('/oid/t1')
})

it("leads 'all' to the first list that may be seen", { tags: ['S0-2.63'] }, () => {
  expect(landingAddress(may('all', 'users'), tenant('all', 'all'))).toBe('/oid/all/admin/users')
  expect(landingAddress(may('all', 'users', 'customers'), tenant('all', 'all'))).toBe('/oid/all/admin/customers')
  expect(landingAddress(may('all', 'partners', 'customers'), tenant('all', 'all'))).toBe('/oid/all/admin/partners')
  expect(landingAddress(may('all', 'requests', 'partners'), tenant('all', 'all'))).toBe('/oid/all/admin/requests')
})

it('goes on to the next list when the first one may not be seen', { tags: ['S0-2.63'] }, () => {
  expect(landingAddress(may('t1', 'customers'), tenant('vad'))).toBe('/oid/t1/admin/customers')
})

it('leads nowhere without any right', () => {
  expect(landingAddress(new Map(), tenant('po'))).toBeUndefined()
})
