import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { pairOid } from '../../../schemas/matrix.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { groupBy } from '../world/group-by.ts'
import { administratorOf } from '../tenants/people.ts'
import { newRecord } from '../world/records.ts'
import { DAY_MS, identifier, officeHour, type DemoArea, type DemoRecord, type DemoTenant, type DemoWorld } from '../world/world.ts'

/** Name prefixes of zones that every zone can reach, and of isolated zones. */
const SERVING = ['Data centres', 'Printers', 'Voice', 'Backup targets']
const ALONE = ['Guests', 'Cameras', 'Payment terminals', 'Building control', 'Contractors']

const ALARMS: Record<string, readonly Rec[]> = {
  wsg: [
    { alarm: 'critical', alarmMsg: 'The web security gateway does not answer; nothing reaches the internet' },
    { alarm: 'major', alarmMsg: 'One of two tunnels to the web security gateway is down' },
  ],
  dti: [
    { alarm: 'critical', alarmMsg: 'No site of the zone has a WAN that is eligible for direct internet access' },
    { alarm: 'minor', alarmMsg: 'One site of the zone has no WAN that is eligible for direct internet access' },
  ],
  'dti+': [{ alarm: 'minor', alarmMsg: 'Backhauled: direct internet access is down at one site' }],
}

type Changed = 'vpn-zone-policy' | 'internet-policy'

/** Changed policies of every overlay; all others have the schema's defaults. A few are in error and carry the reason. */
export const policies: DemoArea = {
  name: 'policies',
  fill(world) {
    const sets = recordsByTenant(world, 'application-set')
    for (const [oid, zones] of recordsByTenant(world, 'firewall-vpn-zone')) {
      const { tenant } = zones[0] ?? {}
      if (tenant === undefined) continue
      const add = changesOf(world, tenant)
      for (const [index, zone] of zones.entries())
        for (const other of zones.slice(index)) if (isAllowed(zone, other)) add('vpn-zone-policy', [zone, other], { policy: 'allow' })
      const isLarge = zones.length > 20
      for (const [row, zone] of zones.entries())
        for (const [column, set] of (sets.get(oid) ?? []).entries()) {
          const policy = wayOf(zone, set, row + column)
          const alarms = isLarge && (row * 7 + column * 3) % 97 === 0 ? (ALARMS[policy] ?? []) : []
          if (policy !== 'deny') add('internet-policy', [zone, set], { policy, ...alarms[(row + column) % alarms.length] })
        }
    }
  },
}

const recordsByTenant = (world: DemoWorld, entity: DemoRecord['entity']): Map<string, DemoRecord[]> =>
  groupBy(
    world.records.filter((record) => record.entity === entity),
    ({ tenant }) => tenant.oid,
  )

const nameOf = ({ record }: DemoRecord): string => String(record['name'])
const isOf = (zone: DemoRecord, kinds: readonly string[]): boolean => kinds.some((kind) => nameOf(zone).startsWith(kind))

function isAllowed(one: DemoRecord, other: DemoRecord): boolean {
  if (one === other) return !isOf(one, ['Guests', 'Payment terminals'])
  const [serving, alone] = [SERVING, ALONE].map((kinds) => [one, other].filter((zone) => isOf(zone, kinds)).length)
  if (alone === 0) return serving !== 0 || nameOf(one).split(',')[0] === nameOf(other).split(',')[0]
  return serving === 1 && [one, other].some((zone) => isOf(zone, ['Building control', 'Payment terminals']))
}

/** How a zone reaches the internet: trusted applications directly, the rest of the web through the gateway, almost nothing else. */
function wayOf(zone: DemoRecord, set: DemoRecord, turn: number): string {
  if (isOf(zone, ['Guests', 'Contractors', 'Public services']))
    return set.record['type'] === 'saas' || nameOf(set).startsWith('Web') ? 'wsg' : 'deny'
  if (isOf(zone, ALONE)) return nameOf(set).startsWith('Time') ? 'bh' : 'deny'
  if (set.record['type'] === 'saas') return ['dti+', 'dti', 'dti+', 'wsg+'][turn % 4] ?? 'dti'
  if (isOf(set, ['Web', 'Mail'])) return 'wsg+'
  return isOf(set, ['Name resolution', 'Time', 'Voice']) ? 'bh' : 'deny'
}

type Add = (entity: Changed, sides: readonly [DemoRecord, DemoRecord], values: Rec) => void

/** Adds policies that the administrator of a customer has changed in one go, kind by kind. */
function changesOf(world: DemoWorld, tenant: DemoTenant): Add {
  const author = administratorOf(world, tenant)
  const atMs = Math.max(officeHour(world, 1), Math.min(tenant.createdAtMs + DAY_MS, world.nowMs - 60_000))
  const actions: Record<Changed, string> = { 'vpn-zone-policy': identifier(world, atMs), 'internet-policy': identifier(world, atMs) }
  return (entity, [one, other], values) => {
    const oid = pairOid(entity === 'vpn-zone-policy' ? 'upper' : 'full', one.oid, other.oid)
    const inOrder = oid.startsWith(one.oid) ? [one, other] : [other, one]
    const [first, second] = entityMeta[entity].pairs?.of ?? []
    const before = { ...newRecord(entity), [first ?? '']: inOrder[0]?.oid, [second ?? '']: inOrder[1]?.oid }
    const record = { ...before, ...values }
    const made = Math.max(one.createdAtMs, other.createdAtMs)
    const times = { createdAtMs: made, createdBy: author, updatedAtMs: Math.max(atMs, made), updatedBy: author }
    world.records.push({ entity, oid, tenant, path: tenant.path, record, revision: 2, ...times })
    const subject = { oid, name: inOrder.map(nameOf).join(' / ') }
    world.events.push({
      atMs: Math.max(atMs, made),
      author,
      tenant,
      actionId: actions[entity],
      source: 'editor',
      entity,
      action: 'update',
      subject,
      revision: 2,
      before,
      after: record,
    })
  }
}
