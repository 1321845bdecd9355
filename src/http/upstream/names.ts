import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { isObject, read, type Labels, type ObjectWire } from '../../../schemas/wire/object-wire.ts'

/** Rows of another entity's list, as they are known by identifier and by name. */
export type RowsOf = (entity: string) => Promise<readonly Rec[]>

/** Entities whose records this object names without their identifiers. */
function namedEntities(sent: Rec, wire: ObjectWire, found = new Set<string>()): Set<string> {
  for (const { as, at, id, entity, named, within } of Object.values(wire)) {
    if (within !== undefined) for (const one of [read(sent, at)].flat()) if (isObject(one)) namedEntities(one, within, found)
    if (entity === undefined || named === undefined || typeof read(sent, named) !== 'string') continue
    const identifier = as === 'name' ? id : at
    if (identifier === undefined || !isGiven(read(sent, identifier))) found.add(entity)
  }
  return found
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Replaces the names of records by their identifiers where the service sends names alone. What nothing is found for stays. */
export async function withIdentifiers(
  records: readonly Rec[],
  { sent, wire = {} }: { sent: readonly Rec[]; wire: ObjectWire | undefined },
  rowsOf: RowsOf,
): Promise<Rec[]> {
  const entities = new Set<string>()
  for (const one of sent) namedEntities(one, wire, entities)
  if (entities.size === 0) return [...records]
  const lists = await Promise.all([...entities].map(async (entity) => [entity, identifiersOf(await rowsOf(entity))] as const))
  const identifiers = new Map(lists)
  return records.map((record) => identified(record, wire, identifiers))
}

interface Identifiers {
  oids: ReadonlySet<unknown>
  byName: ReadonlyMap<unknown, unknown>
}

const identifiersOf = (rows: readonly Rec[]): Identifiers => ({
  oids: new Set(rows.map(({ oid }) => oid)),
  byName: new Map(rows.map(({ oid, name }) => [name, oid])),
})

function identified(record: Rec, wire: ObjectWire, identifiers: ReadonlyMap<string, Identifiers>): Rec {
  const changed: Rec = {}
  for (const [name, { entity = '', within }] of Object.entries(wire)) {
    const value = record[name]
    const known = identifiers.get(entity)
    if (known !== undefined && typeof value === 'string' && !known.oids.has(value)) changed[name] = known.byName.get(value) ?? value
    else if (within !== undefined && Array.isArray(value))
      changed[name] = value.map((row: unknown) => (isObject(row) ? identified(row, within, identifiers) : row))
    else if (within !== undefined && isObject(value)) changed[name] = identified(value, within, identifiers)
  }
  return { ...record, ...changed }
}

/** Entities whose fields travel with the references of a record. */
export function referencedEntities(wire: ObjectWire): Set<string> {
  const found = new Set<string>()
  for (const { entity, within } of Object.values(wire)) {
    if (entity !== undefined) found.add(entity)
    if (within !== undefined) for (const one of referencedEntities(within)) found.add(one)
  }
  return found
}

/** Fields of referenced records for `encode`, from the lists of their entities. */
export async function labelsFrom(wire: ObjectWire, rowsOf: RowsOf): Promise<Labels> {
  const lists = await Promise.all([...referencedEntities(wire)].map(async (entity) => [entity, await rowsOf(entity)] as const))
  const byOid = new Map(lists.map(([entity, rows]) => [entity, new Map(rows.map((row) => [row['oid'], row]))]))
  return (entity, oid) => byOid.get(entity)?.get(oid)
}
