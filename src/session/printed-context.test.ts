import { expect, it } from 'vitest'
import { rightsIn, toPermissions, isAllowed } from './permissions.ts'
import { completeContext } from './printed-context.ts'

const user = { oid: 'u', name: 'Ann' }

it('completes a context that holds no more than the specifications print', () => {
  const { scopes, user: person, ...rest } = completeContext({ user, scopes: [{ oid: 't', name: 'T', tenantType: 'managed_customer' }] })
  expect(person).toMatchObject({ ...user, mail: '', locale: '', hasManyTenants: false, canListCustomers: false })
  expect(scopes).toEqual([
    { oid: 't', name: 'T', tenantType: 'managed_customer', parentOid: null, roles: [], permissions: [], features: [], ancestors: [] },
  ])
  expect(rest).toEqual({})
})

it('tells of many tenants where there are several scopes, or the place of all', () => {
  const scope = { oid: 't', name: 'T', tenantType: 'msp' as const }
  expect(completeContext({ user, scopes: [scope, { ...scope, oid: 's' }] }).user.hasManyTenants).toBe(true)
  const flags = { canListCustomers: true, canListPartners: false, canListRequests: false, canListUsers: false }
  expect(completeContext({ user, all: flags }).user).toMatchObject({ hasManyTenants: true, canListCustomers: true })
  expect(completeContext({ user, all: null })).not.toHaveProperty('all')
})

it('reads an overlay under the printed names, and under ours', () => {
  const overlayOf = (overlay: object) =>
    completeContext({
      user,
      scopes: [{ oid: 't', name: 'T', tenantType: 'managed_customer', resources: { overlay: { oid: 'o', name: 'O', ...overlay } } }],
    }).scopes[0]?.resources?.overlay
  const dashboards = [{ title: 'Traffic', uid: 'd' }]
  expect(overlayOf({ sdc: { oid: 'sdc' }, grafanaDashboards: dashboards, reportingServiceUrl: 'https://r.test' })).toMatchObject({
    sdcOid: 'sdc',
    dashboards: [{ title: 'Traffic', uid: 'd', tags: [], primary: false }],
    reportingHomeUrl: 'https://r.test',
  })
  expect(overlayOf({})).toMatchObject({ sdcOid: 'o', dashboards: [], reportingHomeUrl: null, alertingConfigurationUrl: null })
  expect(overlayOf({ sdcOid: 's', reportingHomeUrl: '/r' })).toMatchObject({ sdcOid: 's', reportingHomeUrl: '/r' })
})

it('gives no rights where a service prints none', () => {
  const { scopes } = completeContext({ user, scopes: [{ oid: 't', name: 'T', tenantType: 'managed_customer' }] })
  expect(isAllowed(toPermissions(scopes, undefined), 't', 'customers:read')).toBe(false)
})

it('takes named rights from a service that names them, and from pairs otherwise', () => {
  expect(rightsIn({ can: { update: true } }, 'customers')).toEqual({ update: true })
  expect(rightsIn({ permissions: [{ resource: 'customers', operation: 'update' }] }, 'customers')).toMatchObject({ update: true })
  expect(rightsIn({ permissions: [{ resource: 'partners', operation: 'update' }] }, 'customers')['update']).not.toBe(true)
  expect(rightsIn({ operations: ['delete'] }, 'customers')).toMatchObject({ delete: true })
})
