import type { Rec } from '../vocabulary/types.ts'
import { encode } from './encode.ts'
import type { ObjectWire, PropertyWire, WirePath } from './object-wire.ts'

/** The wire path of a path in the record, for messages about a body: `['wan1', 'sdiPop', 'id']` for `['wan1', 'sdiPop']`. */
export function wirePlace(record: WirePath, wire: ObjectWire): WirePath {
  const [name, ...rest] = record
  if (name === undefined) return []
  const rule = wire[name]
  if (rule === undefined) return record
  if (rule.at.length === 0) return []
  return [...rule.at, ...placeWithin(rest, rule)]
}

function placeWithin(rest: WirePath, { as, within }: PropertyWire): WirePath {
  if (as === 'values') return rest.slice(0, 1)
  if (as !== undefined || within === undefined) return as === undefined ? rest : []
  const [index = '', ...below] = rest
  return /^\d+$/.test(index) ? [index, ...wirePlace(below, within)] : wirePlace(rest, within)
}

/** The records of other entities whose names are sent with these, by entity. */
export function labelledRecords(records: readonly Rec[], wire: ObjectWire): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const record of records)
    encode(record, wire, (entity, oid) => {
      found.set(entity, (found.get(entity) ?? new Set()).add(oid))
      return undefined
    })
  return found
}
