import { describe, expect, it } from 'vitest'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { areInContext, isInContext } from './changes.ts'

describe('changes that make the tenant context stale', () => {
  it('are those of partners, customers, users, appliances and settings, not of other records', { tags: ['S0-4.20'] }, () => {
    const stale = Object.values(entityMeta).filter((meta) => isInContext(meta))
    expect(stale.map(({ name }) => name).toSorted()).toEqual(['appliance', 'customer', 'partner', 'request', 'settings', 'user-role'])
  })

  it('include resolving a request, which creates or removes a customer', () => {
    const { request } = entityMeta
    expect(isInContext(request, [{ status: 'active', comment: 'Contract checked.' }])).toBe(false)
    expect(isInContext(request, [{ status: 'active' }, { status: 'resolved' }])).toBe(true)
    expect(areInContext(request, [{ status: 'resolved' }], 'u1')).toBe(false)
  })

  it('include detaching the current user, and every deletion of a tenant', { tags: ['S0-4.21'] }, () => {
    expect(areInContext(entityMeta['user-role'], [{ userOid: 'u2' }, { userOid: 'u3' }], 'u1')).toBe(false)
    expect(areInContext(entityMeta['user-role'], [{ userOid: 'u2' }, { userOid: 'u1' }], 'u1')).toBe(true)
    expect(areInContext(entityMeta.customer, [{ oid: 'c1' }], 'u1')).toBe(true)
  })
})
