import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../generated/entities.ts'
import { validators } from '../generated/validators/index.ts'
import type { RuleContext, TenantType } from '../vocabulary/context.ts'
import type { EntitySchema, PropertySchema, Rec } from '../vocabulary/types.ts'
import { applicableRefusals } from './applicable.ts'
import { compileRules } from './compile.ts'
import { openSession } from './session.ts'
import { settle } from './settle.ts'
import type { RuleRefusal } from './types.ts'

const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const tenants: Record<string, Rec> = {
  platform: { creatablePartnerTypes: ['vad', 'msp', 'reseller'], creatableCustomerTypes: [] },
  north: { creatablePartnerTypes: ['msp'], creatableCustomerTypes: ['diy_customer'] },
}
const lookup = (_entity: string, oid: string) => tenants[oid]

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

/** Values of a property, right and wrong ones. */
function valueOf(name: string, property: PropertySchema): fc.Arbitrary<unknown> {
  const right =
    name === 'parentOid'
      ? fc.constantFrom('platform', 'north', 'elsewhere')
      : fc.constantFrom(...(property.enum ?? [true, false, 3, 'Name', 'a@b.de']))
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 2, arbitrary: hostile },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7, false, [], {}) },
  )
}

function changesOf(schema: EntitySchema): fc.Arbitrary<[string, unknown][]> {
  const names = Object.keys(schema.properties)
  return fc.array(
    fc.constantFrom(...names).chain((name) => valueOf(name, schema.properties[name]!).map((value): [string, unknown] => [name, value])),
    { maxLength: 10 },
  )
}

const byPointer = (refusals: readonly RuleRefusal[]): string[] =>
  [...new Set(refusals.map(({ pointer, key }) => `${pointer} ${key}`))].sort()

describe.each(['partner', 'customer'] as const)('console and service on %s', (name) => {
  const schema = entitySchemas[name]
  const rules = compileRules(schema, source)
  const validate = validators[name]
  const stored = {
    ...rules.defaults,
    parentOid: 'platform',
    type: name === 'partner' ? 'msp' : 'diy_customer',
    name: 'Name',
    contactName: 'Ada',
    contactEmail: 'a@b.de',
  }

  it('give the same verdict on 10,000 generated objects, typed field by field or sent at once', () => {
    let accepted = 0
    fc.assert(
      fc.property(changesOf(schema), fc.boolean(), anyContext, (changes, creating, base) => {
        const context = { ...base, editor: { ...base.editor, creating } }
        const before = creating ? null : stored
        const session = openSession(rules, before ?? rules.defaults, { stored: before, context, lookup })
        for (const [field, value] of changes) session.change(`/${field}`, value)
        const shown = [...applicableRefusals(validate(session.record), (pointer) => session.state(pointer)), ...session.refusals()]
        const touched = session.touched
        const sent = Object.fromEntries(touched.map((pointer) => [pointer.slice(1), session.record[pointer.slice(1)]]))
        const settled = settle({
          rules,
          stored: before,
          next: { ...(before ?? rules.defaults), ...sent },
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
        const sent = Object.fromEntries(changes)
        const { record, refusals, writes, state } = settle({
          rules,
          stored,
          next: { ...stored, ...sent },
          touched: Object.keys(sent).map((field) => `/${field}`),
          context,
          lookup,
        })
        const refused = new Set(refusals.map(({ pointer }) => pointer))
        for (const field of Object.keys(schema.properties)) {
          const pointer = `/${field}`
          const changed =
            (record[field] ?? null) !== ((stored as Rec)[field] ?? null) && !(record[field] === '' && (stored as Rec)[field] === undefined)
          if (changed && !state(pointer).enabled && !isEmptyList(record[field]) && !writes.some((write) => write.pointer === pointer))
            expect(refused).toContain(pointer)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
