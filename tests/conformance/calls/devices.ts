import { describe, expect, it } from 'vitest'
import { all, first, type Item } from '../client/http.ts'
import { edgeBox } from '../client/devices.ts'
import { printed, type World } from './world.ts'

/** S1 and S2 section 7: edge boxes, the settings of an overlay, and live monitoring. */
export function deviceCalls(world: World): void {
  describe('edge boxes', () => {
    const path = '/api/v1/edgeBoxes'
    let box: Item
    it('GET /v1/edgeBoxes lists them', { tags: ['S1-7.3'] }, async () => {
      box = printed(await world.customer('GET', `${path}?size=20`), edgeBox)[0]
    })
    it('GET /v1/edgeBoxes lists candidates for time synchronisation', { tags: ['S2-7.28'] }, async () => {
      printed(await world.customer('GET', `${path}?filter=filterPredicateRef==synchroServers`), edgeBox)
    })
    it('GET /v1/edgeBoxes/{id} reads one', { tags: ['S1-7.4'] }, async () => {
      box = printed(await world.customer('GET', `${path}/${String(box['id'])}`), edgeBox)[0]
    })
    it('PUT /v1/edgeBoxes takes back the whole record with a change', { tags: ['S1-7.6'] }, async () => {
      const sent = { ...box, services: { ...(box['services'] as Item), wanOptimization: false } }
      box = printed(await world.customer('PUT', path, { data: [sent] }), edgeBox)[0]
      expect(box).toMatchObject({ services: { wanOptimization: false } })
    })
    it('POST /livemon/v1/{overlay}/sessions opens a session of a box', { tags: ['S1-7.40', 'S2-7.49'] }, async () => {
      const sent = { edgeBoxId: box['id'], edgeBoxName: box['name'] }
      const session = first(await world.customer('POST', `/livemon/v1/${world.customerOid}/sessions`, { data: [sent] }))
      expect(session['oid']).toEqual(expect.any(String))
    })
    it('DELETE /v1/edgeBoxes/{id} deletes one', { tags: ['S1-7.7'] }, async () => {
      const spoke = all(await world.customer('GET', `${path}?filter=mode==spoke&size=1`))[0]!
      all(await world.customer('DELETE', `${path}/${String(spoke['id'])}?revision=${String(spoke['revision'])}`))
      expect(await world.customer('GET', `${path}/${String(spoke['id'])}`)).toMatchObject({ status: 404 })
    })
  })

  describe('settings of the overlay', () => {
    it('PUT /v1/overlay/routing takes back what GET returned', { tags: ['S1-7.31', 'S2-7.7', 'S2-7.8'] }, async () => {
      const read = first(await world.customer('GET', '/api/v1/overlay/routing'))
      expect(first(await world.customer('PUT', '/api/v1/overlay/routing', { data: [{ ...read, ospfTag: 77 }] }))).toMatchObject({
        ospfTag: 77,
      })
    })
    it('PUT /v1/overlay/security takes back what GET returned', { tags: ['S1-7.32', 'S2-7.9', 'S2-7.10'] }, async () => {
      const read = first(await world.customer('GET', '/api/v1/overlay/security'))
      expect(first(await world.customer('PUT', '/api/v1/overlay/security', { data: [{ ...read, mtu: 1390 }] }))).toMatchObject({
        mtu: 1390,
      })
    })
    it('PUT /v1/overlay/vrrp_profile takes back what GET returned', { tags: ['S1-7.30', 'S2-7.11', 'S2-7.12'] }, async () => {
      const read = first(await world.customer('GET', '/api/v1/overlay/vrrp_profile'))
      const sent = { ...read, preemptDelay: 5 }
      expect(first(await world.customer('PUT', '/api/v1/overlay/vrrp_profile', { data: [sent] }))).toMatchObject({ preemptDelay: 5 })
    })
    it('PUT /v1/timeSynchro takes back what GET returned', { tags: ['S1-7.33', 'S2-7.13', 'S2-7.14'] }, async () => {
      const read = first(await world.customer('GET', '/api/v1/timeSynchro'))
      const sent = { ...read, timeServer: '10.9.8.7' }
      expect(first(await world.customer('PUT', '/api/v1/timeSynchro', { data: [sent] }))).toMatchObject({ timeServer: '10.9.8.7' })
    })
    it('GET /v1/overlay/cloudMesh answers 405 without a cloud mesh', { tags: ['S2-7.17'] }, async () => {
      expect(await world.customer('GET', '/api/v1/overlay/cloudMesh')).toMatchObject({ status: 405 })
    })
  })
}
