import { describe, expect, it } from 'vitest'
import { first } from '../client/http.ts'
import { newCustomer } from '../client/tenants.ts'
import { expectProblem, type World } from './world.ts'

/** Sections 8: refusals carry a status, a message and a list of errors. */
export function errorCalls(world: World): void {
  describe('refusals', () => {
    it('400: a body without its list, a field of the wrong kind, an unknown field in a filter, an overlay call without the overlay', async () => {
      expectProblem(await world.owner('POST', '/api/v1/partners', { name: 'Alone' }), 400)
      expectProblem(await world.owner('GET', '/api/v1/partners?filter=nmae==x'), 400)
      expectProblem(await world.withoutOverlay('GET', '/api/v1/edgeBoxes'), 400)
    })
    it('names every invalid field by a pointer into the body and a message key of section 5', async () => {
      const sent = { ...newCustomer('platform'), name: '', contactEmail: 'nowhere' }
      const answer = await world.owner('POST', '/api/v1/customers', { data: [sent] })
      expectProblem(answer, 400)
      const found = answer.body.errors!.map(({ pointer, key }) => `${pointer} ${key}`)
      expect(found).toContain('/data/0/name validation.field.mandatory')
      expect(found).toContain('/data/0/contactEmail validation.field.mail')
    })
    it('401 without a token', async () => {
      expectProblem(await world.nobody('GET', '/api/v1/partners'), 401)
    })
    it('403 where the person has no right', async () => {
      expectProblem(await world.viewer('POST', '/api/v1/teleEngines', { data: [{ name: 'x' }] }), 403)
    })
    it('404 where there is no such record', async () => {
      expectProblem(await world.owner('GET', '/api/v1/partners/0191e5bf-67ef-7c18-9af0-000000000000'), 404)
    })
    it('409 for a change of an older revision, 428 without one', async () => {
      const before = first(await world.customer('GET', `/api/v1/settings/${world.customerOid}`))
      const change = (more: object) =>
        world.customer('PUT', '/api/v1/settings', { data: [{ oid: before['oid'], reporting: 'standard', ...more }] })
      expectProblem(await change({ revision: Number(before['revision']) + 7 }), 409)
      expectProblem(await change({}), 428)
    })
  })
}
