import type { Finding } from '../finding.ts'
import { isSame } from '../vocabulary/equality.ts'
import { overlaid, pointersOf, holdsAll } from '../vocabulary/overlaid.ts'
import { formatPointer, parsePointer, valueAt } from '../vocabulary/pointer.ts'
import { entrySchema } from '../vocabulary/row-schema.ts'
import { resolveSchema } from '../vocabulary/resolve-schema.ts'
import { eachPlace, nodeAt } from '../vocabulary/schema-tree.ts'
import type { EntitySchema, PropertySchema, Rec, Rule } from '../vocabulary/types.ts'
import { applicableRefusals } from './applicable.ts'
import { isWriter } from './bind-rule.ts'
import { compileRules } from './compile.ts'
import type { RuleSet } from './rule-set.ts'
import { contextOf, type RuleSample, type SampleContext, type SampleGround, type Samples } from './samples.ts'
import { settle } from './settle.ts'
import type { RuleRefusal, SettleResult } from './types.ts'
import { wholeSamples } from './whole-samples.ts'

interface Ground extends Omit<SampleGround, 'samples'> {
  samples: Samples
}

/** Samples that are missing, or that do not behave as they say. A rule's samples must fail when the rule is taken out of the schema. */
export function checkSamples(written: SampleGround): Finding[] {
  let samples: Samples
  try {
    samples = wholeSamples(written.samples)
  } catch (error) {
    return [finding(written, ['name', 'from'], (error as Error).message)]
  }
  const ground: Ground = { ...written, samples }
  const { schema } = ground
  const rules = compileRules(schema, ground.source)
  return [
    ...(samples.valid.length === 0 ? [finding(ground, ['missing', 'valid'], 'no valid record')] : []),
    ...samples.valid.flatMap((sample, index) => {
      const { refusals } = judge(ground, rules, { about: sample.about, send: sample.record, ...context(sample.context) })
      return refusals.map((refusal) => finding(ground, ['valid', `valid/${index}`], `"${sample.about}" is refused: ${say(refusal)}`))
    }),
    ...checkChange(ground, rules),
    ...samples.invalid.flatMap(({ about, record, pointer, key, context: own }, index) => {
      const { refusals } = judge(ground, rules, { about, send: record, ...context(own) })
      if (refusals.some((refusal) => refusal.pointer === pointer && refusal.key === key)) return []
      return [
        finding(
          ground,
          ['invalid', `invalid/${index}`],
          `"${about}" is not refused with ${key} at ${pointer}, but: ${refusals.map(say).join(', ') || 'accepted'}`,
        ),
      ]
    }),
    ...checkRuleSamples(ground, rules),
  ]
}

const context = (own: SampleContext | undefined): { context?: SampleContext } => (own ? { context: own } : {})

const say = ({ pointer, key }: RuleRefusal): string => `${key} at ${pointer}`

function finding({ schema }: Pick<SampleGround, 'schema'>, [kind, at]: readonly [string, string], message: string): Finding {
  return { id: `sample.${kind}`, where: `schemas/entities/${schema.$id}.samples.json: ${at}`, message }
}

interface Verdict {
  record: Rec
  state: SettleResult['state']
  refusals: RuleRefusal[]
  /** Rules that set or cleared something. */
  writers: string[]
  /** Rules that show a notice. */
  warners: ReadonlySet<string>
}

function judge(ground: Ground, rules: RuleSet, sample: RuleSample): Verdict {
  const { validate } = ground
  const stored = sample.stored ? storedOf(ground, rules, sample) : null
  const { record, refusals, writes, state } = settle({ rules, stored, ...inputOf(ground, rules, { ...sample, stored }) })
  return {
    record,
    state,
    writers: writes.map(({ rule }) => rule),
    warners: warnersOf(rules, record, state),
    refusals: [...refusals, ...applicableRefusals(validate(record), state)],
  }
}

/** What is sent, in the context of the sample. */
function inputOf({ samples }: Ground, rules: RuleSet, { stored, send, context: own }: Omit<RuleSample, 'stored'> & { stored: Rec | null }) {
  return {
    next: overlaid(stored ?? rules.defaults, send),
    touched: pointersOf(send),
    context: contextOf(samples, own, stored === null),
    lookup: (entity: string, oid: string): Rec | undefined => samples.references?.[entity]?.[oid],
  }
}

/** A stored record that is a valid new one is as rules left it. */
function storedOf(ground: Ground, rules: RuleSet, { about, stored = {}, settled }: RuleSample): Rec {
  if (!settled) return overlaid(rules.defaults, stored)
  return settle({ rules, stored: null, ...inputOf(ground, rules, { about, stored: null, send: stored }) }).record
}

function warnersOf(rules: RuleSet, record: Rec, state: SettleResult['state']): Set<string> {
  const found = new Set<string>()
  for (const target of rules.rules.flatMap(({ rule, targets }) => (rule.effect === 'warn' ? targets : []))) {
    for (const node of target.nodes)
      eachPlace(node, record, (at) => state(formatPointer(at)).warnings?.forEach(({ rule }) => found.add(rule)))
  }
  return found
}

function checkChange(ground: Ground, rules: RuleSet): Finding[] {
  const { change, valid } = ground.samples
  const [first] = valid
  if (!change || !first) return [finding(ground, ['missing', 'change'], 'no change of the first valid record')]
  const { refusals, record } = judge(ground, rules, {
    about: change.about,
    stored: first.record,
    send: change.changes,
    ...context(first.context),
  })
  if (refusals.length > 0) return [finding(ground, ['change', 'change'], `"${change.about}" is refused: ${refusals.map(say).join(', ')}`)]
  const kept = pointersOf(change.changes).every((pointer) =>
    isSame(valueAt(record, parsePointer(pointer)), valueAt(change.changes, parsePointer(pointer))),
  )
  return kept ? [] : [finding(ground, ['change', 'change'], `"${change.about}" does not come through`)]
}

function checkRuleSamples(ground: Ground, rules: RuleSet): Finding[] {
  const ids = new Map(rules.rules.map(({ rule }) => [rule.id, rule]))
  const strangers = Object.keys(ground.samples.rules).filter((id) => !ids.has(id))
  return [
    ...strangers.map((id) => finding(ground, ['stranger', `rules/${id}`], `the schema has no rule "${id}"`)),
    ...[...ids.values()].flatMap((rule) => checkRule(ground, rules, rule)),
  ]
}

function checkRule(ground: Ground, rules: RuleSet, rule: Rule): Finding[] {
  const pair = ground.samples.rules[rule.id]
  const say = (kind: string, message: string): Finding => finding(ground, [kind, `rules/${rule.id}`], message)
  if (!pair?.accepts || !pair.refuses) return [say('missing', 'a rule needs a sample that it accepts and one that it refuses')]
  const acceptance = judge(ground, rules, pair.accepts)
  const accepted = problemOf(pair.accepts, acceptance)
  const refusal = judge(ground, rules, pair.refuses)
  const refused = problemOf(pair.refuses, refusal)
  return [
    ...[pair.accepts, pair.refuses].flatMap(({ expect }) =>
      strangePlaces(rules, expect).map((name) => say('rule', `expects something at ${name}, where there is nothing`)),
    ),
    ...(accepted === undefined ? [] : [say('rule', `accepts: ${accepted}`)]),
    ...(refused === undefined ? [] : [say('rule', `refuses: ${refused}`)]),
    ...(pair.accepts.refused ? [say('rule', 'accepts: the sample says that it is refused')] : []),
    ...ownProblems(rule, { ground, acceptance, refusal, pair }).map((message) => say('rule', message)),
  ]
}

/** What a sample expects where the schema has no place. */
const strangePlaces = (rules: RuleSet, expect: Rec = {}): string[] =>
  Object.keys(expect).filter((name) => !nodeAt(rules.root, name.startsWith('/') ? parsePointer(name) : [name]))

interface Judged {
  ground: Ground
  acceptance: Verdict
  refusal: Verdict
  pair: { accepts: RuleSample; refuses: RuleSample }
}

/** What the effect of the rule asks of its samples. */
function ownProblems(rule: Rule, { ground, acceptance, refusal, pair }: Judged): string[] {
  if (rule.effect === 'warn') {
    return [
      ...(pair.accepts.warns === true && acceptance.warners.has(rule.id) ? [] : ['accepts: the rule shows no notice in this sample']),
      ...(pair.refuses.warns === false && !refusal.warners.has(rule.id) ? [] : ['refuses: the rule is not silent in this sample']),
    ]
  }
  const { refused, expect, controls } = pair.refuses
  const says = refused || expect || controls ? [] : ['refuses: the sample says neither "refused" nor "expect" nor "controls"']
  return [...says, ...(isWriter(rule) ? writerProblems(rule, acceptance, pair) : refusalProblems(rule, ground, pair.refuses))]
}

/** A rule that sets or clears is accepted where it does so. */
function writerProblems(rule: Rule, { writers }: Verdict, { accepts }: { accepts: RuleSample }): string[] {
  if (!accepts.expect) return ['accepts: the sample does not say what it expects']
  return writers.includes(rule.id) ? [] : ['accepts: the rule writes nothing in this sample']
}

/** The refusal must come from the rule: without it there is none. */
function refusalProblems(rule: Rule, ground: Ground, sample: RuleSample): string[] {
  const without = compileRules(withoutRule(ground.schema, rule.id, ground.source), ground.source)
  return problemOf(sample, judge(ground, without, sample)) === undefined ? ['refuses: the sample says the same without the rule'] : []
}

/** How a sample behaves otherwise than it says. */
function problemOf(sample: RuleSample, { record, refusals, state }: Verdict): string | undefined {
  const { refused, expect, controls = {} } = sample
  for (const [pointer, wanted] of Object.entries(controls)) {
    const { visible, enabled, required } = state(pointer)
    if (!isSame({ visible, enabled, required, ...wanted }, { visible, enabled, required }))
      return `"${sample.about}" leaves ${pointer} otherwise`
  }
  if (refused && !refusals.some(({ pointer, key }) => pointer === refused.pointer && key === refused.key)) {
    return `"${sample.about}" is not refused with ${refused.key} at ${refused.pointer}, but: ${refusals.map(say).join(', ') || 'accepted'}`
  }
  if (!refused && refusals.length > 0) return `"${sample.about}" is refused: ${refusals.map(say).join(', ')}`
  return expect && !matches(record, expect) ? `"${sample.about}" becomes ${JSON.stringify(record)}` : undefined
}

const matches = (record: Rec, expected: Rec): boolean =>
  Object.entries(expected).every(([name, value]) => holdsAll(valueAt(record, name.startsWith('/') ? parsePointer(name) : [name]), value))

/** The schema with references resolved and one rule taken out wherever it stands. */
function withoutRule(schema: EntitySchema, id: string, source: Ground['source']): EntitySchema {
  return strip(resolveSchema(schema, source), id) as EntitySchema
}

function strip(property: PropertySchema, id: string): PropertySchema {
  const entry = entrySchema(property)
  return {
    ...property,
    ...(property['x-rules'] ? { 'x-rules': property['x-rules'].filter((rule) => rule.id !== id) } : {}),
    ...(property.items ? { items: strip(property.items, id) } : {}),
    ...(entry ? { additionalProperties: strip(entry, id) } : {}),
    ...(property.properties
      ? { properties: Object.fromEntries(Object.entries(property.properties).map(([name, child]) => [name, strip(child, id)])) }
      : {}),
  }
}
