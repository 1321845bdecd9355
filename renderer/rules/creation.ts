import { compileCondition, type RecordCondition } from '../../schemas/vocabulary/operators/condition.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { Condition, EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'

/** A condition of `x-operations.create`, and the text key of its refusal. */
export interface CreationRule {
  because: string
  condition: RecordCondition
  /** It asks nothing of the record: where it does not hold, no record is made. */
  ofContext: boolean
}

/** What a new record must fulfil besides the right itself. */
export function creationRules(schema: EntitySchema): CreationRule[] {
  return [schema['x-operations']?.create ?? []].flat().map(({ when, because }) => ({
    because,
    condition: compileCondition(when, schema, { where: 'x-operations create' }),
    ofContext: asksContextOnly(when),
  }))
}

/** Why no record at all is made in this context, as a text key; undefined where some may be. */
export function refusalOfAll(schema: EntitySchema, context: RuleContext): string | undefined {
  return refusalOf(
    creationRules(schema).filter(({ ofContext }) => ofContext),
    {},
    context,
  )
}

/** Why this record is not made, as a text key. */
export function refusalOf(rules: readonly CreationRule[], record: Rec, context: RuleContext): string | undefined {
  return rules.find(({ condition }) => !condition.holds({ record, context }))?.because
}

/** Whether a rule keeps a field of new records disabled in this context, whatever they say. */
export function isFixedInContext(schema: EntitySchema, field: string, context: RuleContext): boolean {
  return schema['x-rules'].some(
    ({ effect, fields, when = {} }) =>
      effect === 'enable' &&
      fields.includes(field) &&
      asksContextOnly(when) &&
      !compileCondition(when, schema, { where: `x-rules ${field}` }).holds({ record: {}, context }),
  )
}

/** The context in which a sheet writes a row. */
export function rowContext(context: RuleContext, creating: boolean): RuleContext {
  return { ...context, editor: { ...context.editor, creating, bulk: true } }
}

function asksContextOnly(condition: Condition): boolean {
  return Object.entries(condition).every(([path, test]) => {
    if (path === 'any' || path === 'all') return (test as Condition[]).every(asksContextOnly)
    return path === 'not' ? asksContextOnly(test as Condition) : path.startsWith('$')
  })
}
