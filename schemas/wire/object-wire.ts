import type { Rec } from '../vocabulary/types.ts'
import type { WireForm, WireRow } from './wire-rule.ts'

/** How the properties of an object travel; those that are not listed travel as they are stored. `npm run generate` makes it from `x-wire`. */
export type ObjectWire = Readonly<Record<string, PropertyWire>>

/** A path within an object, e.g. `['site', 'id']`. */
export type WirePath = readonly string[]

/** How a property travels. */
export interface PropertyWire {
  /** Empty: it is not sent. */
  at: WirePath
  as?: WireForm
  id?: WirePath
  copies?: readonly WirePath[]
  fallbacks?: readonly WirePath[]
  ignored?: readonly WirePath[]
  agree?: true
  /** The referenced entity, and the paths of its fields that are sent. */
  entity?: string
  labels?: Readonly<Record<string, WirePath>>
  /** For references: path of the record's name. It is read if the identifier is missing. */
  named?: WirePath
  names?: { at: WirePath; of: Readonly<Record<string, string>> }
  constants?: Readonly<Record<string, string>>
  row?: WireRow
  /** The property whose value other services may send in place of the object. */
  alone?: string
  /** With `member`: the name that represents `true`. With `values`: the only property of a row. */
  of?: string
  null?: true
  onlySent?: true
  /** The options of the property, and the one as which answers with another value are read. */
  options?: { known: readonly unknown[]; unknown: string }
  /** Sent where it has no value: false, or an empty list. */
  missing?: false | 'list'
  /** The mark of a stored secret: false where there is none. */
  mark?: true
  /** Null is a value of the property, not the lack of one. */
  nullable?: true
  /** How the properties of the object, or of each row of the list, travel. */
  within?: ObjectWire
}

/** Fields of a referenced record, by entity and oid; undefined for an unknown one. */
export type Labels = (entity: string, oid: string) => Rec | undefined

export const isObject = (value: unknown): value is Rec => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path; null below something that is null. */
export function read(sent: Rec, path: WirePath): unknown {
  let value: unknown = sent
  for (const name of path) {
    if (value === null) return null
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}
