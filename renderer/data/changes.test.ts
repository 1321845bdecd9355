import { describe, expect, it } from 'vitest'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { areInContext, isInContext } from './changes.ts'

describe('what makes the tenant context stale', () => {
  it(
    'is every change of partners, customers, users, appliances and settings, and no change of other records',
    { tags: ['S0-4.20'] },
    () => {
      const stale = Object.values(entityMeta).filter((meta) => isInContext(meta))
      expect(stale.map(({ name }) => name).toSorted()).toEqual(['appliance', 'customer', 'partner', 'request', 'settings', 'user-role'])
    },
  )

  it('is of requests their being resolved, which makes or removes a customer', () => {
    const { request } = entityMeta
    expect(isInContext(request, [{ status: 'active', comment: 'Contract checked.' }])).toBe(false)
    expect(isInContext(request, [{ status: 'active' }, { status: 'resolved' }])).toBe(true)
    expect(areInContext(request, [{ status: 'resolved' }], 'u1')).toBe(false)
  })

  it('is of detached people whoever does it, and every deletion of a tenant', { tags: ['S0-4.21'] }, () => {
    expect(areInContext(entityMeta['user-role'], [{ userOid: 'u2' }, { userOid: 'u3' }], 'u1')).toBe(false)
    expect(areInContext(entityMeta['user-role'], [{ userOid: 'u2' }, { userOid: 'u1' }], 'u1')).toBe(true)
    expect(areInContext(entityMeta.customer, [{ oid: 'c1' }], 'u1')).toBe(true)
  })
})
