import { expect, it } from 'vitest'
import { addressInTenant, commandsOf, listAddress, listOf } from './screen-addresses.ts'

it.each([
  ['/oid/a/admin/partners', '/oid/b/admin/partners'],
  ['/oid/all/admin', '/oid/b/admin'],
  ['/oid/a/admin/customers/journal', '/oid/b/admin/customers/journal'],
  ['/oid/a/admin/customers/edit/17', '/oid/b/admin/customers'],
  ['/oid/a/network/devices', '/oid/b'],
  ['/oid/a', '/oid/b'],
  ['/about', '/oid/b'],
])('leads from %s to %s when tenant b is chosen', { tags: ['S0-2.17'] }, (from, to) => {
  expect(addressInTenant(from, 'b')).toBe(to)
})

it('returns the address of an entity list', () => {
  expect(listAddress('all', 'partner')).toBe('/oid/all/admin/partners')
  expect(() => listAddress('all', 'pigeon')).toThrow('No screen for "pigeon"')
})

it('returns the entity whose list shows the records of an entity', () => {
  expect(['partner', 'ip-engine', 'edge-box', 'tele-engine', 'site'].map(listOf)).toEqual([
    'partner',
    'ip-engine',
    'ip-engine',
    'ip-engine',
    'site',
  ])
})

it('maps a command to the list of its target, and removes the record from the address on tenant change', () => {
  expect(listOf('license-split')).toBe('license')
  expect(commandsOf('license').map(({ meta: { verb } }) => verb)).toEqual(['add', 'edit', 'split', 'assign', 'unassign', 'delete'])
  expect(addressInTenant('/oid/a/admin/licenses/split', 'b')).toBe('/oid/b/admin/licenses')
  expect(addressInTenant('/oid/a/admin/licenses/add', 'b')).toBe('/oid/b/admin/licenses/add')
})
