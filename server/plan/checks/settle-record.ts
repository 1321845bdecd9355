import { withoutKept } from '../../../schemas/rules/kept-values.ts'
import { applicableRefusals } from '../../../schemas/rules/refusals.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import type { CompiledRules, RuleRefusal, SettleInput } from '../../../schemas/rules/types.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Catalogue, EntityModel } from '../../entities/model/entity-model.ts'

const compiled = new WeakMap<EntityModel, CompiledRules>()

function rulesOf(model: EntityModel, catalogue: Catalogue): CompiledRules {
  const known = compiled.get(model) ?? compileRules(model.schema, (id) => catalogue.models.get(id)?.schema)
  compiled.set(model, known)
  return known
}

/** Whether the rules show a place of a stored record: a hidden object or list hides what is in it. */
export function visibility(
  catalogue: Catalogue,
  model: EntityModel,
  { record, context, lookup }: Pick<SettleInput, 'context' | 'lookup'> & { record: Rec },
): (pointer: string) => boolean {
  const { state } = settle({ rules: rulesOf(model, catalogue), stored: record, next: record, touched: [], context, lookup })
  return (pointer) => state(pointer).visible
}

/** Applies the rules to a record and collects the refusals of validator and rules, in the order in which the console shows them. */
export function settleRecord(
  catalogue: Catalogue,
  model: EntityModel,
  input: Omit<SettleInput, 'rules'>,
): { record: Rec; refusals: RuleRefusal[] } {
  const rules = rulesOf(model, catalogue)
  // Fields are listed explicitly: spreading the object would take half as long as the rules themselves.
  const { stored, next, touched, context, lookup, unchangedCounts, isRestored } = input
  const { record, refusals, state } = settle({ rules, stored, next, touched, context, lookup, unchangedCounts, isRestored })
  const wrong = withoutKept(model.validate(record), { schema: model.schema, stored, record })
  return { record, refusals: wrong.length === 0 ? refusals : [...applicableRefusals(wrong, state), ...refusals] }
}
