import { withoutKept } from '../../schemas/rules/kept-values.ts'
import { applicableRefusals } from '../../schemas/rules/refusals.ts'
import { compileRules } from '../../schemas/rules/compile/compile.ts'
import { openSession } from '../../schemas/rules/session/session.ts'
import type { Session } from '../../schemas/rules/session/session.ts'
import type { CompiledRules, RuleRefusal } from '../../schemas/rules/types.ts'
import type { ReferenceLookup, RuleContext } from '../../schemas/vocabulary/context.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'

/** What rules read besides the record itself. */
export interface RuleInputs {
  /** `null` when creating. */
  stored: Rec | null
  context: RuleContext
  lookup: ReferenceLookup
  /** What actions wrote in an earlier session, by pointer. */
  acted?: ReadonlyMap<string, unknown> | undefined
}

const compiled = new WeakMap<EntitySchema, CompiledRules>()

/** The rules of a schema, compiled once. */
export function rulesOf(schema: EntitySchema): CompiledRules {
  const known = compiled.get(schema)
  if (known) return known
  const rules = compileRules(schema)
  compiled.set(schema, rules)
  return rules
}

/** Starts rules on a record. */
export function openRules(schema: EntitySchema, record: Rec, inputs: RuleInputs): Session {
  const session = openSession(rulesOf(schema), record, inputs)
  opened.set(session, { schema, stored: inputs.stored })
  return session
}

/** What sessions were opened on. */
const opened = new WeakMap<Session, { schema: EntitySchema; stored: Rec | null }>()

/**
 * Every refusal of a session's record, as the service would find them: of its shape, then of the rules; one per field. What another service
 * sends besides is no fault of the person's.
 */
export function refusalsOf(session: Session, validate: (record: Rec) => readonly RuleRefusal[]): RuleRefusal[] {
  const found = validate(session.record).filter(({ key }) => key !== 'validation.field.unknown')
  const on = opened.get(session)
  const changed = on === undefined ? found : withoutKept(found, { ...on, record: session.record })
  const shape = applicableRefusals(changed, (pointer) => session.state(pointer))
  const seen = new Set<string>()
  return [...shape, ...session.refusals()].filter(({ pointer }) => !seen.has(pointer) && Boolean(seen.add(pointer)))
}
