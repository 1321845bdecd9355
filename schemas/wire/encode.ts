import type { Rec } from '../vocabulary/types.ts'
import { isObject, read, type Labels, type ObjectWire, type PropertyWire, type WirePath } from './object-wire.ts'

export interface Encoding {
  /** Without it, references are sent as identifiers. */
  labels?: Labels
  /** Whether the record holds only the properties to change, e.g. the body of a PATCH: nothing is sent for the others. */
  partial?: boolean
}

/**
 * A stored record in the shape that the specifications print (sections 3). Properties without a value are omitted, or are `null` where the
 * schema says so. The record is not changed; parts that travel as stored are shared with it.
 */
export function encode(record: Rec, wire: ObjectWire, encoding: Encoding = {}): Rec {
  const sent: Rec = {}
  for (const [name, value] of Object.entries(record)) {
    const rule = wire[name]
    if (rule === undefined) sent[name] = value
    else if (value !== undefined && rule.at.length > 0)
      send(sent, rule.as === 'part' ? firstPart(value, record[rule.of ?? '']) : value, { rule, encoding })
  }
  if (encoding.partial !== true) for (const [name, rule] of Object.entries(wire)) if (record[name] === undefined) sendMissing(sent, rule)
  return sent
}

/** The first part of an identifier of two, if the second is sent beside it. */
const firstPart = (value: unknown, second: unknown): unknown =>
  typeof value === 'string' && typeof second === 'string' && value.endsWith(`/${second}`) ? value.slice(0, -second.length - 1) : value

interface Sending {
  rule: PropertyWire
  encoding: Encoding
}

function send(sent: Rec, value: unknown, { rule, encoding }: Sending): void {
  if (rule.as === 'member') return addMember(sent, value, rule)
  const found = encodeValue(value, { rule, encoding })
  for (const path of [rule.at, ...(rule.copies ?? [])]) put(sent, path, found)
  if (rule.id !== undefined && encoding.labels !== undefined) put(sent, rule.id, value)
  const name = rule.names?.of[String(value)]
  if (rule.names !== undefined) put(sent, rule.names.at, name ?? null)
  if (rule.as !== 'single') putLabels(sent, value, { rule, encoding })
}

/** Adds the name of the property to the text at which several meet. */
function addMember(sent: Rec, value: unknown, { at, of = '' }: PropertyWire): void {
  const before = read(sent, at)
  const names = typeof before === 'string' ? before.split(';').filter((name) => name !== '' && name !== of) : []
  put(sent, at, [...names, ...(value === true ? [of] : [])].join(';'))
}

/** Sends a property without a value: as `null`, or as the empty list of `single`. */
function sendMissing(sent: Rec, rule: PropertyWire): void {
  if (rule.as === 'single') put(sent, rule.at, [])
  else if (rule.null === true) put(sent, rule.at, null)
  else if (rule.missing !== undefined) put(sent, rule.at, rule.missing === 'list' ? [] : false)
  else if (rule.mark === true) put(sent, rule.at, false)
}

function encodeValue(value: unknown, sending: Sending): unknown {
  const { as, of = '', within } = sending.rule
  if (as === 'single') return singleOf(value, sending)
  if (as === 'name') return referenced(value, sending)?.['name'] ?? value
  if (as === 'zeroIsNull') return value === 0 ? null : value
  if (as === 'joined') return Array.isArray(value) ? value.join(';') : value
  if (Array.isArray(value)) {
    if (as === 'values') return value.map((row) => (isObject(row) ? row[of] : row))
    return within === undefined ? value : value.map((row) => (isObject(row) ? encode(row, within, sending.encoding) : row))
  }
  if (!isObject(value)) return value
  const { constants } = sending.rule
  const encoded = within === undefined ? value : encode(value, within, sending.encoding)
  return constants === undefined || sending.encoding.partial === true ? encoded : { ...constants, ...encoded }
}

function singleOf(value: unknown, sending: Sending): unknown[] {
  if (value === null || value === '') return []
  const entry: Rec = { id: value }
  putLabels(entry, value, sending)
  return [entry]
}

function putLabels(sent: Rec, value: unknown, sending: Sending): void {
  const record = sending.rule.labels && referenced(value, sending)
  if (record === undefined) return
  for (const [field, path] of Object.entries(sending.rule.labels ?? {})) if (record[field] !== undefined) put(sent, path, record[field])
}

function referenced(value: unknown, { rule, encoding }: Sending): Rec | undefined {
  return typeof value === 'string' && rule.entity !== undefined ? encoding.labels?.(rule.entity, value) : undefined
}

function put(sent: Rec, path: WirePath, value: unknown): void {
  let into = sent
  for (const name of path.slice(0, -1)) into = isObject(into[name]) ? into[name] : (into[name] = {})
  into[path.at(-1) ?? ''] = value
}

/**
 * Changes with the further values that travel in the same place as changed ones (`as: member`), from the whole record: several properties are
 * one text on the wire.
 */
export function completeMembers(changes: Rec, record: Rec, wire: ObjectWire): Rec {
  const complete = { ...changes }
  for (const [name, { as, at, within }] of Object.entries(wire)) {
    const [changed, whole] = [changes[name], record[name]]
    if (within !== undefined && isObject(changed) && isObject(whole)) complete[name] = completeMembers(changed, whole, within)
    if (as === 'member' && changed !== undefined) addMembers(complete, record, { wire, at: at.join('/') })
  }
  return complete
}

/** Adds all properties that travel at a place, in the order in which they are sent. */
function addMembers(complete: Rec, record: Rec, { wire, at }: { wire: ObjectWire; at: string }): void {
  for (const [name, rule] of Object.entries(wire)) {
    if (rule.as !== 'member' || rule.at.join('/') !== at) continue
    const value = complete[name] ?? record[name]
    delete complete[name]
    if (value !== undefined) complete[name] = value
  }
}
