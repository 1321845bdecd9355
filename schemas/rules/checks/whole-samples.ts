import { mergeRecords } from '../../vocabulary/changes.ts'
import { parsePointer, valueAt, withValueAt } from '../../vocabulary/paths/pointer.ts'
import type { Rec } from '../../vocabulary/types.ts'
import type { RuleSample, SampleFile, Samples, WrittenSample } from './samples.ts'

/** Oids of referenced records by their names in samples: `"site": "@nantes"`. */
export type SampleOids = ReadonlyMap<string, string>

/**
 * Expands a sample file: records that start from another one are merged, and names of references are replaced by oids (made up by default).
 * Throws on an unknown name.
 */
export function expandSamples(written: SampleFile, oids: SampleOids = generatedOids(written)): Samples {
  const file = withOids(written, oids)
  const named = new Map<string, Rec>()
  const start = (from: string | undefined): Rec => {
    const record = from === undefined ? {} : named.get(from)
    if (!record) throw new Error(`no valid record above is named "${String(from)}"`)
    return record
  }
  const record = <S extends { from?: string; record: Rec }>({ from, ...sample }: S): Omit<S, 'from'> => ({
    ...sample,
    record: mergeRecords(start(from), sparse(start(from), sample.record)),
  })
  const valid = file.valid.map(({ name, ...sample }) => {
    const whole = record(sample)
    if (name !== undefined) named.set(name, whole.record)
    return whole
  })
  const rules = Object.entries(file.rules).map(([id, { accepts, refuses }]) => [
    id,
    { accepts: accepts && expandSample(accepts, start), refuses: refuses && expandSample(refuses, start) },
  ])
  return {
    ...file,
    valid,
    change: file.change && { ...file.change, changes: sparse(file.valid[0]?.record ?? {}, file.change.changes) },
    invalid: file.invalid.map(record),
    rules: Object.fromEntries(rules) as Samples['rules'],
  }
}

function expandSample({ from, stored, ...sample }: WrittenSample, start: (from: string) => Rec): RuleSample {
  if (typeof stored === 'string') return { ...sample, stored: start(stored), settled: true, send: sparse(start(stored), sample.send) }
  const base = from === undefined ? {} : start(from)
  if (stored) {
    const whole = mergeRecords(base, sparse(base, stored))
    return { ...sample, stored: whole, send: sparse(whole, sample.send) }
  }
  return { ...sample, send: mergeRecords(base, sparse(base, sample.send)) }
}

/** Changes as a caller sends them: pointers expanded to objects, and lists completed with the record's other rows. */
function sparse(record: Rec, changes: Rec): Rec {
  let made: Rec = {}
  for (const [name, value] of Object.entries(changes))
    made = name.startsWith('/') ? put(made, { record, pointer: name, value }) : { ...made, [name]: value }
  return made
}

function put(made: Rec, { record, pointer, value }: { record: Rec; pointer: string; value: unknown }): Rec {
  const segments = parsePointer(pointer)
  const listed = segments.findIndex((_, index) => index > 0 && Array.isArray(valueAt(record, segments.slice(0, index))))
  if (listed < 0) return withValueAt(made, segments, value)
  const list = segments.slice(0, listed)
  return withValueAt(made, list, withValueAt(valueAt(made, list) ?? valueAt(record, list), segments.slice(listed), value))
}

function generatedOids({ references = {} }: SampleFile): SampleOids {
  const keys = Object.values(references).flatMap((records) => Object.keys(records))
  return new Map(keys.map((key, index) => [key, `00000000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`]))
}

/** Replaces `@name` by oids, in the records and in the keys of referenced records. */
function withOids(file: SampleFile, oids: SampleOids): SampleFile {
  const used = new Set<string>()
  const whole = replaced(file, (name) => {
    const oid = oids.get(name)
    if (oid === undefined) throw new Error(`no referenced record is named "${name}"`)
    used.add(name)
    return oid
  }) as SampleFile
  const rekeyed = (records: Record<string, Rec>): Record<string, Rec> =>
    Object.fromEntries(Object.entries(records).map(([key, record]) => [used.has(key) ? (oids.get(key) ?? key) : key, record]))
  const { references = {} } = whole
  return { ...whole, references: Object.fromEntries(Object.entries(references).map(([entity, records]) => [entity, rekeyed(records)])) }
}

/** The value with every `@name` replaced. */
export function replaced(value: unknown, oidOf: (name: string) => string): unknown {
  if (typeof value === 'string') return /^@[\w-]+$/.test(value) ? oidOf(value.slice(1)) : value
  if (Array.isArray(value)) return value.map((item) => replaced(item, oidOf))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, oidOf)]))
}

const isObject = (value: unknown): value is Rec => value !== null && typeof value === 'object' && !Array.isArray(value)
