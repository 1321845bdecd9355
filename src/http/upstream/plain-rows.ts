import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { isObject, read, type ObjectWire, type WirePath } from '../../../schemas/wire/object-wire.ts'
import type { RowsOf } from './names.ts'

/**
 * Rows that are no records (S1 section 3, WAN endpoint and site subnet) under the names of this product's service: `edgeBoxId` and
 * `edgeBoxName` where `edgeBox {id, name}` was sent.
 */
export function flatRows(rows: readonly Rec[]): Rec[] {
  return rows.map((row) => ({
    ...Object.fromEntries(
      Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
        isObject(value) ? [[`${name}Id`, value['id']] as const, [`${name}Name`, value['name']] as const] : [],
      ),
    ),
    ...row,
  }))
}

/** A reference that travels as the name of a record, beside which this product's service sends its identifier. */
interface NamedReference {
  name: WirePath
  id: WirePath
  entity: string
}

function namedReferences(wire: ObjectWire): NamedReference[] {
  return Object.values(wire).flatMap(({ as, at, id, entity, within }) => [
    ...(as === 'name' && id !== undefined && entity !== undefined ? [{ name: at, id, entity }] : []),
    ...(within === undefined ? [] : namedReferences(within)),
  ])
}

/** Rows with the identifiers of the records that they name in the same way as the records of an entity do, e.g. `transportNetworkId`. */
export async function withNamedIdentifiers(rows: readonly Rec[], wire: ObjectWire, rowsOf: RowsOf): Promise<Rec[]> {
  const byId = new Map(namedReferences(wire).map((reference) => [reference.id.join('/'), reference]))
  const wanted = [...byId.values()].filter(({ name, id }) =>
    rows.some((row) => typeof read(row, name) === 'string' && read(row, id) === undefined),
  )
  const found = await Promise.all(
    wanted.map(async ({ entity, ...places }) => ({
      ...places,
      oids: new Map((await rowsOf(entity)).map((one) => [one['name'], one['oid']])),
    })),
  )
  return rows.map((row) => {
    const identifiers = found.map(({ name, id, oids }) => [id.join('/'), oids.get(read(row, name))] as const)
    return { ...Object.fromEntries(identifiers), ...row }
  })
}
