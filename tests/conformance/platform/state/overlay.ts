import { Collection } from './collection.ts'
import { edgeBoxKind } from './edge-box-kind.ts'
import { idOf } from './identifiers.ts'
import type { Item } from './item.ts'
import * as kinds from './overlay-kinds.ts'
import type { RecordKind } from './record-kind.ts'

const collectionOf = (kind: RecordKind, prefix: string): Collection => new Collection({ kind, identify: idOf(prefix) })

/** The name that stands for no transport network (S1 section 3). */
export const NOT_SPECIFIED = 'Not Specified'

/** What a customer has configured: one network. */
export class Overlay {
  readonly oid: string
  readonly sites = collectionOf(kinds.siteKind, 'site')
  readonly edgeBoxes = collectionOf(edgeBoxKind, 'edge-box')
  readonly teleEngines = collectionOf(kinds.teleEngineKind, 'tele-engine')
  readonly transportNetworks = collectionOf(kinds.transportNetworkKind, 'transport')
  readonly syslogServers = collectionOf(kinds.syslogServerKind, 'syslog')
  readonly gateways = collectionOf(kinds.gatewayKind, 'gateway')
  readonly ihapProfiles = collectionOf(kinds.ihapProfileKind, 'ihap')
  readonly vrrpProfiles = collectionOf(kinds.vrrpProfileKind, 'vrrp')
  readonly routing = collectionOf(kinds.routingKind, 'routing')
  readonly security = collectionOf(kinds.securityKind, 'security')
  readonly timeSynchro = collectionOf(kinds.timeKind, 'time')
  readonly localBreakout = collectionOf(kinds.breakoutKind, 'breakout')
  readonly zones = collectionOf(kinds.zoneKind, 'zone')
  readonly vpnPolicies = collectionOf(kinds.vpnPolicyKind, 'vpn-policy')
  readonly internetPolicies = collectionOf(kinds.internetPolicyKind, 'internet-policy')
  readonly applicationSets = collectionOf(kinds.applicationSetKind, 'set')
  /** Live monitoring sessions that were opened. */
  readonly sessions: Item[] = []
  #parts = 0

  constructor(oid: string) {
    this.oid = oid
  }

  /** An identifier for a part of a record, such as a subnet. */
  partId(): string {
    this.#parts += 1
    return `part-${this.#parts}`
  }

  /** Parts of a record with their identifiers; new ones get one. */
  identified(parts: unknown): Item[] {
    return ((parts ?? []) as Item[]).map((part) => ({ ...part, id: part['id'] ?? this.partId() }))
  }

  /** Sites and transport networks are named in free text: a new name makes a new one. */
  siteOf(sent: Item): Item {
    const { id, name, cloudGuardRegionId } = sent
    const known = this.sites.all.find((site) => site['name'] === name) ?? (name ? undefined : this.sites.find(id))
    const site = known ?? this.sites.create({ name })
    if (cloudGuardRegionId === undefined || cloudGuardRegionId === site['cloudGuardRegionId']) return site
    return this.sites.put(site, { name: site['name'], cloudGuardRegionId })
  }

  /** Makes the transport network of a new name. */
  ensureTransportNetwork(name: unknown): void {
    if (!name || name === NOT_SPECIFIED || this.transportNetworks.all.some((network) => network['name'] === name)) return
    this.transportNetworks.create({ name })
  }
}
