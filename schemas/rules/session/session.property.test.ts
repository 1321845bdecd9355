import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleContext } from '../../vocabulary/context.ts'
import { formatPointer, parsePointer, valueAt, withValueAt } from '../../vocabulary/paths/pointer.ts'
import { isSame } from '../../vocabulary/equality.ts'
import type { EntitySchema, Rec } from '../../vocabulary/types.ts'
import { compileRules } from '../compile/compile.ts'
import { anyRecord, anySchema, anyStep, otherSchema, type Step } from '../checks/generated-schemas.ts'
import type { RuleSet } from '../compile/rule-set.ts'
import { openSession, type Session } from './session.ts'
import { settle } from '../settle.ts'

const references: Record<string, Rec> = { one: { kind: 'x', kinds: ['x', 'z'] }, two: { kind: 'y', kinds: [] } }
const lookup = (_entity: string, oid: string) => references[oid]
const contextOf = (creating: boolean, bulk: boolean): RuleContext => ({
  tenant: { oid: 't', name: 'T', type: 'po' },
  user: { oid: 'u' },
  can: {},
  feature: {},
  editor: { creating, bulk },
})

/** The compiled schema; undefined for a generated one whose rules feed each other in a circle. */
function compiled(schema: EntitySchema): RuleSet | undefined {
  try {
    return compileRules(schema, (id) => (id === 'other' ? otherSchema : undefined))
  } catch (error) {
    if (String(error).includes('circle')) return undefined
    throw error
  }
}

function take(
  session: Session,
  step: Step,
  { creating, hasFreeKeys }: { creating: boolean; hasFreeKeys: boolean },
): RuleContext | undefined {
  const rows = (Array.isArray(session.record['rows']) ? session.record['rows'] : []) as unknown[]
  if (step.kind === 'bulk') {
    const context = contextOf(creating, step.bulk)
    session.contextChanged(context, ['$editor.bulk'])
    return context
  }
  if (step.kind === 'reference') session.change('/ref', step.oid)
  if (step.kind === 'entry' && hasFreeKeys) session.change(`/map/${step.key}`, step.values)
  if (step.kind === 'insert') session.listChanged('/rows', rows.toSpliced(step.row, 0, step.values))
  if (step.kind === 'remove') session.listChanged('/rows', rows.toSpliced(step.row, 1))
  if (step.kind === 'move' && rows.length > 1) session.listChanged('/rows', [...rows.slice(1), rows[0]])
  if (step.kind === 'change') {
    if (step.place === '/rows' && step.row >= rows.length) return undefined
    const place = step.place === '/rows' ? `/rows/${step.row}` : step.place
    session.change(`${place}/${step.field}`, step.field === 'c' ? step.number : step.text)
  }
  return undefined
}

/** What the service gets: the stored record (or defaults) with the touched values of the session. */
function sent(rules: RuleSet, stored: Rec | null, session: Session): Rec {
  return session.touched.reduce((record, pointer) => {
    const segments = parsePointer(pointer)
    return withValueAt(record, segments, valueAt(session.record, segments))
  }, stored ?? rules.defaults)
}

function* leaves(value: unknown, at: string[] = []): Generator<string> {
  if (at.length > 0) yield formatPointer(at)
  if (value !== null && typeof value === 'object') for (const [key, child] of Object.entries(value)) yield* leaves(child, [...at, key])
}

const show = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

describe('a session and the service', () => {
  it('agree on record, refusals and states after every step, for any schema', () => {
    let checked = 0
    fc.assert(
      fc.property(anySchema, fc.option(anyRecord, { nil: null }), fc.array(anyStep, { maxLength: 8 }), (schema, stored, steps) => {
        const rules = compiled(schema)
        if (!rules) return
        let context = contextOf(stored === null, false)
        const hasFreeKeys = schema.properties['map']?.additionalProperties !== undefined
        const session = openSession(rules, stored ?? rules.defaults, { stored, context, lookup })
        for (const step of [undefined, ...steps]) {
          if (step) context = take(session, step, { creating: stored === null, hasFreeKeys }) ?? context
          const next = sent(rules, stored, session)
          const settled = settle({ rules, stored, next, touched: session.touched, context, lookup, unchangedCounts: true })
          expect(show(session.record)).toEqual(show(settled.record))
          expect(isSame(session.record, settled.record)).toBe(true)
          expect(session.refusals()).toEqual(settled.refusals)
          for (const pointer of leaves(session.record))
            expect({ pointer, ...(show(session.state(pointer)) as object) }).toEqual({
              pointer,
              ...(show(settled.state(pointer)) as object),
            })
          checked += 1
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? 400) },
    )
    expect(checked).toBeGreaterThan(500)
  })
})
