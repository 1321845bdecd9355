import { describe, expect, it } from 'vitest'
import { all, first, type Item } from '../client/http.ts'
import { bgpRouting, gateway, staticGateway, zscalerGateway } from '../client/gateways.ts'
import { printed, type World } from './world.ts'

/** What an answer shows of a sent gateway: all but the key. */
function withoutKey<T extends { security: { credentials: object } }>(sent: T): Item {
  return { ...sent, security: { ...sent.security, credentials: { mode: 'psk', configured: true } } }
}

/** What of a sent record is not null: the service leaves out what has no value. */
function present(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map(present)
  if (typeof sent !== 'object' || sent === null) return sent
  return Object.fromEntries(Object.entries(sent).flatMap(([name, value]) => (value === null ? [] : [[name, present(value)]])))
}

/** S2 section 7: external gateways. */
export function gatewayCalls(world: World): void {
  describe('external gateways', () => {
    const path = '/api/v1/externalGateways'
    let made: Item
    it('GET /v1/externalGateways and /v1/externalGateways/{id} hide the key', { tags: ['S2-7.2', 'S2-7.3'] }, async () => {
      const [found] = printed(await world.customer('GET', path), gateway)
      printed(await world.customer('GET', `${path}/${String(found['id'])}`), gateway)
    })
    it('POST /v1/externalGateways makes one of the printed body, of either type', { tags: ['S2-3.2', 'S2-3.32', 'S2-7.4'] }, async () => {
      for (const sent of [staticGateway, zscalerGateway]) {
        made = printed(await world.customer('POST', path, { data: [sent] }), gateway)[0]
        expect(made).toMatchObject(present(withoutKey(sent)) as Item)
      }
    })
    it('PUT /v1/externalGateways takes back the whole record with other routing and ciphers', { tags: ['S2-7.5'] }, async () => {
      const read = all(await world.customer('GET', path)).find(({ name }) => name === staticGateway.name)!
      const security = { ...(read['security'] as Item), ikeEncryptionCypher: 'AES128GCM', ikeDhGroup: 19, ipsecLifetime: 1800 }
      const sent = { ...read, routing: bgpRouting, security }
      made = printed(await world.customer('PUT', path, { data: [sent] }), gateway)[0]
      expect(made).toMatchObject({ routing: bgpRouting, security })
    })
    it('PUT /v1/externalGateways changes the key alone, and keeps it otherwise', { tags: ['S2-7.5'] }, async () => {
      const security = made['security'] as Item
      const sent = { ...made, security: { ...security, credentials: { mode: 'psk', psk: 'another knot' } } }
      made = printed(await world.customer('PUT', path, { data: [sent] }), gateway)[0]
      expect(made).toMatchObject({ revision: Number(sent['revision' as keyof typeof sent]) + 1, security })
    })
    it('DELETE /v1/externalGateways/{id} deletes it', { tags: ['S2-7.6'] }, async () => {
      all(await world.customer('DELETE', `${path}/${String(made['id'])}?revision=${String(made['revision'])}`))
      expect(await world.customer('GET', `${path}/${String(made['id'])}`)).toMatchObject({ status: 404 })
      expect(first(await world.customer('GET', path))).toBeDefined()
    })
  })
}
