import { bindCondition, pathsOfCondition } from '../../vocabulary/operators/condition.ts'
import { unknownNameMessage } from '../../vocabulary/names.ts'
import { bindDataPath, type BindingPlace, type DataPath } from '../../vocabulary/paths/path.ts'
import type { SchemaNode } from '../../vocabulary/schema/schema-tree.ts'
import { bindSource, pathsOfSource } from '../../vocabulary/source.ts'
import type { Rule, RuleEffect } from '../../vocabulary/types.ts'
import { followingPaths } from './rule-paths.ts'
import type { CompiledRule, TargetPlace } from './compiled-rule.ts'

/** Required and optional keys per effect, besides those that every rule has. */
const keysOfEffect: Readonly<Record<RuleEffect, { needs: readonly string[]; may: readonly string[] }>> = {
  show: { needs: [], may: [] },
  enable: { needs: [], may: [] },
  require: { needs: [], may: [] },
  set: { needs: ['value'], may: ['changed', 'untouched', 'refills'] },
  clear: { needs: [], may: ['changed'] },
  limit: { needs: [], may: ['options', 'minimum', 'maximum'] },
  check: { needs: ['that'], may: [] },
  warn: { needs: [], may: ['changed', 'about'] },
}
const keysOfAll = ['id', 'fields', 'effect', 'when', 'because']

export const isWriter = (rule: Rule): boolean => rule.effect === 'set' || rule.effect === 'clear'

/** Parses a rule of the object at `place.from`; throws on anything unknown to the vocabulary. */
export function bindRule(rule: Rule, index: number, place: BindingPlace): CompiledRule {
  complainAboutKeys(rule)
  const targets = rule.fields.map((path) => fieldPath(path, place))
  complainAboutNesting(rule)
  complainAboutContainers(rule, targets)
  const source = (raw: unknown) => (raw === undefined ? undefined : bindSource(raw, place))
  const when = rule.when && bindCondition(rule.when, place)
  const that = rule.that && bindCondition(rule.that, place)
  const values = { value: source(rule.value), options: source(rule.options), minimum: source(rule.minimum), maximum: source(rule.maximum) }
  return {
    rule,
    index,
    priority: rule.changed || rule.untouched ? index : index + 1e6,
    node: place.from,
    when,
    that,
    changed: (rule.changed ?? []).map((path) => plainPath(path, place)),
    targets,
    places: fixedPlaces(targets),
    own: ownProperties(targets, place.from),
    ...values,
    follows: {
      when: [when, that].flatMap((condition) => (condition ? followingPaths(pathsOfCondition(condition)) : [])),
      values: followingPaths(Object.values(values).flatMap((value) => (value ? pathsOfSource(value) : []))),
    },
    rank: -1,
    asksItself: false,
    readsBack: false,
  }
}

function fixedPlaces(targets: readonly DataPath[]): TargetPlace[] | undefined {
  const places = targets.flatMap(({ place, nodes: [node] }) => (place && node ? [{ segments: place, node }] : []))
  return places.length === targets.length ? places : undefined
}

function ownProperties(targets: readonly DataPath[], { depth }: SchemaNode): CompiledRule['own'] {
  const own = targets.flatMap(({ steps: [step], steps, keep, nodes: [node] }) =>
    step && 'key' in step && steps.length === 1 && keep === depth && node ? [{ name: step.key, node }] : [],
  )
  return own.length === targets.length ? own : undefined
}

function complainAboutKeys(rule: Rule): void {
  const expected = Object.hasOwn(keysOfEffect, rule.effect) ? keysOfEffect[rule.effect] : undefined
  if (!expected) throw new Error(unknownNameMessage('effect', String(rule.effect), Object.keys(keysOfEffect)))
  const known = [...keysOfAll, ...expected.needs, ...expected.may]
  const other = Object.keys(rule).find((key) => !known.includes(key))
  if (other !== undefined) throw new Error(`${unknownNameMessage('key', other, known)} (effect "${rule.effect}")`)
  const missing = ['fields', 'because', ...expected.needs].find((key) => !Object.hasOwn(rule, key))
  if (missing !== undefined) throw new Error(`"${missing}" is missing`)
  if (rule.fields.length === 0) throw new Error('"fields" is empty')
  if (rule.changed?.length === 0) throw new Error('"changed" is empty')
  if (rule.effect === 'limit' && ![rule.options, rule.minimum, rule.maximum].some((bound) => bound !== undefined)) {
    throw new Error('a limit needs "options", "minimum" or "maximum"')
  }
}

/** Rules on an object or list also apply to its content. */
function complainAboutNesting({ fields }: Rule): void {
  for (const inner of fields) {
    const around = fields.find((field) => inner.startsWith(`${field}/`))
    if (around !== undefined) throw new Error(`field "${inner}" lies within "${around}", which the rule governs already`)
  }
}

/** Rules must not write a container as a whole: a person's change of one field in it would lose the rest. */
function complainAboutContainers({ effect }: Rule, targets: readonly DataPath[]): void {
  if (effect !== 'set') return
  for (const { text, nodes } of targets) {
    if (nodes.some(isContainer)) throw new Error(`"set" writes single values, but "${text}" is a list or an object; it can be cleared`)
  }
}

/** Lists and maps have items, objects have properties. */
const isContainer = ({ item, property }: SchemaNode): boolean => item !== undefined || property.properties !== undefined

function fieldPath(text: string, place: BindingPlace): DataPath {
  if (/^[/^$]|[{.]/.test(text)) throw new Error(`field "${text}" must be below the object that the rule governs`)
  return bindDataPath(text, place)
}

function plainPath(text: string, place: BindingPlace): DataPath {
  const path = bindDataPath(text, place)
  if (path.hops.length > 0) throw new Error(`"changed" cannot follow a reference ("${text}")`)
  return path
}
