import { describe, expect, it } from 'vitest'
import { checkRightsTable } from './check.ts'
import { rightsTable } from './table.ts'
import type { RightsTable } from './table.ts'

const changed = (change: (table: RightsTable) => void): string[] => {
  const copy = structuredClone(rightsTable)
  change(copy)
  return checkRightsTable(copy)
}

describe('rights table checks', () => {
  it('find no problem in the shipped table', { tags: ['D-4.6'] }, () => {
    expect(checkRightsTable(rightsTable)).toEqual([])
  })

  it.each<[string, (table: RightsTable) => void, RegExp]>([
    [
      'an unknown resource in a grant',
      (table) => table.roles['viewer']?.push({ resources: ['boxes'], operations: ['read'] }),
      /role 'viewer'.*'boxes'/,
    ],
    ['an unknown group', (table) => table.roles['viewer']?.push({ resources: ['group:boxes'], operations: ['read'] }), /group:boxes/],
    ['an unknown operation', (table) => table.roles['viewer']?.push({ resources: ['users'], operations: ['browse'] }), /'browse'/],
    [
      'an unknown tenant type',
      (table) => table.resources['users']?.on.push({ types: ['guild'], operations: ['read'] }),
      /resource 'users'.*'guild'/,
    ],
    ['a child type that does not exist', (table) => table.tenantTypes['msp']?.mayHold.push('guild'), /tenant type 'msp'.*'guild'/],
    ['a role that nobody can be given', (table) => (table.roles['auditor'] = []), /role 'auditor': no resource assigns it/],
    [
      'a resource that assigns an unknown role',
      (table) => (table.resources['role_x'] = { group: 'x', assigns: 'x' as never, on: [{ types: ['*'], operations: ['create'] }] }),
      /assigns unknown role 'x'/,
    ],
    [
      'a resource that no tenant allows',
      (table) => (table.resources['ghost'] = { group: 'x', on: [] }),
      /resource 'ghost': is allowed on no tenant type/,
    ],
    [
      'a named right that nobody can ever have',
      (table) => (table.named['customers'] = { x: ['reporting', 'delete'] }),
      /'reporting' allows 'delete' nowhere/,
    ],
    ['a list flag of an unknown resource', (table) => (table.everyTenant['canListBoxes'] = 'boxes'), /canListBoxes.*'boxes'/],
    ['an unknown part', (table) => Object.assign(table, { extra: {} }), /unknown part 'extra'/],
  ])('report %s', (_, change, expected) => {
    expect(changed(change).join('\n')).toMatch(expected)
  })
})
