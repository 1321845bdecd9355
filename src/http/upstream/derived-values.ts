import { assignableRoles, creatableTypes } from '../../../schemas/rights/rights.ts'
import type { CallerRights, RightsContext } from '../../../schemas/rights/record-rights.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { TenantType } from '../../../schemas/vocabulary/context.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { isObject } from '../../../schemas/wire/object-wire.ts'
import type { EntityShape } from './entity-shape.ts'
import type { RowsOf } from './names.ts'

/** Values of `x-derived` that services print and that follow from other fields of the same record: they travel with these. */
const following: Readonly<Record<string, (record: Rec) => unknown>> = {
  isSaas: ({ type }) => type === 'saas',
  logProtocol: ({ protocolId }) =>
    new Map([
      [6, 'TCP'],
      [17, 'UDP'],
    ]).get(Number(protocolId)) ?? null,
}

/** What follows from a record, by property. */
export function followingValues(record: Rec, { properties }: EntitySchema): Rec {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { 'x-derived': derived }]) => {
      const compute = derived !== undefined && 'compute' in derived ? following[derived.compute] : undefined
      return compute === undefined ? [] : [[name, compute(record)] as const]
    }),
  )
}

/** Computations of `x-derived`, and values of rows that this product's service makes, by entity and property, that follow from the record itself, from what its service sent, and from the rights in its tenant. */
const computations: Readonly<Record<string, (record: Rec, rights: CallerRights, sent: Rec) => unknown>> = {
  ...following,
  ownId: ({ oid }) => oid,
  userOid: ({ oid }) => String(oid).split('/')[0],
  platformOid: () => 'platform',
  creatablePartnerTypes: ({ type }, { has }) => creatableTypes('partner', type as TenantType, has),
  creatableCustomerTypes: ({ type }, { has }) => creatableTypes('customer', type as TenantType, has),
  assignableRoles: (_record, { has }) => assignableRoles(has),
  attachable: (_record, { has }) => has('users', 'create'),
  reportingAvailable: ({ reporting }) => reporting !== 'not_available',
  zonePair: ({ vpnZoneName, vpnZone2Name }) => `${String(vpnZoneName)} / ${String(vpnZone2Name)}`,
  zoneAndSet: ({ vpnZoneName, appSetName }) => `${String(vpnZoneName)} / ${String(appSetName)}`,
  'ip-engine/wans': ({ obj }) => uplinksOf(obj),
  'ip-engine/lanAddresses': ({ obj }) => addressesOf(obj),
  zoneSubnets: ({ vpnSubnets }) => joined(vpnSubnets, ({ prefix, mask }) => `${String(prefix)}/${String(mask)}`),
  setApps: ({ portBasedApps }, _rights, { saasApps }) => joined(saasApps, ({ name }) => name) ?? joined(portBasedApps, portsOf),
  zoneSites: (_record, _rights, { vpnSites }) => joined(vpnSites, ({ siteName, name }) => siteName ?? name),
}

function joined(rows: unknown, textOf: (row: Rec) => unknown): string | undefined {
  if (!Array.isArray(rows)) return undefined
  const texts = (rows as Rec[]).map(textOf).filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : texts.join(', ')
}

/** A protocol and its ports; without some, all (S2 section 4). */
function portsOf({ protocolId, protocolName, ports }: Rec): string {
  const hasPorts = protocolId === 6 || protocolId === 17
  return [protocolName ?? protocolId, ...(hasPorts ? [ports || '*'] : [])].map(String).join(' ')
}

/** The enabled uplinks of an entry of the combined list (S1 section 3). */
function uplinksOf(obj: unknown): Rec[] | undefined {
  const { wans } = isObject(obj) ? obj : {}
  if (!isObject(wans) && !Array.isArray(wans)) return undefined
  return Object.entries(wans).flatMap(([name, wan]: [string, unknown]) =>
    isObject(wan) && wan['state'] === 'enabled' ? [{ name: wan['identifier'] ?? name, transportNetwork: wan['transportNetwork'] }] : [],
  )
}

/** The addresses in the LAN of an entry of the combined list. */
function addressesOf(obj: unknown): string[] | undefined {
  const { lan } = isObject(obj) ? obj : {}
  const { interfaces, subnets } = isObject(lan) ? lan : {}
  const rows = [interfaces, subnets].flatMap((list) => (Array.isArray(list) ? (list as Rec[]) : []))
  return rows.map(({ ipAddress, prefix, mask }) => `${String(ipAddress ?? prefix)}/${String(mask)}`)
}

/**
 * The record with what its service leaves to its reader: values that this product's service derives, as far as they follow from the record,
 * and those that a schema gives to a property without a value.
 */
export function withComputed(
  record: Rec,
  { schema, meta, fixed, sent }: EntityShape & { sent: Rec },
  { context, rights }: RightsContext,
): Rec {
  const { properties } = schema
  const added: Rec = {}
  const changedAt = (record as Partial<ServedRecord>).lastModified?.date
  if (properties['updatedAt'] !== undefined && changedAt !== undefined) added['updatedAt'] = changedAt
  for (const [name, { 'x-derived': derived, default: given }] of Object.entries(properties)) {
    if (record[name] !== undefined) continue
    const key = derived !== undefined && 'compute' in derived ? derived.compute : `${meta.name}/${name}`
    const value = computations[key]?.(record, rights, sent) ?? given
    if (value !== undefined) added[name] = value
  }
  const complete = { ...record, ...added }
  for (const { name, value, holds } of fixed) if (holds({ record: complete, context })) complete[name] = value
  return complete
}

/** Records with the fields of the records that they refer to, where their service does not send them. */
export async function withReferenced(records: readonly Rec[], { properties }: EntitySchema, rowsOf: RowsOf): Promise<Rec[]> {
  const wanted = Object.entries(properties).flatMap(([name, { 'x-derived': derived }]) => {
    if (derived === undefined || !('ref' in derived)) return []
    const entity = properties[derived.ref]?.['x-ref']?.entity
    const isMissing = records.some((record) => record[name] === undefined && typeof record[derived.ref] === 'string')
    return entity !== undefined && isMissing ? [{ name, entity, ref: derived.ref, field: derived.field }] : []
  })
  if (wanted.length === 0) return [...records]
  const entities = [...new Set(wanted.map(({ entity }) => entity))]
  const lists = await Promise.all(
    entities.map(async (entity) => [entity, new Map((await rowsOf(entity)).map((row) => [row['oid'], row]))] as const),
  )
  const byEntity = new Map(lists)
  return records.map((record) => {
    const added: Rec = {}
    for (const { name, entity, ref, field } of wanted) {
      const value = record[name] === undefined ? byEntity.get(entity)?.get(record[ref])?.[field] : undefined
      if (value !== undefined) added[name] = value
    }
    return { ...record, ...added }
  })
}

/** Tenants with the licensing mode that only partners have: their own, or that of the partner above a customer (S0 sections 4 and 7). */
export async function withLicensingMode(tenants: readonly Rec[], rowsOf: RowsOf): Promise<Rec[]> {
  if (tenants.every(({ licensingMode }) => licensingMode !== undefined)) return [...tenants]
  const partners = new Map((await rowsOf('partner')).map(({ oid, licensingMode }) => [oid, licensingMode]))
  return tenants.map((tenant) => {
    const mode = tenant['licensingMode'] ?? partners.get(tenant['oid']) ?? partners.get(tenant['parentOid'])
    return typeof mode === 'string' ? { ...tenant, licensingMode: mode } : tenant
  })
}
