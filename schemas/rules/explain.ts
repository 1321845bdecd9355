import { parsePointer } from '../vocabulary/paths/pointer.ts'
import { allNodes, nodeAt, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import type { Action, Condition, EntitySchema, Rule } from '../vocabulary/types.ts'
import type { Explanation, TraceFact } from './types.ts'
import { Words, type Locale, type Translate } from './words.ts'

/** A rule as the reference pages print it. */
export interface RuleInWords {
  /** Names of the governed fields. */
  fields: string
  /** "Shown only when Type is Reseller". */
  effect: string
  because: string
}

/** An explanation as a control shows it. */
export interface ExplanationInWords {
  rule: string
  because: string
  facts: { needs: string; now: string; holds: boolean }[]
  /** E.g. "Needs: WAN is enabled, DHCP is not on; now: on". Empty if no value decided. */
  text: string
}

/** Cached by locale object and schema: building the tree of a large schema takes longer than explaining all of its rules. */
const known = new WeakMap<Translate | Locale, WeakMap<EntitySchema, Words>>()

function wordsOf(schema: EntitySchema, locale: Translate | Locale): Words {
  const bySchema = known.get(locale) ?? new WeakMap<EntitySchema, Words>()
  known.set(locale, bySchema)
  const words = bySchema.get(schema) ?? new Words(schema, locale)
  bySchema.set(schema, words)
  return words
}

/** Describes a rule in words; rules of nested schemas are included. */
export function ruleInWords(rule: Rule, schema: EntitySchema, locale: Translate | Locale): RuleInWords {
  const words = wordsOf(schema, locale)
  const from = [...allNodes(words.root)].find((node) => node.property['x-rules']?.some(({ id }) => id === rule.id)) ?? words.root
  return {
    fields: rule.fields.map((field) => words.name(field, from)).join(', '),
    effect: effectInWords(rule, words, from),
    because: words.t(rule.because),
  }
}

function effectInWords(rule: Rule, words: Words, from: SchemaNode): string {
  const { t } = words
  const changes = (rule.changed ?? []).map((path) => t('rule.changes', { field: words.name(path, from) })).join(t('rule.or'))
  const edge = (rule.changed?.length ?? 0) > 1 && rule.when ? `(${changes})` : changes
  const conditions = [...(edge === '' ? [] : [edge]), ...(rule.when ? [conditionText(rule.when, words, from)] : [])]
  const when = conditions.length === 0 ? '' : t('rule.when', { condition: conditions.join(t('rule.and')) })
  const first = rule.fields[0] ?? ''
  const say = (key: string, raw?: unknown): string => t(key, { when, value: raw === undefined ? '' : words.expression(raw, from, first) })
  switch (rule.effect) {
    case 'show':
      return say('rule.effect.show')
    case 'enable':
      return say('rule.effect.enable')
    case 'require':
      return say('rule.effect.require')
    case 'clear':
      return say('rule.effect.clear')
    case 'set':
      return say(rule.untouched ? 'rule.effect.follow' : 'rule.effect.set', rule.value)
    case 'warn':
      return say('rule.effect.warn')
    case 'check':
      return t('rule.effect.check', { when, condition: rule.that ? conditionText(rule.that, words, from) : '' })
    case 'limit':
      return [
        ...(rule.options === undefined ? [] : [say('rule.effect.options', rule.options)]),
        ...(rule.minimum === undefined ? [] : [say('rule.effect.minimum', rule.minimum)]),
        ...(rule.maximum === undefined ? [] : [say('rule.effect.maximum', rule.maximum)]),
      ].join(t('rule.and'))
  }
}

/** Describes a condition in words, e.g. "Type is Reseller and State is Active". `pattern` is the object to which its paths are relative. */
export function conditionInWords(condition: Condition, schema: EntitySchema, locale: Translate | (Locale & { pattern?: string })): string {
  const words = wordsOf(schema, locale)
  return conditionText(condition, words, nodeOf(words, typeof locale === 'function' ? '' : (locale.pattern ?? '')))
}

/** The writes of an action in words. */
export interface ActionInWords {
  set: { field: string; value: string }[]
  /** Names of the fields that are reset. */
  defaults: string[]
}

/** Describes an action of the object at `pattern`. */
export function actionInWords(action: Action, schema: EntitySchema, locale: Locale & { pattern: string }): ActionInWords {
  const words = wordsOf(schema, locale)
  const from = nodeOf(words, locale.pattern)
  return {
    set: Object.entries(action.set ?? {}).map(([path, value]) => ({
      field: words.name(path, from),
      value: words.value(path, value, from),
    })),
    defaults: (action.defaults ?? []).map((path) => words.name(path, from)),
  }
}

function nodeOf({ root }: Words, pattern: string): SchemaNode {
  const node = nodeAt(root, parsePointer(pattern))
  if (!node) throw new Error(`no place "${pattern}"`)
  return node
}

function conditionText(condition: Condition, words: Words, from: SchemaNode): string {
  const { t } = words
  const parts = Object.entries(condition).map(([key, raw]) => {
    if (key === 'not') return t('rule.notTrue', { condition: conditionText(raw as Condition, words, from) })
    if (key !== 'any' && key !== 'all') return words.test(key, raw, from)
    const of = (raw as Condition[]).map((part) => conditionText(part, words, from)).join(t(key === 'any' ? 'rule.or' : 'rule.and'))
    return (raw as Condition[]).length > 1 ? `(${of})` : of
  })
  return parts.join(t('rule.and'))
}

/** Describes what an explanation needs and the current values. For a hidden or disabled control, facts that already hold are left out. */
export function explanationInWords(explanation: Explanation, schema: EntitySchema, locale: Translate | Locale): ExplanationInWords {
  const words = wordsOf(schema, locale)
  const { t } = words
  const facts = explanation.facts.map((fact) => factInWords(fact, words))
  const missing = facts.filter(({ holds }) => !holds)
  const shown = missing.length > 0 ? missing : facts
  return {
    rule: explanation.rule,
    because: t(explanation.because),
    facts,
    text:
      shown.length === 0
        ? ''
        : t('rule.needs', { needs: shown.map(({ needs }) => needs).join(t('rule.and')), now: shown.map(({ now }) => now).join(', ') }),
  }
}

function factInWords(fact: TraceFact, words: Words): ExplanationInWords['facts'][number] {
  return { needs: words.test(fact.path, fact.needed), now: words.value(fact.path, fact.actual), holds: fact.holds }
}
