import { describe, expect, it } from 'vitest'
import { all, first, revisionOf, type Item } from '../client/http.ts'
import * as network from '../client/network.ts'
import { differences } from '../client/shape.ts'
import { printed, type World } from './world.ts'

/** S1 and S2 section 7: tele engines, reference data, the combined list, IHAP profiles, zones, policies and application sets. */
export function networkCalls(world: World): void {
  teleEngineCalls(world)
  referenceCalls(world)
  ihapCalls(world)
  zoneCalls(world)
  applicationSetCalls(world)
}

function teleEngineCalls(world: World): void {
  describe('tele engines', () => {
    const path = '/api/v1/teleEngines'
    let made: Item
    it('GET /v1/teleEngines lists them', { tags: ['S1-7.8'] }, async () => {
      printed(await world.customer('GET', path), network.teleEngine)
    })
    it('POST /v1/teleEngines makes one of the printed body', { tags: ['S1-7.10'] }, async () => {
      const sent = network.newTeleEngine('Internet')
      made = printed(await world.customer('POST', path, { data: [sent] }), network.teleEngine)[0]
      expect(made).toMatchObject(sent)
    })
    it('GET /v1/teleEngines/{id} reads it', { tags: ['S1-7.9'] }, async () => {
      expect(first(await world.customer('GET', `${path}/${String(made['id'])}`))).toMatchObject({ id: made['id'], name: made['name'] })
    })
    it('PUT /v1/teleEngines takes back the whole record with a change', { tags: ['S1-7.11'] }, async () => {
      const wan = { ...(made['wan'] as Item), access: { upBandwidth: 30000, downBandwidth: 90000 } }
      made = printed(await world.customer('PUT', path, { data: [{ ...made, wan }] }), network.teleEngine)[0]
      expect(made).toMatchObject({ wan: { access: { upBandwidth: 30000, downBandwidth: 90000 } } })
    })
    it('DELETE /v1/teleEngines/{id} deletes it', { tags: ['S1-7.12'] }, async () => {
      all(await world.customer('DELETE', `${path}/${String(made['id'])}?revision=${String(made['revision'])}`))
      expect(await world.customer('GET', `${path}/${String(made['id'])}`)).toMatchObject({ status: 404 })
    })
  })
}

function referenceCalls(world: World): void {
  describe('lists of the overlay', () => {
    it('GET /v1/colorings lists names', { tags: ['S1-7.15'] }, async () => {
      printed(await world.customer('GET', '/api/v1/colorings'), network.coloring)
    })
    it('GET /v1/transportNetworks/full lists what edge boxes use', { tags: ['S1-7.16', 'S2-7.26'] }, async () => {
      printed(await world.customer('GET', '/api/v1/transportNetworks/full'), network.transportNetwork)
    })
    it('GET /v1/transportNetworks/full/teleEngine adds Not Specified', { tags: ['S1-7.17'] }, async () => {
      const found = printed(await world.customer('GET', '/api/v1/transportNetworks/full/teleEngine'), network.transportNetwork)
      expect(found.map(({ name }) => name)).toContain('Not Specified')
    })
    it('PUT /v1/transportNetworks takes the printed four fields', { tags: ['S1-7.18', 'S2-7.27'] }, async () => {
      const { id, name, eligibleDti, revision } = all(await world.customer('GET', '/api/v1/transportNetworks/full'))[0]!
      const sent = { id, name, eligibleDti: !eligibleDti, revision }
      all(await world.customer('PUT', '/api/v1/transportNetworks', { data: [sent] }))
      const after = all(await world.customer('GET', '/api/v1/transportNetworks/full')).find((one) => one['id'] === id)
      expect(after).toMatchObject({ eligibleDti: !eligibleDti })
    })
    it('GET /v1/wanEndpoints lists peers', { tags: ['S1-7.19'] }, async () => {
      printed(await world.customer('GET', '/api/v1/wanEndpoints?size=20'), network.wanEndpoint)
    })
    it('GET /v1/sites lists sites', { tags: ['S1-7.20'] }, async () => {
      printed(await world.customer('GET', '/api/v1/sites'), network.site)
    })
    it('GET /v1/appliances lists the appliances of the overlay', { tags: ['S1-7.23'] }, async () => {
      printed(await world.customer('GET', '/api/v1/appliances'), network.overlayAppliance)
    })
    it('GET /v1/syslogServer and /v1/syslogServer/{id} show servers', { tags: ['S1-7.24', 'S1-7.25', 'S2-7.18', 'S2-7.19'] }, async () => {
      const [found] = printed(await world.customer('GET', '/api/v1/syslogServer'), network.syslogServer)
      printed(await world.customer('GET', `/api/v1/syslogServer/${String(found['id'])}`), network.syslogServer)
    })
    it('PUT /v1/syslogServer takes the whole list with a new server', { tags: ['S1-7.26', 'S2-7.20'] }, async () => {
      const path = '/api/v1/syslogServer'
      const before = all(await world.customer('GET', path))
      const changed: Item = { ...before[0], port: 6514 }
      printed(await world.customer('PUT', path, { data: [changed, ...before.slice(1), network.newSyslogServer] }), network.syslogServer)
      const after = all(await world.customer('GET', path))
      const { id: _, ...made } = network.newSyslogServer
      expect(after.find(({ name }) => name === made.name)).toMatchObject(made)
      expect(after.find(({ id }) => id === changed['id'])).toMatchObject({ port: 6514 })
      expect(after).toHaveLength(before.length + 1)
    })
    it('GET and PUT /v1/localBreakout name the transport network', { tags: ['S1-7.34', 'S2-7.15', 'S2-7.16'] }, async () => {
      const path = '/api/v1/localBreakout'
      const [read] = printed(await world.customer('GET', path), network.localBreakout)
      const transportNetwork = (read['transportNetworkValues'] as string[]).find((name) => name !== read['transportNetwork'])
      const sent = { enabled: true, transportNetwork, transportNetworkValues: read['transportNetworkValues'], ...revisionOf(read) }
      printed(await world.customer('PUT', path, { data: [sent] }), network.localBreakout)
      expect(first(await world.customer('GET', path))).toMatchObject({ enabled: true, transportNetwork })
    })
    it('GET /v1/sdi/settings says whether SDI is on', { tags: ['S1-7.29'] }, async () => {
      expect(first(await world.customer('GET', '/api/v1/sdi/settings'))['enabled']).toEqual(expect.any(Boolean))
    })
    it('GET /v1/sites/{id}/ibgpEdgeBoxEndpoints lists the boxes of a site', { tags: ['S1-7.21'] }, async () => {
      const { site } = all(await world.customer('GET', '/api/v1/edgeBoxes?size=1'))[0] as { site: Item }
      printed(await world.customer('GET', `/api/v1/sites/${String(site['id'])}/ibgpEdgeBoxEndpoints`), network.ibgpEndpoint)
    })
    it('GET /v1/sites/{id}/subnets lists the subnets of a site with their boxes', { tags: ['S1-7.22'] }, async () => {
      const { site, lan } = all(await world.customer('GET', '/api/v1/edgeBoxes?size=1'))[0] as { site: Item; lan: { subnets: Item[] } }
      const found = printed(await world.customer('GET', `/api/v1/sites/${String(site['id'])}/subnets`), network.siteSubnet)
      expect(found).toContainEqual(expect.objectContaining({ prefix: lan.subnets[0]?.['prefix'], mask: lan.subnets[0]?.['mask'] }))
    })
    it('GET /v1/cloudsec/regions lists regions', { tags: ['S1-7.27'] }, async () => {
      printed(await world.customer('GET', '/api/v1/cloudsec/regions'), network.named)
    })
    it('GET /v1/sdi/pops lists PoPs', { tags: ['S1-7.28'] }, async () => {
      printed(await world.customer('GET', '/api/v1/sdi/pops'), network.named)
    })
    it('GET /v1/ipEngines/synthesis wraps each record with its type, and counts', { tags: ['S1-7.13'] }, async () => {
      const answer = await world.customer('GET', '/api/v1/ipEngines/synthesis?page=1&size=20')
      printed(answer, network.synthesis)
      expect(differences([answer.body.meta], network.synthesisMeta)).toEqual([])
    })
    it.each([
      ['configured', 'edge_box', 'countConfigured'],
      ['notConfigured', 'appliance', 'countNotConfigured'],
      ['unProvisioned', 'appliance edge_box', 'countUnProvisioned'],
      ['teleEngine', 'tele_engine', 'countTeleEngines'],
    ])('GET /v1/ipEngines/synthesis/{filter} lists one tab and searches it: %s', { tags: ['S1-7.14'] }, async (tab, type, figure) => {
      const path = `/api/v1/ipEngines/synthesis/${tab}?page=1&size=20`
      const answer = await world.customer('GET', path)
      const found = printed(answer, network.synthesis)
      for (const one of found) expect(type.split(' ')).toContain(one['type'])
      expect(answer.body.meta).toMatchObject({ count: answer.body.meta?.[figure] })
      const obj = found[0]['obj'] as Item
      const words = JSON.stringify(String(obj['name'] ?? obj['serialNumber']).toUpperCase())
      const filter = encodeURIComponent(['name', 'siteName', 'serialNumber'].map((field) => `${field}=ilike=${words}`).join(','))
      expect(all(await world.customer('GET', `${path}&filter=${filter}`)).map((one) => one['obj'])).toContainEqual(obj)
    })
    it('GET /v1/stats counts engines, connections and application groups', { tags: ['S2-7.47'] }, async () => {
      printed(await world.customer('GET', '/api/v1/stats'), network.stats)
    })
    it('GET /supervision/…/alertSummary counts by severity', { tags: ['S2-7.48'] }, async () => {
      const path = `/supervision/alerting-config/${world.customerOid}/api/v1/alertSummary`
      printed(await world.customer('GET', path), network.alertCount)
    })
  })
}

function ihapCalls(world: World): void {
  describe('IHAP profiles', () => {
    const path = '/networkConfiguration/v1/ihap/profiles'
    let made: Item
    it('GET …/profiles lists them', { tags: ['S1-7.35', 'S2-7.21'] }, async () => {
      printed(await world.customer('GET', path), network.ihapProfile)
    })
    it('POST …/profiles makes one of the printed body', { tags: ['S1-7.36', 'S2-7.22'] }, async () => {
      made = printed(await world.customer('POST', path, { data: [network.newIhapProfile] }), network.ihapProfile)[0]
      expect(made).toMatchObject(network.newIhapProfile)
    })
    it('GET …/profiles/{id} reads it', { tags: ['S1-7.38', 'S2-7.24'] }, async () => {
      expect(first(await world.customer('GET', `${path}/${String(made['id'])}`))).toMatchObject(network.newIhapProfile)
    })
    it('PUT …/profiles takes back the whole record with a change', { tags: ['S1-7.37', 'S2-7.23'] }, async () => {
      made = printed(await world.customer('PUT', path, { data: [{ ...made, keepAlive: 300 }] }), network.ihapProfile)[0]
      expect(made['keepAlive']).toBe(300)
    })
    it('DELETE …/profiles/{id} deletes it', { tags: ['S1-7.39', 'S2-7.25'] }, async () => {
      all(await world.customer('DELETE', `${path}/${String(made['id'])}?revision=${String(made['revision'])}`))
      expect(await world.customer('GET', `${path}/${String(made['id'])}`)).toMatchObject({ status: 404 })
    })
  })
}

function zoneCalls(world: World): void {
  describe('zones and policies', () => {
    const path = '/api/v1/firewall/vpn/zones'
    let made: Item
    it('GET /v1/firewall/vpn/zones lists them', { tags: ['S2-7.29'] }, async () => {
      printed(await world.customer('GET', path), network.zone)
    })
    it('POST /v1/firewall/vpn/zones makes one of the printed body', { tags: ['S2-7.31'] }, async () => {
      made = printed(await world.customer('POST', path, { data: [network.newZone] }), network.zone)[0]
      expect(made).toMatchObject(network.newZone)
    })
    it('GET /v1/firewall/vpn/zones/{id} reads it', { tags: ['S2-7.30'] }, async () => {
      made = printed(await world.customer('GET', `${path}/${String(made['id'])}`), network.zone)[0]
    })
    it('PUT /v1/firewall/vpn/zones takes back the whole record with a change', { tags: ['S2-7.32'] }, async () => {
      made = printed(await world.customer('PUT', path, { data: [{ ...made, description: 'Gates.' }] }), network.zone)[0]
      expect(made['description']).toBe('Gates.')
    })
    it('DELETE /v1/firewall/vpn/zones/{id} deletes it', { tags: ['S2-7.33'] }, async () => {
      all(await world.customer('DELETE', `${path}/${String(made['id'])}?revision=${String(made['revision'])}`))
      expect(await world.customer('GET', `${path}/${String(made['id'])}`)).toMatchObject({ status: 404 })
    })
    it('GET and PUT /v1/firewall/vpn/policies change a pair of zones', { tags: ['S2-7.35', 'S2-7.36', 'S2-7.37'] }, async () => {
      const policies = '/api/v1/firewall/vpn/policies'
      const [found] = printed(await world.customer('GET', policies), network.vpnPolicy)
      const [read] = printed(await world.customer('GET', `${policies}/${encodeURIComponent(String(found['id']))}`), network.vpnPolicy)
      const policy = read['policy'] === 'allow' ? 'deny' : 'allow'
      expect(first(await world.customer('PUT', policies, { data: [{ ...read, policy }] }))).toMatchObject({ policy })
    })
    it('GET and PUT /v1/firewall/internet/policies change a zone and set', { tags: ['S2-7.38', 'S2-7.39', 'S2-7.40'] }, async () => {
      const policies = '/api/v1/firewall/internet/policies'
      const [found] = printed(await world.customer('GET', policies), network.internetPolicy)
      const [read] = printed(await world.customer('GET', `${policies}/${encodeURIComponent(String(found['id']))}`), network.internetPolicy)
      const policy = read['policy'] === 'dti' ? 'deny' : 'dti'
      expect(first(await world.customer('PUT', policies, { data: [{ ...read, policy }] }))).toMatchObject({ policy })
    })
  })
}

function applicationSetCalls(world: World): void {
  describe('application sets', () => {
    const path = '/api/v1/firewall/appsets'
    let made: Item
    it('GET /v1/firewall/appsets/saas lists sets of SaaS applications', { tags: ['S2-7.41'] }, async () => {
      printed(await world.customer('GET', `${path}/saas`), network.saasSet)
    })
    it('GET /v1/firewall/appsets/portBased lists sets of ports', { tags: ['S2-7.42'] }, async () => {
      printed(await world.customer('GET', `${path}/portBased`), network.portBasedSet)
    })
    it('GET /v1/firewall/apps/saas lists applications', { tags: ['S2-7.34'] }, async () => {
      printed(await world.customer('GET', '/api/v1/firewall/apps/saas?size=20'), network.named)
    })
    it('POST /v1/firewall/appsets makes one of the printed body', { tags: ['S2-7.44'] }, async () => {
      made = printed(await world.customer('POST', path, { data: [network.newPortBasedSet] }), network.portBasedSet)[0]
      expect(made).toMatchObject(network.newPortBasedSet)
      const bound = all(await world.customer('GET', `${path}/saas`)).flatMap(({ saasApps }) => (saasApps as Item[]).map(({ id }) => id))
      const apps = all(await world.customer('GET', '/api/v1/firewall/apps/saas?size=500'))
      const free = apps.find(({ id, disabled, deleted }) => !bound.includes(id) && disabled !== true && deleted !== true)!
      const sent = network.newSaasSet({ id: free['id'], name: free['name'] })
      const { description: _, ...expected } = sent
      expect(printed(await world.customer('POST', path, { data: [sent] }), network.saasSet)[0]).toMatchObject(expected)
    })
    it('POST /v1/firewall/appsets refuses a set whose `saas` contradicts its type', { tags: ['S2-7.44'] }, async () => {
      const sent = { ...network.newPortBasedSet, name: 'Contradiction', saas: true }
      const { status, body } = await world.customer('POST', path, { data: [sent] })
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/data/0/saas'])
    })
    it('GET /v1/firewall/appsets/{id} reads it', { tags: ['S2-7.43'] }, async () => {
      printed(await world.customer('GET', `${path}/${String(made['id'])}`), network.portBasedSet)
    })
    it('PUT /v1/firewall/appsets takes back the whole record with a change', { tags: ['S2-7.45'] }, async () => {
      made = printed(await world.customer('PUT', path, { data: [{ ...made, description: 'Fog.' }] }), network.portBasedSet)[0]
      expect(made['description']).toBe('Fog.')
    })
    it('DELETE /v1/firewall/appsets/{id} deletes it', { tags: ['S2-7.46'] }, async () => {
      all(await world.customer('DELETE', `${path}/${String(made['id'])}?revision=${String(made['revision'])}`))
      expect(await world.customer('GET', `${path}/${String(made['id'])}`)).toMatchObject({ status: 404 })
    })
  })
}
