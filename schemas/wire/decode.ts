import type { Rec } from '../vocabulary/types.ts'
import { isObject, read, type ObjectWire, type PropertyWire, type WirePath } from './object-wire.ts'
import { withoutRepeated } from './repeated-rows.ts'
import { shapeOf, type Shape } from './shape.ts'
import type { WireForm } from './wire-rule.ts'

/**
 * Who sent an object. In answers, an identifier counts more than a name, and `null` is the lack of a value. In bodies, `null` clears a
 * property, and the name counts where the specification prints a name.
 */
export type Sender = 'answer' | 'body'

/** What an object holds that no record can: where, and what is expected there. */
export interface WireProblem {
  at: WirePath
  /** `same`: a copy of the value that differs from it. */
  expected: 'object' | 'list' | 'text' | 'nothing' | 'same'
}

export interface Decoded {
  record: Rec
  /** Empty if everything was decoded. */
  problems: readonly WireProblem[]
}

/**
 * The record that an object of the wire describes: the inverse of `encode`. Only properties that the object holds are in it. A reference whose
 * identifier is missing holds the name of the record instead, as a write may send it. Names beside the identifiers of references are
 * information for the reader: in bodies they are ignored.
 */
export function decode(sent: Rec, wire: ObjectWire, sender: Sender): Decoded {
  const problems: WireProblem[] = []
  return { record: decodeObject(sent, wire, { path: [], sender, problems }), problems }
}

/** Where the decoder is: the path from the place around it. Whole paths are made for problems only, because lists have thousands of rows. */
interface Place {
  around?: Place
  path: WirePath
  sender: Sender
  problems: WireProblem[]
}

function decodeObject(all: Rec, wire: ObjectWire, place: Place): Rec {
  const sent = withoutRepeated(all, wire)
  const shape = shapeOf(wire)
  // Own properties, also of a name such as `__proto__`, which an assignment would take for the prototype.
  const record: Rec = {}
  for (const name of Object.keys(sent)) {
    if (shape.has(name)) continue
    if (name === '__proto__')
      Object.defineProperty(record, name, { value: sent[name], enumerable: true, configurable: true, writable: true })
    else record[name] = sent[name]
  }
  for (const [name, expected] of shape) if (Object.hasOwn(sent, name)) checkShape(sent[name], expected, below(place, [name]))
  const skipped = place.sender === 'body' ? labelsOf(wire) : new Set()
  for (const name of Object.keys(wire)) {
    const rule = wire[name]
    if (rule === undefined) continue
    // Once under the name that the specification prints is enough.
    if (Object.hasOwn(record, name)) {
      delete record[name]
      refuse(below(place, [name]), 'nothing')
    }
    if (skipped.has(name)) continue
    const found = find(sent, rule, place)
    const read = found && decodeValue(found.value, rule, below(place, found.path))
    const whole = rule.as === 'part' ? withSecondPart(read, sent[rule.of ?? '']) : read
    const value = place.sender === 'answer' ? knownOption(whole, rule) : whole
    if (value !== undefined && !(place.sender === 'answer' && isNoValue(value, rule))) record[name] = value
  }
  return record
}

/** Whether an answer says that there is no value. */
const isNoValue = (value: unknown, { nullable, mark }: PropertyWire): boolean =>
  value === null ? nullable !== true : value === false && mark === true

/** The value, or the option as which an unknown one is read. */
const knownOption = (value: unknown, { options }: PropertyWire): unknown =>
  options === undefined || (value ?? undefined) === undefined || options.known.includes(value) ? value : options.unknown

const withSecondPart = (part: unknown, second: unknown): unknown =>
  typeof part === 'string' && part !== '' && typeof second === 'string' && !part.includes('/') ? `${part}/${second}` : part

const labelNames = new WeakMap<ObjectWire, ReadonlySet<string>>()

/** Properties that are sent for the reader only, or where the name of a reference is: derived names. */
export function labelsOf(wire: ObjectWire): ReadonlySet<string> {
  const known = labelNames.get(wire)
  if (known !== undefined) return known
  const places = new Set(Object.values(wire).flatMap(({ named }) => (named === undefined ? [] : [named.join('/')])))
  const found = new Set(Object.keys(wire).filter((name) => isTold(wire[name], places)))
  labelNames.set(wire, found)
  return found
}

const isTold = (rule: PropertyWire | undefined, places: ReadonlySet<string>): boolean =>
  rule?.onlySent === true || (rule?.named === undefined && places.has(rule?.at.join('/') ?? ''))

const below = (around: Place, path: WirePath): Place => ({ around, path, sender: around.sender, problems: around.problems })

interface Found {
  value: unknown
  path: WirePath
}

/** The value of a property, from the first of its paths that holds one; null if all of them hold null. */
function find(sent: Rec, rule: PropertyWire, place: Place): Found | undefined {
  let empty: Found | undefined
  let found: Found | undefined
  for (const path of pathsOf(rule, place.sender)) {
    const value = read(sent, path)
    if (value === null) empty ??= { value, path }
    else if (value === undefined) continue
    else if (found === undefined) found = { value, path }
    else if (rule.agree === true && value !== found.value) refuse(below(place, path), 'same')
    if (found !== undefined && rule.agree !== true) return found
  }
  return found ?? empty ?? named(sent, rule)
}

/** The value that a name stands for, where only the name was sent. */
function named(sent: Rec, { names }: PropertyWire): Found | undefined {
  if (names === undefined) return undefined
  const name = read(sent, names.at)
  const value = Object.keys(names.of).find((one) => names.of[one] === name)
  return value === undefined ? undefined : { value: Number.isNaN(Number(value)) ? value : Number(value), path: names.at }
}

const paths: Record<Sender, WeakMap<PropertyWire, readonly WirePath[]>> = { answer: new WeakMap(), body: new WeakMap() }

/** The paths at which a property may stand, the deciding one first; computed once, because lists have thousands of rows. */
function pathsOf(rule: PropertyWire, sender: Sender): readonly WirePath[] {
  const known = paths[sender].get(rule) ?? orderedPaths(rule, sender)
  paths[sender].set(rule, known)
  return known
}

function orderedPaths({ at, id, copies = [], fallbacks = [], named }: PropertyWire, sender: Sender): WirePath[] {
  if (at.length === 0) return []
  const identifiers = id === undefined ? [] : [id]
  const first = sender === 'answer' ? [...identifiers, at] : [at, ...identifiers]
  return [...first, ...copies, ...(named === undefined ? [] : [named]), ...(sender === 'answer' ? fallbacks : [])]
}

function decodeValue(value: unknown, { as, of = '', within, constants, alone }: PropertyWire, place: Place): unknown {
  if (value === null) return valueOfNull(as)
  if (as === 'member') return typeof value === 'string' ? value.split(';').includes(of) : refuse(place, 'text')
  if (as === 'single') return singleOf(value, place)
  if (as === 'values') return Array.isArray(value) ? value.map((entry) => ({ [of]: entry })) : refuse(place, 'list')
  if (alone !== undefined && place.sender === 'answer' && !isObject(value)) return { [alone]: value }
  if (as === 'joined' && typeof value === 'string') return value.split(';').filter((entry) => entry !== '')
  if (constants !== undefined && isObject(value))
    return decodeValue(withoutConstants(value, constants), { at: [], ...(within && { within }) }, place)
  if (within === undefined) return value
  if (Array.isArray(value))
    return value.map((row, index) => (isObject(row) ? decodeObject(row, within, below(place, [String(index)])) : row))
  return isObject(value) ? decodeObject(value, within, place) : value
}

const withoutConstants = (value: Rec, constants: Readonly<Record<string, string>>): Rec =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(constants, name)))

function valueOfNull(as: WireForm | undefined): unknown {
  if (as === 'zeroIsNull') return 0
  return as === 'member' ? false : null
}

function singleOf(value: unknown, place: Place): unknown {
  if (!Array.isArray(value) || value.length > 1) return refuse(place, 'list')
  const [entry] = value as unknown[]
  return isObject(entry) ? (entry['id'] ?? null) : (entry ?? null)
}

/** Reports a value that should be an object, and unknown names within it. */
function checkShape(value: unknown, expected: Shape | 'value', place: Place): void {
  if (value === null || expected === 'value') return
  if (!isObject(value)) return void refuse(place, 'object')
  for (const [name, inner] of Object.entries(value)) {
    const known = expected.get(name)
    if (known === undefined) refuse(below(place, [name]), 'nothing')
    else checkShape(inner, known, below(place, [name]))
  }
}

/** More problems than these are not listed: whoever sends so many gets no more work done. */
const MOST_PROBLEMS = 100

function refuse(place: Place, expected: WireProblem['expected']): undefined {
  if (place.problems.length < MOST_PROBLEMS) place.problems.push({ at: wholePath(place), expected })
}

const wholePath = ({ around, path }: Place): WirePath => (around === undefined ? path : [...wholePath(around), ...path])
