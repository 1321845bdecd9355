import { isSame } from '../vocabulary/equality.ts'
import { formatPointer, valueAt, withValueAt } from '../vocabulary/paths/pointer.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import { namesAt, type Declared, type Names } from './declared-names.ts'
import { declarationsOf, placeOf, type PresentPlace } from './earlier-places.ts'
import { takeOut } from './moved-values.ts'
import type { Move } from './moves.ts'

/** An earlier name that a caller used. */
export interface EarlierUse {
  /** Where it was sent, as a JSON Pointer into the record. */
  sent: string
  /** Where its value belongs now; of an option the same place. */
  now: string
  /** The day from which it is refused; none: as long as the schema names it. */
  until?: string | undefined
}

/** Why an earlier name cannot be understood. */
export interface EarlierRefusal {
  pointer: string
  /** Locale key. */
  key: 'service.earlier.both' | 'service.earlier.ended' | 'service.earlier.removed'
  params: Rec
}

/** A record under its present names. */
export interface Presented {
  record: Rec
  used: EarlierUse[]
  refused: EarlierRefusal[]
}

/** The earlier names of an entity's fields and options, at any depth. */
export interface EarlierNames {
  /** What a caller sent, under its present names. `today` (`2027-06-01`) decides what has ended; without it, nothing has. */
  present: (record: Rec, today?: string) => Presented
  /** A record as answers have it on a day: without the fields whose day has come (`x-removed`). */
  served: (record: Rec, today: string) => Rec
  /** The present place of a field path or of a place of a record. */
  place: (segments: readonly string[]) => PresentPlace
  /** A value of the field at a present place, with present names and options within. */
  value: (segments: readonly string[], value: unknown) => unknown
  /** The declared option that an earlier one is called now, of the field at a present path. */
  option: (segments: readonly string[], option: string) => { option: unknown; until?: string | undefined } | undefined
}

const compiled = new WeakMap<EntitySchema, EarlierNames | undefined>()

/** The earlier names that a resolved schema declares; undefined if it declares none. */
export function earlierNamesOf(schema: EntitySchema): EarlierNames | undefined {
  if (!compiled.has(schema)) compiled.set(schema, compile(schema))
  return compiled.get(schema)
}

/** Whether a day has come. */
export const hasEnded = (until: string | undefined, today: string | undefined): boolean =>
  until !== undefined && today !== undefined && today >= until

function compile(schema: EntitySchema): EarlierNames | undefined {
  const declared = declarationsOf(schema)
  if (declared === undefined) return undefined
  const { names: whole, moves } = declared
  const goes = isGoing(whole)
  return {
    present: (record, today) => present(record, { names: whole, moves, today }),
    served: (record, today) => (goes ? (servedValue(record, whole, today) as Rec) : record),
    place: (segments) => placeOf(segments, declared),
    value: (segments, value) => presentValue(value, namesAt(whole, segments), freshVisit('')),
    option: (segments, option) => {
      const found = namesAt(whole, segments)?.options.get(option)
      return found && { option: found.now, until: found.until }
    },
  }
}

interface Known {
  names: Names
  moves: readonly Move[]
  today: string | undefined
}

function present(record: Rec, { names, moves, today }: Known): Presented {
  const visit = freshVisit(today)
  const { rest, taken } = takeOut(record, moves)
  let result = presentValue(rest, names, visit) as Rec
  for (const { move, from, to, value } of taken) {
    const [sent, now] = [formatPointer(from), formatPointer(to)]
    visit.used.push({ sent, now, until: move.until })
    if (hasEnded(move.until, today)) {
      visit.refused.push({ pointer: sent, key: 'service.earlier.ended', params: { ...namesOf(from, to), until: move.until } })
      continue
    }
    const there = valueAt(result, to)
    const wanted = presentValue(value, namesAt(names, to), { ...visit, sent: from, now: to })
    if (there !== undefined && !isSame(there, wanted))
      visit.refused.push({ pointer: sent, key: 'service.earlier.both', params: namesOf(from, to) })
    else result = withValueAt(result, to, wanted)
  }
  return { record: result, used: visit.used, refused: visit.refused }
}

/** What a walk over a value finds, and where it is. */
interface Visit {
  today: string | undefined
  used: EarlierUse[]
  refused: EarlierRefusal[]
  sent: readonly string[]
  now: readonly string[]
}

const freshVisit = (today: string | undefined): Visit => ({ today, used: [], refused: [], sent: [], now: [] })

const isObject = (value: unknown): value is Rec => typeof value === 'object' && value !== null && !Array.isArray(value)

function presentValue(value: unknown, names: Names | undefined, visit: Visit): unknown {
  if (names === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) {
    const { rows } = names
    return rows === undefined ? value : value.map((row: unknown, index) => presentValue(row, rows, within(visit, String(index))))
  }
  if (isObject(value)) return presentObject(value, names, visit)
  const option = names.options.get(String(value))
  return option === undefined ? value : presentOption(value, option, visit)
}

const within = (visit: Visit, sent: string, now = sent): Visit => ({ ...visit, sent: [...visit.sent, sent], now: [...visit.now, now] })

function presentOption(value: unknown, { now: option, until }: Declared<unknown>, { sent, now, used, refused, today }: Visit): unknown {
  const pointer = formatPointer(sent)
  used.push({ sent: pointer, now: formatPointer(now), until })
  if (!hasEnded(until, today)) return option
  refused.push({ pointer, key: 'service.earlier.ended', params: { name: String(value), present: String(option), until } })
  return value
}

function presentObject(sent: Rec, names: Names, visit: Visit): Rec {
  const record: Rec = {}
  const earlier: string[] = []
  for (const name of Object.keys(sent)) {
    if (names.fields.has(name)) {
      earlier.push(name)
      continue
    }
    noteRemoved(name, names, visit)
    const below = names.rows ?? names.below.get(name)
    const value = below === undefined ? sent[name] : presentValue(sent[name], below, within(visit, name))
    // An own property, also of a name such as `__proto__`, which the service then refuses.
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true })
  }
  for (const name of earlier) presentField(name, { sent, record, names }, visit)
  return record
}

function presentField(name: string, { sent, record, names }: { sent: Rec; record: Rec; names: Names }, visit: Visit): void {
  const declared = names.fields.get(name)
  if (declared === undefined) return
  const { now, until } = declared
  const inner = within(visit, name, now)
  const pointer = formatPointer(inner.sent)
  visit.used.push({ sent: pointer, now: formatPointer(inner.now), until })
  if (hasEnded(until, visit.today)) {
    visit.refused.push({ pointer, key: 'service.earlier.ended', params: { name, present: now, until } })
    return
  }
  const value = presentValue(sent[name], names.below.get(now), inner)
  if (Object.hasOwn(record, now) && !isSame(record[now], value))
    visit.refused.push({ pointer, key: 'service.earlier.both', params: { name, present: now } })
  else record[now] = value
}

function noteRemoved(name: string, { removed }: Names, visit: Visit): void {
  const until = removed.get(name)
  if (until === undefined) return
  const pointer = formatPointer([...visit.sent, name])
  visit.used.push({ sent: pointer, now: pointer, until })
  if (hasEnded(until, visit.today)) visit.refused.push({ pointer, key: 'service.earlier.removed', params: { name, until } })
}

/** Whether a field goes, at any depth. */
const isGoing = ({ removed, below, rows }: Names): boolean =>
  removed.size > 0 || [...below.values()].some(isGoing) || (rows !== undefined && isGoing(rows))

function servedValue(value: unknown, names: Names | undefined, today: string): unknown {
  if (names === undefined || typeof value !== 'object' || value === null) return value
  const { rows, below, removed } = names
  if (Array.isArray(value)) return rows === undefined ? value : value.map((row: unknown) => servedValue(row, rows, today))
  const kept = Object.entries(value).filter(([name]) => !hasEnded(removed.get(name), today))
  return Object.fromEntries(kept.map(([name, inner]) => [name, servedValue(inner, rows ?? below.get(name), today)]))
}

/** What both places are called in a sentence: their names if these stand beside each other, else their paths. */
function namesOf(from: readonly string[], to: readonly string[]): Rec {
  return { name: from.join('.'), present: to.join('.') }
}
