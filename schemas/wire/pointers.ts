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

/** The path in the record of a path on the wire: the inverse of `wirePlace`, e.g. where a refusal of the service belongs in a form. */
export function recordPlace(sent: WirePath, wire: ObjectWire): WirePath {
  if (sent.length === 0) return []
  for (const [name, rule] of Object.entries(wire)) {
    const path = placesOf(rule).find((one) => startsWith(sent, one))
    if (path !== undefined) return [name, ...recordWithin(sent.slice(path.length), rule)]
  }
  // An object that holds several properties stands for the first of them.
  const [first] = Object.entries(wire).find(([, rule]) => placesOf(rule).some((path) => startsWith(path, sent))) ?? []
  return first === undefined ? sent : [first]
}

const placesOf = ({ at, id, copies = [], named }: PropertyWire): WirePath[] =>
  [at, ...(id === undefined ? [] : [id]), ...copies, ...(named === undefined ? [] : [named])].filter((path) => path.length > 0)

const startsWith = (path: WirePath, start: WirePath): boolean => start.every((name, index) => path[index] === name)

function recordWithin(rest: WirePath, { as, of = '', within }: PropertyWire): WirePath {
  const [index = '', ...below] = rest
  if (as === 'values') return index === '' ? [] : [index, of]
  if (as !== undefined || within === undefined) return as === undefined ? rest : []
  return /^\d+$/.test(index) ? [index, ...recordPlace(below, within)] : recordPlace(rest, within)
}

/** The records of other entities whose names are sent with these, by entity. */
export function labelledRecords(records: readonly Rec[], wire: ObjectWire): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const record of records)
    encode(record, wire, {
      labels: (entity, oid) => {
        found.set(entity, (found.get(entity) ?? new Set()).add(oid))
        return undefined
      },
    })
  return found
}
