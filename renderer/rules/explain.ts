import type { Explanation, TraceFact } from '../../schemas/rules/types.ts'

/** What explanations need to speak: the language and the names of fields and values. */
export interface ExplainPorts {
  t: (key: string, params?: Record<string, unknown>) => string
  language: string
  /** Name of a field by pointer, or of a context path (`$can.update`). */
  name: (path: string) => string
  /** A value of a field as a person reads it. */
  value: (path: string, value: unknown) => string
}

/** One reason for a control's state, in words. */
export interface ExplainedReason {
  rule: string
  text: string
  facts: { text: string; holds: boolean }[]
}

type Test = { operator: string; operand: unknown; negated: boolean }

/** The test in its long form: a bare value asks for equality, a list for one of its values, `not` turns what is inside it. */
function longForm(needed: unknown, negated = false): Test {
  if (Array.isArray(needed)) return { operator: 'in', operand: needed, negated }
  if (typeof needed !== 'object' || needed === null) return { operator: 'eq', operand: needed, negated }
  const [operator, operand] = Object.entries(needed)[0] ?? ['eq', undefined]
  return operator === 'not' ? longForm(operand, !negated) : { operator, operand, negated }
}

function operandWords(path: string, operand: unknown, ports: ExplainPorts): string {
  if (Array.isArray(operand)) {
    const list = new Intl.ListFormat(ports.language, { type: 'disjunction' })
    return list.format(operand.map((value) => ports.value(path, value)))
  }
  if (typeof operand === 'object' && operand !== null) {
    const inner = longForm(operand)
    return operandWords(path, inner.operand, ports)
  }
  return ports.value(path, operand)
}

/** "Type is MSP or Reseller; now: Distributor". */
function factWords(fact: TraceFact, ports: ExplainPorts): string {
  const { operator, operand, negated } = longForm(fact.needed)
  const key = `rule.test.${negated ? 'not.' : ''}${operator}`
  const test = ports.t(key, { field: ports.name(fact.path), value: operandWords(fact.path, operand, ports) })
  return fact.holds ? test : ports.t('editor.why.now', { test, now: ports.value(fact.path, fact.actual) })
}

/** Explanations as text, each with the required value and the current value. */
export function explain(explanations: readonly Explanation[], ports: ExplainPorts): ExplainedReason[] {
  return explanations.map(({ rule, because, facts }) => ({
    rule,
    text: ports.t(because),
    facts: facts.map((fact) => ({ text: factWords(fact, ports), holds: fact.holds })),
  }))
}
