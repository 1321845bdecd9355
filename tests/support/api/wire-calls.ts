import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { compileWire } from '../../../schemas/wire/compile-wire.ts'
import { decode } from '../../../schemas/wire/decode.ts'
import { encode } from '../../../schemas/wire/encode.ts'
import { formatPointer, parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { recordPlace } from '../../../schemas/wire/pointers.ts'
import { isObject, type ObjectWire } from '../../../schemas/wire/object-wire.ts'

/** How records of the entities travel, by the path of their collection. */
const wires = Object.values(entitySchemas).flatMap((schema): [string, ObjectWire, readonly string[]][] => {
  const wire = compileWire(schema)
  const { name, route, listRoute, parts = {} } = schema['x-entity']
  const commands = Object.values(entitySchemas).flatMap(({ 'x-entity': meta }) =>
    meta.command?.of === name ? [`${meta.route}/{tenantOid}`] : [],
  )
  if (wire === undefined) return []
  const lists = [...Object.keys(parts).map((part) => `${route}/${part}`), ...(listRoute === undefined ? [] : [listRoute]), ...commands]
  return [[route, wire, lists]]
})

/** How the records of a call travel; undefined if they travel as they are stored, or if the call is about something else. */
export function wireOfCall(url: string): ObjectWire | undefined {
  const path = url.split('?', 1)[0] ?? ''
  return wires.find(([route, , lists]) => isOfCollection(path, route) || lists.some((list) => matches(path, list)))?.[1]
}

function isOfCollection(path: string, route: string): boolean {
  const below = path.startsWith(`${route}/`) ? path.slice(route.length + 1) : undefined
  return path === route || (below !== undefined && below !== 'matrix' && !below.includes('/'))
}

const matches = (path: string, template: string): boolean => new RegExp(`^${template.replace('{tenantOid}', '[^/]+')}$`).test(path)

/** A body with records as they travel, from one with records as they are stored. */
export function encodeBody(body: unknown, wire: ObjectWire): unknown {
  const sent = (record: unknown): unknown => (isObject(record) ? encode(record, wire, { partial: true }) : record)
  if (Array.isArray(body)) return body.map(sent)
  return isObject(body) && Array.isArray(body['data']) ? { ...body, data: body['data'].map(sent) } : body
}

/** Errors of a call with pointers into the record as it is stored. */
const moved =
  (wire: ObjectWire) =>
  (error: Rec): Rec => {
    const [, root = '', pointer] = /^((?:\/data)?\/\d+)(\/.+)$/s.exec(String(error['pointer'])) ?? []
    return pointer === undefined ? error : { ...error, pointer: root + formatPointer(recordPlace(parsePointer(pointer), wire)) }
  }

/** An answer with records as they are stored, from one with records as they travel. */
export function decodeAnswer<T extends Rec>(answer: T, wire: ObjectWire): T {
  const read = (record: Rec): Rec => decode(record, wire, 'answer').record
  const lists = ['data', 'current'].flatMap((name) => {
    const records: unknown = answer[name]
    return Array.isArray(records) ? [[name, records.map((record) => (isObject(record) ? read(record) : record))]] : []
  })
  return { ...answer, ...Object.fromEntries(lists), ...(Array.isArray(answer['errors']) && { errors: answer['errors'].map(moved(wire)) }) }
}

/** An answer of a call with records as they are stored, e.g. to send a plan with their oids. */
export function recordsOfAnswer<T>(url: string, answer: T): T {
  const wire = wireOfCall(url)
  return wire === undefined ? answer : (decodeAnswer(answer as Rec, wire) as T)
}
