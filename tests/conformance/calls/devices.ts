import { describe, expect, it } from 'vitest'
import { all, first } from '../client/http.ts'
import type { World } from './world.ts'

/** S1 and S2 section 7: edge boxes, the settings of an overlay, and live monitoring. */
export function deviceCalls(world: World): void {
  describe('live monitoring and reporting', () => {
    const sessions = `/livemon/v1`
    it(
      'POST /livemon/v1/{overlay}/sessions opens a session of a box, GET …/view/{oid}/ its window',
      { tags: ['S1-7.40', 'S1-7.41', 'S2-7.49', 'S2-7.50'] },
      async () => {
        const box = all(await world.customer('GET', '/api/v1/edgeBoxes?size=1'))[0]!
        const sent = { edgeBoxId: box['id'], edgeBoxName: box['name'] }
        const answer = await world.customer('POST', `${sessions}/${world.customerOid}/sessions`, { data: [sent] })
        const { oid } = first(answer)
        expect(oid).toEqual(expect.any(String))
        const path = `${sessions}/${world.customerOid}/view/${String(oid)}/`
        const view = await world.openWindow(path, answer.cookies)
        expect(view).toMatchObject({ status: 200, type: expect.stringContaining('text/html') as string })
        expect(view.page).toContain(String(box['name']))
      },
    )
    it('POST /api/reporting/v1/overlays/{overlayId}/context takes no payload', { tags: ['S2-7.53'] }, async () => {
      const answer = await world.customer('POST', `/api/reporting/v1/overlays/${world.customerOid}/context`)
      expect(answer.status).toBeLessThan(300)
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
