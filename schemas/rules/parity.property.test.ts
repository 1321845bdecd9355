import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { isExhaustive } from '../../tests/support/extent.ts'
import { describe, expect, it } from 'vitest'
import { entitySchemas, type EntityName } from '../generated/entities.ts'
import { validators } from '../generated/validators/index.ts'
import type { RuleContext, TenantType } from '../vocabulary/context.ts'
import { isSame, isUnchanged } from '../vocabulary/equality.ts'
import { fieldsOf } from '../vocabulary/paths/field-path.ts'
import { mergeRecords, changedPointersOf } from '../vocabulary/changes.ts'
import { parsePointer, valueAt, withValueAt } from '../vocabulary/paths/pointer.ts'
import type { EntitySchema, PropertySchema, Rec } from '../vocabulary/types.ts'
import { allNodes, schemaTree } from '../vocabulary/schema/schema-tree.ts'
import { actionWrites } from './actions.ts'
import { applicableRefusals } from './refusals.ts'
import { compileRules } from './compile/compile.ts'
import { contextOf, type SampleFile, type Samples } from './checks/samples.ts'
import { expandSamples } from './checks/whole-samples.ts'
import { openSession } from './session/session.ts'
import { settle } from './settle.ts'
import type { RuleRefusal } from './types.ts'

const written = Object.values(entitySchemas).filter((schema) => schema['x-entity'].readOnly !== true)
const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const tenants: Record<string, Rec> = {
  platform: { creatablePartnerTypes: ['vad', 'msp', 'reseller'], creatableCustomerTypes: [] },
  north: { creatablePartnerTypes: ['msp'], creatableCustomerTypes: ['diy_customer'] },
}

const anyContext: fc.Arbitrary<RuleContext> = fc
  .record({
    type: fc.constantFrom<TenantType | 'all'>('po', 'vad', 'msp', 'reseller', 'all'),
    readDomain: fc.boolean(),
    feature: fc.boolean(),
    bulk: fc.boolean(),
  })
  .map(({ type, readDomain, feature, bulk }) => ({
    tenant: { oid: 'north', name: 'North', type },
    user: { oid: 'u' },
    can: { readDomain, readExternalGateway: feature, update: true, delete: readDomain },
    feature: { sdi: feature, cloud_security: feature },
    editor: { bulk },
  }))

/** Number of generated objects, and the number for an entity with hundreds of fields. */
const [RUNS, RUNS_OF_LARGE] = isExhaustive ? [10_000, 3_000] : [500, 300]

const hostile = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('', ' ', '=1+1', 'x'.repeat(300), 'a@b.de', "a|b='", 'é', '\u0000'))

/** Valid and invalid values of a property or of the rows of a list, except for properties that users cannot enter. */
function valueOf(property: PropertySchema): fc.Arbitrary<unknown> {
  const fields = property.items?.properties
  if (fields) {
    const row = fc.record(
      Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => (field.readOnly ? [] : [[name, valueOf(field)]]))),
      { requiredKeys: [] },
    )
    return fc.array(row, { maxLength: 3 })
  }
  const right = property['x-ref']
    ? fc.constantFrom<unknown>('platform', 'north', 'elsewhere')
    : fc.constantFrom<unknown>(...(property.enum ?? [true, false, 3, 'Name', 'a@b.de']))
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 2, arbitrary: hostile },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7, false, [], {}) },
  )
}

/** Leaf fields by pointer; for a list with a fixed number of rows, its cells. */
const leavesOf = (schema: EntitySchema): [pointer: string, property: PropertySchema][] =>
  fieldsOf(schema).flatMap(([path, property]): [string, PropertySchema][] => {
    if (property.type === 'object') return []
    const { items, minItems, maxItems } = property
    if (!items?.properties || minItems === undefined || minItems !== maxItems) return [[`/${path}`, property]]
    const cells = Object.entries(items.properties).filter(([, cell]) => cell.readOnly !== true)
    return Array.from({ length: minItems }, (_, row) =>
      cells.map(([name, cell]): [string, PropertySchema] => [`/${path}/${row}/${name}`, cell]),
    ).flat()
  })

/** Values taken from the records, so that changes lead from one valid record towards another through intermediate states. */
function stepsAmong(schema: EntitySchema, records: readonly Rec[]): fc.Arbitrary<[pointer: string, value: unknown]> {
  const known = leavesOf(schema).flatMap(([pointer]) => records.map((record): [string, unknown] => [pointer, at(record, pointer) ?? null]))
  return fc.constantFrom(...known).map(([pointer, value]) => [pointer, structuredClone(value)])
}

/** Actions of objects that whoever may change the record may perform. */
function actionsOf(schema: EntitySchema) {
  const named = [...allNodes(schemaTree(schema, source))].flatMap(({ property, pattern }) =>
    Object.entries(property['x-actions'] ?? {}).flatMap(([action, { needs }]) => (needs ? [] : [{ pointer: pattern, action }])),
  )
  const writes = named.flatMap(({ pointer, action }) => actionWrites(schema, pointer, action))
  const wouldWrite = (pointer: string, value: unknown): boolean =>
    writes.some(
      (write) =>
        `${pointer}/`.startsWith(`${write.pointer}/`) && isSame(at({ v: write.value }, `/v${pointer.slice(write.pointer.length)}`), value),
    )
  return { named, wouldWrite }
}

function changesOf(schema: EntitySchema, records: readonly Rec[]): fc.Arbitrary<[pointer: string, value: unknown][]> {
  const change = fc
    .constantFrom(...leavesOf(schema))
    .chain(([pointer, property]) => valueOf(property).map((value): [string, unknown] => [pointer, value]))
  const step = stepsAmong(schema, records)
  return fc.oneof(
    { weight: 2, arbitrary: fc.array(change, { maxLength: 10 }) },
    { weight: 3, arbitrary: fc.array(fc.oneof({ weight: 4, arbitrary: step }, { weight: 1, arbitrary: change }), { maxLength: 12 }) },
  )
}

const samplesOf = (name: string): Samples =>
  expandSamples(JSON.parse(readFileSync(new URL(`../entities/${name}.samples.json`, import.meta.url), 'utf8')) as SampleFile)

const at = (record: Rec, pointer: string): unknown => valueAt(record, parsePointer(pointer))
const withAll = (record: Rec, values: readonly [pointer: string, value: unknown][]): Rec =>
  values.reduce((made, [pointer, value]) => withValueAt(made, parsePointer(pointer), value), record)

const byPointer = (refusals: readonly RuleRefusal[]): string[] =>
  [...new Set(refusals.map(({ pointer, key }) => `${pointer} ${key}`))].sort()

describe.each(written.map((schema) => ({ name: schema['x-entity'].name as EntityName, schema })))(
  'console and service on $name',
  ({ name, schema }) => {
    const rules = compileRules(schema, source)
    const validate = validators[name]
    const samples = samplesOf(name)
    const lookup = (entity: string, oid: string): Rec | undefined => samples.references?.[entity]?.[oid] ?? tenants[oid]
    const records = samples.valid.map(({ record, context }) => {
      const input = {
        next: mergeRecords(rules.defaults, record),
        touched: changedPointersOf(record),
        context: contextOf(samples, context, true),
        lookup,
      }
      return settle({ rules, stored: null, ...input }).record
    })
    const changes = changesOf(schema, records)
    const actions = actionsOf(schema)
    /** After how many changes the person performs an action. */
    const performed = fc.record({ after: fc.nat(12), action: fc.constantFrom(undefined, ...actions.named) })
    const start = fc.constantFrom(...records)
    // The options that the samples choose, e.g. each deployment mode of a box.
    const chosen = (schema.required ?? []).filter((name) => schema.properties[name]?.enum !== undefined)
    const wanted = new Set(chosen.flatMap((name) => records.map((record) => `${name} ${String(record[name])}`)))
    const numRuns = leavesOf(schema).length > 100 ? RUNS_OF_LARGE : RUNS

    it(`reach the same verdict on ${numRuns} generated objects, whether entered field by field or sent at once`, () => {
      let accepted = 0
      const met = new Set<string>()
      fc.assert(
        fc.property(
          fc.record({ typed: changes, performed, stored: start, creating: fc.boolean(), base: anyContext }),
          ({ typed, performed: { action, after }, stored, creating, base }) => {
            const context = { ...base, editor: { ...base.editor, creating } }
            const before = creating ? null : stored
            const session = openSession(rules, before ?? rules.defaults, { stored: before, context, lookup })
            const change = ([pointer, value]: (typeof typed)[number]) => session.change(pointer, value)
            typed.slice(0, after).forEach(change)
            if (action) session.act(action.pointer, action.action)
            typed.slice(after).forEach(change)
            const shown = [...applicableRefusals(validate(session.record), (pointer) => session.state(pointer)), ...session.refusals()]
            const touched = session.touched
            const sent = touched.map((pointer): [string, unknown] => [pointer, at(session.record, pointer)])
            const settled = settle({
              rules,
              stored: before,
              next: withAll(before ?? rules.defaults, sent),
              touched,
              context,
              lookup,
              unchangedCounts: true,
            })
            const service = [...applicableRefusals(validate(settled.record), settled.state), ...settled.refusals]
            expect(byPointer(service)).toEqual(byPointer(shown))
            if (service.length > 0) return
            accepted += 1
            for (const name of chosen) met.add(`${name} ${String(settled.record[name])}`)
          },
        ),
        { numRuns },
      )
      expect(accepted).toBeGreaterThan(numRuns / 35)
      expect([...wanted].filter((choice) => !met.has(choice))).toEqual([])
    })

    it('prevent a caller of the service from changing anything that the console would have locked', () => {
      fc.assert(
        fc.property(changes, start, anyContext, (sent, stored, base) => {
          const context = { ...base, editor: { ...base.editor, creating: false } }
          const settled = (given: typeof sent) =>
            settle({
              rules,
              stored,
              next: withAll(stored, given),
              touched: [...new Set(given.map(([pointer]) => pointer))],
              context,
              lookup,
            })
          const { record, refusals, writes, state } = settled(sent)
          const isRefused = (place: string): boolean => refusals.some(({ pointer }) => `${pointer}/`.startsWith(`${place}/`))
          for (const [pointer] of leavesOf(schema)) {
            const [now, before] = [at(record, pointer), at(stored, pointer)]
            if (isUnchanged(before, now) || state(pointer).enabled || isEmptyList(now)) continue
            if (actions.wouldWrite(pointer, now)) continue
            if (writes.some((write) => write.pointer === pointer) || isRefused(pointer)) continue
            // Sent as a rule would have written it anyway.
            const others = sent.filter(([other]) => other !== pointer)
            expect([pointer, isUnchanged(at(settled(others).record, pointer), now)]).toEqual([pointer, true])
          }
        }),
        { numRuns: numRuns / 5 },
      )
    })
  },
)

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
