import { colorings, pops, regions } from '../fixtures/reference.ts'
import { data, items, page, param, type Call, type Reply, type Routes } from '../http/call.ts'
import type { Collection } from '../state/collection.ts'
import { Refusal, type Item } from '../state/item.ts'
import { NOT_SPECIFIED, type Overlay } from '../state/overlay.ts'
import { overlayOf, resourceRoutes } from './overlay.ts'

const profiles = '/networkConfiguration/v1/ihap/profiles'

/** S1 section 7: reference data, syslog servers, IHAP profiles and live monitoring. */
export const referenceRoutes: Routes = {
  'GET /api/v1/colorings': (call) => referenced(call, colorings),
  'GET /api/v1/cloudsec/regions': (call) => referenced(call, regions),
  'GET /api/v1/sdi/pops': (call) => referenced(call, pops),
  // No field of it is printed: whether it is on.
  'GET /api/v1/sdi/settings': (call) => referenced(call, [{ id: 'sdi', enabled: true }]),
  'GET /api/v1/transportNetworks/full': (call) => data(overlayOf(call).transportNetworks.all),
  // Tele engines may do without one: the reserved name stands in the same list, so that it can be chosen.
  'GET /api/v1/transportNetworks/full/teleEngine': (call) => {
    const unspecified = { id: 'transport-none', name: NOT_SPECIFIED, eligibleDti: false, revision: 1 }
    return data([unspecified, ...overlayOf(call).transportNetworks.all])
  },
  'PUT /api/v1/transportNetworks': (call) => putList(call, ({ transportNetworks }) => transportNetworks),
  'GET /api/v1/syslogServer': (call) => data(overlayOf(call).syslogServers.all),
  'GET /api/v1/syslogServer/{id}': (call) => data([overlayOf(call).syslogServers.get(param(call, 'id'))]),
  // The whole table is sent, "list refetched afterwards": it replaces the stored one, rows without an identifier are new.
  'PUT /api/v1/syslogServer': (call) => {
    const overlay = overlayOf(call)
    const sent = call.body as Item | undefined
    const isEmptied = Array.isArray(sent?.['data']) && sent['data'].length === 0
    const kept = isEmptied ? [] : (putList(call, ({ syslogServers }) => syslogServers).body as { data: Item[] }).data
    const ids = new Set(kept.map(({ id }) => id))
    overlay.syslogServers.removeWhere(({ id }) => !ids.has(id))
    return data(overlay.syslogServers.all)
  },
  ...resourceRoutes({
    path: profiles,
    collection: ({ ihapProfiles }) => ihapProfiles,
    prepare: ({ ihapProfiles }, sent, stored) => {
      const { monitoredInterfaces } = sent
      const text = Array.isArray(monitoredInterfaces) ? monitoredInterfaces.join(';') : monitoredInterfaces
      return ihapProfiles.prepared({ ...sent, isDefault: false, monitoredInterfaces: text }, stored)
    },
    guard: ({ isDefault }) => {
      if (isDefault === true) throw new Refusal(400, ['Default profiles stay as they are.'])
    },
  }),
  'POST /livemon/v1/{overlay}/sessions': (call) => {
    const overlay = call.world.overlayOf(param(call, 'overlay'))
    const sessions = items(call).map(({ edgeBoxId, edgeBoxName }) => ({ oid: overlay.partId(), edgeBoxId, edgeBoxName }))
    overlay.sessions.push(...sessions)
    return data(sessions)
  },
  'GET /livemon/v1/{overlay}/view/{oid}/': page((call) => {
    const found = call.world.overlayOf(param(call, 'overlay')).sessions.find(({ oid }) => oid === param(call, 'oid'))
    if (!found) throw new Refusal(404, ['This session does not exist.'])
    return `<p>${String(found['edgeBoxName'])}</p>`
  }),
}

/** Lists of the platform are read with an overlay selected, as everything that S1 prints. */
function referenced(call: Call, list: Item[]): Reply {
  overlayOf(call)
  return data(list)
}

function putList(call: Call, collectionOf: (overlay: Overlay) => Collection): Reply {
  const collection = collectionOf(overlayOf(call))
  const pairs = items(call).map((sent) => {
    const { id } = sent
    const stored = id === undefined || id === null ? undefined : collection.get(id)
    return { stored, item: collection.prepared(sent, stored) }
  })
  return data(pairs.map(({ stored, item }) => (stored ? collection.put(stored, item) : collection.add(item))))
}
