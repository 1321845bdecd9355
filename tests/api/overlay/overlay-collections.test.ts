import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanItem } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { applyPlan } from '../../../server/plan/apply-plan.ts'
import { places } from '../../support/api/api-world.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

type Outcome = Awaited<ReturnType<typeof applyPlan>>

const IHAP = '/networkConfiguration/v1/ihap/profiles'

describe.each(places)('collections of advanced configuration on %s', (place) => {
  let world: OverlayWorld
  beforeAll(async () => {
    world = await overlayWorld(place)
    await world.grant('net@world.test', world.overlay, 'network_manager')
    await world.grant('looks@world.test', world.overlay, 'viewer')
  })
  afterAll(() => world.dispose())

  const servers = async (): Promise<unknown[]> =>
    (await world.ask('GET', 'syslogServer')).body.data.map(({ name, port, protocolName, revision }) => [name, port, protocolName, revision])

  /** Applies a plan as a network manager without one right; no existing role lacks only that right. */
  async function planWithout(right: 'security_parameters' | 'ihap_profile', item: PlanItem): Promise<Outcome> {
    const caller = await world.caller('net@world.test')
    const rightsOn: typeof caller.rightsOn = (...node) => {
      const rights = caller.rightsOn(...node)
      const has: typeof rights.has = (resource, operation) =>
        !(resource === right && operation !== 'list' && operation !== 'read') && rights.has(resource, operation)
      const can: typeof rights.can = (resource) => {
        const allowed = rights.can(resource)
        if (resource === 'network') return { ...allowed, updateSecurityParameters: false }
        return resource === right ? { ...allowed, create: false, update: false, delete: false } : allowed
      }
      return { ...rights, has, can }
    }
    return applyPlan(
      { database: world.database, caller: { ...caller, rightsOn } },
      { items: [item], source: 'api', tenantOid: world.overlay },
    )
  }
  const errorsOf = ({ result }: Outcome): Rec[] => (result.items[0]?.errors ?? []).map(({ pointer, key }) => ({ pointer, key }))

  it(
    'saves an edited list of syslog servers in one call: creates those without an identifier, applies all or none, and deletes none left out',
    { tags: ['S2-7.20', 'S2-9.20', 'S2-9.32'] },
    async () => {
      const first = await world.send(
        'PUT',
        'syslogServer',
        { name: 'Log', ipOrHostname: '10.0.0.9' },
        { name: 'Mill', ipOrHostname: 'mill.example.test', protocolId: 17, port: 0 },
      )
      expect(first.status).toBe(200)
      expect(await servers()).toEqual([
        ['Log', 514, 'TCP', 1],
        ['Mill', 0, 'UDP', 1],
      ])
      const [log, mill] = first.body.data
      const another = { name: 'Third', ipOrHostname: '10.0.0.10', protocolId: 255, port: 65_535 }
      const refused = await world.send('PUT', 'syslogServer', { ...log, port: 1 }, { ...mill, port: 65_536 }, another)
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/data/1/port', key: 'validation.field.between' }] } })
      const stale = await world.send('PUT', 'syslogServer', { ...log, port: 1 }, { ...mill, revision: 7, port: 2 }, another)
      expect(stale).toMatchObject({ status: 409, body: { current: [{ name: 'Mill', revision: 1 }] } })
      expect((await world.send('PUT', 'syslogServer', { ...log, port: 1 }, another)).status).toBe(200)
      expect(await servers()).toEqual([
        ['Log', 1, 'TCP', 2],
        ['Mill', 0, 'UDP', 1],
        ['Third', 65_535, undefined, 1],
      ])
      const duplicate = { name: 'Log', ipOrHostname: '10.0.0.11' }
      expect((await world.send('PUT', 'syslogServer', duplicate)).body.errors).toMatchObject([
        { pointer: '/data/0/name', key: 'syslog-server.name.taken' },
      ])
      expect((await world.ask('PUT', 'syslogServer', { as: 'looks@world.test', body: { data: [{ ...mill, port: 3 }] } })).status).toBe(403)
      expect((await world.send('PUT', 'transportNetworks', { name: 'New' })).status).toBe(400)
    },
  )

  it(
    'requires the right to change security parameters to switch direct internet traffic of a transport network',
    { tags: ['S2-6.8'] },
    async () => {
      await world.make('transportNetworks', { name: 'MPLS' })
      const [network] = (await world.ask('GET', 'transportNetworks/full')).body.data
      expect(network).toMatchObject({ name: 'MPLS', eligibleDti: false, revision: 1, can: { update: true } })
      const oid = String(network?.['oid'])
      const item = { entity: 'transport-network', action: 'update' as const, oid, revision: 1, changes: { eligibleDti: true } }
      const refused = await planWithout('security_parameters', item)
      expect([refused.status, errorsOf(refused)]).toEqual([
        400,
        [{ pointer: '/items/0/changes/eligibleDti', key: 'transport-network.because.securityParameters' }],
      ])
      expect((await planWithout('security_parameters', { ...item, changes: { name: 'MPLS 2' } })).status).toBe(200)
      const change = { oid, revision: 2, name: 'MPLS', eligibleDti: true }
      expect((await world.ask('PUT', 'transportNetworks', { as: 'looks@world.test', body: { data: [change] } })).status).toBe(403)
      expect((await world.ask('PUT', 'transportNetworks', { as: 'net@world.test', body: { data: [change] } })).status).toBe(200)
    },
  )

  it('refuses to rename an IHAP profile', { tags: ['S2-4.8'] }, async () => {
    const oid = await world.make(IHAP, { name: 'Pair', keepAlive: 50, peerDeadFactor: 10 })
    const renamed = await world.send('PUT', IHAP, { oid, revision: 1, name: 'Twins' })
    expect(renamed).toMatchObject({ status: 400, body: { errors: [{ pointer: '/data/0/name', key: 'validation.field.frozen' }] } })
  })

  it('refuses to create an IHAP profile without the right', { tags: ['S2-6.9'] }, async () => {
    const item = { entity: 'ihap-profile', action: 'create' as const, changes: { name: 'Another' } }
    expect((await planWithout('ihap_profile', item)).status).toBe(403)
    expect((await world.ask('POST', IHAP, { as: 'looks@world.test', body: { data: [{ name: 'Another' }] } })).status).toBe(403)
  })
})
