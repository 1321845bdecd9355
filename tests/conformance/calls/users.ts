import { describe, expect, it } from 'vitest'
import { all, first, revisionOf, type Item } from '../client/http.ts'
import { attachment, context, foundTenant, info, journalEntry, overlay, profile, userRole } from '../client/tenants.ts'
import { differences } from '../client/shape.ts'
import { printed, type World } from './world.ts'

/** S0 section 7: User API, user roles, profile and journal. */
export function userCalls(world: World): void {
  contextCalls(world)
  roleCalls(world)
  profileCalls(world)
  journalCalls(world)
}

function contextCalls(world: World): void {
  describe('the person and the context', () => {
    it('GET /api/user/v1/context holds the person and the scopes', { tags: ['S0-7.11'] }, async () => {
      printed(await world.owner('GET', '/api/user/v1/context'), context)
    })
    it('GET /api/user/v2/info names the person and the tenant', { tags: ['S0-7.12'] }, async () => {
      printed(await world.customer('GET', '/api/user/v2/info'), info)
    })
    it('GET /api/user/v2/context holds the person, the scopes and what all tenants list', { tags: ['S0-7.13'] }, async () => {
      expect(printed(await world.owner('GET', '/api/user/v2/context'), context)[0]['all']).toMatchObject({ canListPartners: true })
      const [{ scopes, all: flags }] = printed(await world.customer('GET', `/api/user/v2/context?tenantOid=${world.customerOid}`), context)
      expect(Object.values(flags as Item)).toEqual([false, false, false, false])
      const [scope] = scopes as { resources: { overlay: Item } }[]
      expect(differences([scope!.resources.overlay], overlay)).toEqual([])
    })
    it('GET /api/user/v2/tenants counts pages from 0 and adds one row while there are more', { tags: ['S0-7.14', 'S2-7.51'] }, async () => {
      const found = printed(await world.owner('GET', '/api/user/v2/tenants?page=0&size=10'), foundTenant)
      expect(found).toHaveLength(11)
      expect(all(await world.owner('GET', '/api/user/v2/tenants?page=1&size=10'))[0]).toEqual(found[10])
      const filter = encodeURIComponent(`name=ilike=${JSON.stringify(found[0]['name'])}`)
      expect(all(await world.owner('GET', `/api/user/v2/tenants?page=0&size=10&filter=${filter}`))).toContainEqual(found[0])
    })
    it('GET /toc.json answers callers with a token', { tags: ['S0-7.53', 'S2-7.52'] }, async () => {
      expect(await world.owner('GET', '/toc.json')).toMatchObject({ status: 200 })
      expect(await world.nobody('GET', '/toc.json')).toMatchObject({ status: 401 })
    })
  })
}

function roleCalls(world: World): void {
  describe('user roles', () => {
    let made: Item
    const one = (): string => `/api/v1/userroles/${encodeURIComponent(`${String(made['oid']).split('/')[0]}/${String(made['tenantOid'])}`)}`
    it('GET /api/v1/userroles lists those of all tenants, or those below the named one', { tags: ['S0-7.29'] }, async () => {
      printed(await world.owner('GET', '/api/v1/userroles'), userRole)
      printed(await world.customer('GET', `/api/v1/userroles?parentTenantOid=${world.customerOid}`), userRole)
    })
    it('POST /api/v1/userroles attaches a person to a tenant', { tags: ['S0-7.31'] }, async () => {
      const sent = attachment(world.customerOid)
      made = printed(await world.customer('POST', '/api/v1/userroles', { data: [sent] }), userRole)[0]
      expect(made).toMatchObject(sent)
    })
    it('GET /api/v1/userroles/{oid} reads it, with the slash of its key encoded', { tags: ['S0-7.30'] }, async () => {
      expect(printed(await world.customer('GET', one()), userRole)[0]).toMatchObject(attachment(world.customerOid))
    })
    it('PUT /api/v1/userroles changes the role', { tags: ['S0-7.32'] }, async () => {
      made = printed(await world.customer('PUT', '/api/v1/userroles', { data: [{ ...made, role: 'network_manager' }] }), userRole)[0]
      expect(made['role']).toBe('network_manager')
    })
    it('DELETE /api/v1/userroles detaches by oid and tenantOid', { tags: ['S0-7.33'] }, async () => {
      const sent = { oid: made['oid'], tenantOid: made['tenantOid'], ...revisionOf(made) }
      all(await world.customer('DELETE', '/api/v1/userroles', { data: [sent] }))
      expect(await world.customer('GET', one())).toMatchObject({ status: 404 })
    })
  })
}

function profileCalls(world: World): void {
  describe('the profile', () => {
    it('GET /api/v1/profile shows mail and name', { tags: ['S0-7.34'] }, async () => {
      printed(await world.customer('GET', '/api/v1/profile'), profile)
    })
    it('PUT /api/v1/profile saves the name', { tags: ['S0-7.35'] }, async () => {
      const sent = { ...first(await world.customer('GET', '/api/v1/profile')), name: 'Margaret Pier' }
      expect(printed(await world.customer('PUT', '/api/v1/profile', { data: [sent] }), profile)[0]['name']).toBe('Margaret Pier')
      expect(first(await world.customer('GET', '/api/v1/profile'))['name']).toBe('Margaret Pier')
    })
  })
}

function journalCalls(world: World): void {
  describe('the journal', () => {
    it.each(['Partners', 'Customers', 'UserRoles', 'Appliances', 'Licensing', 'Requests'])(
      'GET /journal/api/v1/journal/entries/{tenantOid}/{theme}: %s, newest first, by event and before a date',
      { tags: ['S0-7.52'] },
      async (theme) => {
        const path = `/journal/api/v1/journal/entries/platform/${theme}?limit=20&sort=-creationDate`
        const entries = printed(await world.owner('GET', path), journalEntry)
        const dates = entries.map(({ creationDate }) => String(creationDate))
        expect(dates).toEqual(dates.toSorted().toReversed())
        const { eventType, creationDate } = entries.at(-1)!
        const filter = encodeURIComponent(`eventType==${String(eventType)};creationDate=lt=${String(creationDate)}`)
        for (const earlier of all(await world.owner('GET', `${path}&filter=${filter}`))) {
          expect(earlier['eventType']).toBe(eventType)
          expect(String(earlier['creationDate']) < String(creationDate)).toBe(true)
        }
      },
    )
  })
}
