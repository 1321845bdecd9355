import { isObject } from '../plan/read-plan.ts'
import type { Form } from '../plugins/forms.ts'

/** Properties of a rule that the form has a field for. */
export const RULE_FIELDS = ['name', 'metric', 'threshold', 'severity', 'enabled'] as const

export type RuleField = (typeof RULE_FIELDS)[number]

/** A rule as entered in the form, valid or not. */
export type TypedRule = { id: string } & Record<RuleField, string>

/** The pressed button. */
export type SubmittedAction = { what: 'save' | 'add' } | { what: 'remove'; index: number }

/** A form that was sent. */
export interface SentRules {
  rules: TypedRule[]
  revision: number
  asked: SubmittedAction
}

const CHECKED = 'on'
/** Upper limit of rules read from a form; no customer may have as many. */
const MOST_READ = 200

/** Stored rules as the form shows them. */
export function typedRules(stored: unknown): TypedRule[] {
  const rules = Array.isArray(stored) ? stored.filter(isObject) : []
  return rules.map((rule) => ({
    id: typeof rule['id'] === 'string' ? rule['id'] : '',
    name: String(rule['name'] ?? ''),
    metric: String(rule['metric'] ?? ''),
    threshold: String(rule['threshold'] ?? ''),
    severity: String(rule['severity'] ?? ''),
    enabled: rule['enabled'] === true ? CHECKED : '',
  }))
}

/** Name of the field of a rule. */
export const fieldName = (index: number, field: RuleField | 'id'): string => `rules.${index}.${field}`

/** Reads what the form sends. */
export function readRules(form: Form): SentRules {
  const count = Math.min(MOST_READ, Number(form['count']) || 0)
  const said = (index: number, field: RuleField | 'id'): string => form[fieldName(index, field)] ?? ''
  const rules = Array.from({ length: count }, (_rule, index) => ({
    id: said(index, 'id'),
    name: said(index, 'name').trim(),
    metric: said(index, 'metric'),
    threshold: said(index, 'threshold').trim(),
    severity: said(index, 'severity'),
    enabled: said(index, 'enabled') === CHECKED ? CHECKED : '',
  }))
  return { rules, revision: Number(form['revision']) || 0, asked: askedBy(form['do'] ?? '') }
}

function askedBy(pressed: string): SubmittedAction {
  if (pressed === 'add') return { what: 'add' }
  const [, index] = /^remove\.(\d{1,3})$/.exec(pressed) ?? []
  return index === undefined ? { what: 'save' } : { what: 'remove', index: Number(index) }
}

/** The rule to store; a non-number stays as entered, so that validation refuses it. */
export function storedRule({ id, name, metric, threshold, severity, enabled }: TypedRule): Record<string, unknown> {
  const isNumber = /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(threshold)
  return {
    ...(id !== '' && { id }),
    ...(name !== '' && { name }),
    metric,
    ...(threshold !== '' && { threshold: isNumber ? Number(threshold) : threshold }),
    severity,
    enabled: enabled === CHECKED,
  }
}
