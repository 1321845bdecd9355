import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entitySchemas, type EntityName } from '../generated/entities.ts'
import { validators } from '../generated/validators/index.ts'
import type { RuleContext, TenantType } from '../vocabulary/context.ts'
import { isSame } from '../vocabulary/equality.ts'
import { fieldsOf } from '../vocabulary/field-path.ts'
import { parsePointer, valueAt, withValueAt } from '../vocabulary/pointer.ts'
import type { EntitySchema, PropertySchema, Rec } from '../vocabulary/types.ts'
import { applicableRefusals } from './applicable.ts'
import { compileRules } from './compile.ts'
import type { Samples } from './samples.ts'
import { openSession } from './session.ts'
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
    bulk: fc.boolean(),
  })
  .map(({ type, readDomain, bulk }) => ({
    tenant: { oid: 'north', name: 'North', type },
    user: { oid: 'u' },
    can: { readDomain },
    feature: {},
    editor: { bulk },
  }))

const hostile = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('', ' ', '=1+1', 'x'.repeat(300), 'a@b.de', "a|b='", 'é', '\u0000'))

/** Values of a property, right and wrong ones; of the rows of a list, too. */
function valueOf(property: PropertySchema): fc.Arbitrary<unknown> {
  const fields = property.items?.properties
  if (fields) {
    const row = fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field)])), { requiredKeys: [] })
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

/** Fields that hold something themselves, by pointer. */
const leavesOf = (schema: EntitySchema): [pointer: string, property: PropertySchema][] =>
  fieldsOf(schema).flatMap(([path, property]) => (property.type === 'object' ? [] : [[`/${path}`, property]]))

function changesOf(schema: EntitySchema): fc.Arbitrary<[pointer: string, value: unknown][]> {
  const change = fc
    .constantFrom(...leavesOf(schema))
    .chain(([pointer, property]) => valueOf(property).map((value): [string, unknown] => [pointer, value]))
  return fc.array(change, { maxLength: 10 })
}

const samplesOf = (name: string): Samples =>
  JSON.parse(readFileSync(new URL(`../entities/${name}.samples.json`, import.meta.url), 'utf8')) as Samples

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
    const stored: Rec = { ...rules.defaults, ...samples.valid[0]?.record }
    const lookup = (entity: string, oid: string): Rec | undefined => samples.references?.[entity]?.[oid] ?? tenants[oid]

    it('give the same verdict on 10,000 generated objects, typed field by field or sent at once', () => {
      let accepted = 0
      fc.assert(
        fc.property(changesOf(schema), fc.boolean(), anyContext, (changes, creating, base) => {
          const context = { ...base, editor: { ...base.editor, creating } }
          const before = creating ? null : stored
          const session = openSession(rules, before ?? rules.defaults, { stored: before, context, lookup })
          for (const [pointer, value] of changes) session.change(pointer, value)
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
          if (service.length === 0) accepted += 1
        }),
        { numRuns: 10_000 },
      )
      expect(accepted).toBeGreaterThan(300)
    }, 120_000)

    it('lets a caller of the service change nothing that the console would have locked', () => {
      fc.assert(
        fc.property(changesOf(schema), anyContext, (changes, base) => {
          const context = { ...base, editor: { ...base.editor, creating: false } }
          const { record, refusals, writes, state } = settle({
            rules,
            stored,
            next: withAll(stored, changes),
            touched: [...new Set(changes.map(([pointer]) => pointer))],
            context,
            lookup,
          })
          const refused = new Set(refusals.map(({ pointer }) => pointer))
          for (const [pointer] of leavesOf(schema)) {
            const [now, before] = [at(record, pointer), at(stored, pointer)]
            const changed = !isSame(now ?? null, before ?? null) && !(now === '' && before === undefined)
            if (changed && !state(pointer).enabled && !isEmptyList(now) && !writes.some((write) => write.pointer === pointer))
              expect(refused).toContain(pointer)
          }
        }),
        { numRuns: 2_000 },
      )
    })
  },
)

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
