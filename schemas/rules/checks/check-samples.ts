import type { Finding } from '../../finding.ts'
import { isSame } from '../../vocabulary/equality.ts'
import { mergeRecords, changedPointersOf, matchesExpected } from '../../vocabulary/changes.ts'
import { formatPointer, parsePointer, valueAt } from '../../vocabulary/paths/pointer.ts'
import { entrySchema } from '../../vocabulary/schema/property-schema.ts'
import { resolveSchema } from '../../vocabulary/schema/resolve-schema.ts'
import { eachPlace, nodeAt } from '../../vocabulary/schema/schema-tree.ts'
import type { EntitySchema, PropertySchema, Rec, Rule } from '../../vocabulary/types.ts'
import { applicableRefusals } from '../refusals.ts'
import { isWriter } from '../compile/bind-rule.ts'
import { compileRules } from '../compile/compile.ts'
import type { RuleSet } from '../compile/rule-set.ts'
import { contextOf, type RuleSample, type SampleContext, type SampleFileInputs, type Samples } from './samples.ts'
import { strayPointers } from './sample-pointers.ts'
import { settle } from '../settle.ts'
import type { RuleRefusal, SettleResult } from '../types.ts'
import { expandSamples } from './whole-samples.ts'

interface SampleInputs extends Omit<SampleFileInputs, 'samples'> {
  samples: Samples
}

/** Reports missing samples and samples that do not behave as declared. A rule's samples must fail without the rule. */
export function checkSamples(written: SampleFileInputs): Finding[] {
  const strays = strayPointers(written.samples)
  if (strays.length > 0)
    return strays.map(({ at, pointer }) =>
      finding(written, ['pointer', at], `"${pointer}" is no JSON Pointer; write "/${pointer.replaceAll('.', '/')}"`),
    )
  let samples: Samples
  try {
    samples = expandSamples(written.samples)
  } catch (error) {
    return [finding(written, ['name', 'from'], (error as Error).message)]
  }
  const inputs: SampleInputs = { ...written, samples }
  const { schema } = inputs
  const rules = compileRules(schema, inputs.source)
  return [
    ...(samples.valid.length === 0 ? [finding(inputs, ['missing', 'valid'], 'no valid record')] : []),
    ...samples.valid.flatMap((sample, index) => {
      const { refusals } = judge(inputs, rules, { about: sample.about, send: sample.record, ...context(sample.context) })
      return refusals.map((refusal) =>
        finding(inputs, ['valid', `valid/${index}`], `"${sample.about}" is refused: ${describeRefusal(refusal)}`),
      )
    }),
    ...checkChange(inputs, rules),
    ...samples.invalid.flatMap(({ about, record, pointer, key, context: own }, index) => {
      const { refusals } = judge(inputs, rules, { about, send: record, ...context(own) })
      if (refusals.some((refusal) => refusal.pointer === pointer && refusal.key === key)) return []
      return [
        finding(
          inputs,
          ['invalid', `invalid/${index}`],
          `"${about}" is not refused with ${key} at ${pointer}, but: ${refusals.map(describeRefusal).join(', ') || 'accepted'}`,
        ),
      ]
    }),
    ...checkRuleSamples(inputs, rules),
  ]
}

const context = (own: SampleContext | undefined): { context?: SampleContext } => (own ? { context: own } : {})

const describeRefusal = ({ pointer, key }: RuleRefusal): string => `${key} at ${pointer}`

function finding({ schema }: Pick<SampleFileInputs, 'schema'>, [kind, at]: readonly [string, string], message: string): Finding {
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

function judge(inputs: SampleInputs, rules: RuleSet, sample: RuleSample): Verdict {
  const { validate } = inputs
  const stored = sample.stored ? storedOf(inputs, rules, sample) : null
  const { record, refusals, writes, state } = settle({ rules, stored, ...inputOf(inputs, rules, { ...sample, stored }) })
  return {
    record,
    state,
    writers: writes.map(({ rule }) => rule),
    warners: warnersOf(rules, record, state),
    refusals: [...refusals, ...applicableRefusals(validate(record), state)],
  }
}

/** Input of `settle` for a sample. */
function inputOf(
  { samples }: SampleInputs,
  rules: RuleSet,
  { stored, send, context: own }: Omit<RuleSample, 'stored'> & { stored: Rec | null },
) {
  return {
    next: mergeRecords(stored ?? rules.defaults, send),
    touched: changedPointersOf(send),
    context: contextOf(samples, own, stored === null),
    lookup: (entity: string, oid: string): Rec | undefined => samples.references?.[entity]?.[oid],
  }
}

/** The stored record of a sample: as written, or with `settled` after the rules for new records ran on it. */
function storedOf(inputs: SampleInputs, rules: RuleSet, { about, stored = {}, settled }: RuleSample): Rec {
  if (!settled) return mergeRecords(rules.defaults, stored)
  return settle({ rules, stored: null, ...inputOf(inputs, rules, { about, stored: null, send: stored }) }).record
}

function warnersOf(rules: RuleSet, record: Rec, state: SettleResult['state']): Set<string> {
  const found = new Set<string>()
  for (const target of rules.rules.flatMap(({ rule, targets }) => (rule.effect === 'warn' ? targets : []))) {
    for (const node of target.nodes)
      eachPlace(node, record, (at) => state(formatPointer(at)).warnings?.forEach(({ rule }) => found.add(rule)))
  }
  return found
}

function checkChange(inputs: SampleInputs, rules: RuleSet): Finding[] {
  const { change, valid } = inputs.samples
  const [first] = valid
  if (!change || !first) return [finding(inputs, ['missing', 'change'], 'no change of the first valid record')]
  const { refusals, record } = judge(inputs, rules, {
    about: change.about,
    stored: first.record,
    send: change.changes,
    ...context(first.context),
  })
  if (refusals.length > 0)
    return [finding(inputs, ['change', 'change'], `"${change.about}" is refused: ${refusals.map(describeRefusal).join(', ')}`)]
  const kept = changedPointersOf(change.changes).every((pointer) =>
    isSame(valueAt(record, parsePointer(pointer)), valueAt(change.changes, parsePointer(pointer))),
  )
  return kept ? [] : [finding(inputs, ['change', 'change'], `"${change.about}" does not come through`)]
}

function checkRuleSamples(inputs: SampleInputs, rules: RuleSet): Finding[] {
  const ids = new Map(rules.rules.map(({ rule }) => [rule.id, rule]))
  const strangers = Object.keys(inputs.samples.rules).filter((id) => !ids.has(id))
  return [
    ...strangers.map((id) => finding(inputs, ['stranger', `rules/${id}`], `the schema has no rule "${id}"`)),
    ...[...ids.values()].flatMap((rule) => checkRule(inputs, rules, rule)),
  ]
}

function checkRule(inputs: SampleInputs, rules: RuleSet, rule: Rule): Finding[] {
  const pair = inputs.samples.rules[rule.id]
  const say = (kind: string, message: string): Finding => finding(inputs, [kind, `rules/${rule.id}`], message)
  if (!pair?.accepts || !pair.refuses) return [say('missing', 'a rule needs a sample that it accepts and one that it refuses')]
  const acceptance = withoutCleared(rule, pair.accepts, judge(inputs, rules, pair.accepts))
  const accepted = problemOf(pair.accepts, acceptance)
  const refusal = judge(inputs, rules, pair.refuses)
  const refused = problemOf(pair.refuses, refusal)
  return [
    ...[pair.accepts, pair.refuses].flatMap(({ expect }) =>
      unknownPlaces(rules, expect).map((name) => say('rule', `expects something at ${name}, where there is nothing`)),
    ),
    ...(accepted === undefined ? [] : [say('rule', `accepts: ${accepted}`)]),
    ...(refused === undefined ? [] : [say('rule', `refuses: ${refused}`)]),
    ...(pair.accepts.refused ? [say('rule', 'accepts: the sample says that it is refused')] : []),
    ...ownProblems(rule, { inputs, acceptance, refusal, pair }).map((message) => say('rule', message)),
  ]
}

/** A `clear` rule may empty a required field: its accepting sample shows the form as it waits for another value. */
function withoutCleared({ effect }: Rule, { expect = {} }: RuleSample, verdict: Verdict): Verdict {
  const isCleared = ({ pointer, key }: RuleRefusal): boolean => key === 'validation.field.mandatory' && expect[pointer] === null
  return effect === 'clear' ? { ...verdict, refusals: verdict.refusals.filter((refusal) => !isCleared(refusal)) } : verdict
}

/** Expected places that the schema does not have. */
const unknownPlaces = (rules: RuleSet, expect: Rec = {}): string[] =>
  Object.keys(expect).filter((name) => !nodeAt(rules.root, name.startsWith('/') ? parsePointer(name) : [name]))

interface Judged {
  inputs: SampleInputs
  acceptance: Verdict
  refusal: Verdict
  pair: { accepts: RuleSample; refuses: RuleSample }
}

/** Requirements that the rule's effect puts on its samples. */
function ownProblems(rule: Rule, { inputs, acceptance, refusal, pair }: Judged): string[] {
  if (rule.effect === 'warn') {
    return [
      ...(pair.accepts.warns === true && acceptance.warners.has(rule.id) ? [] : ['accepts: the rule shows no notice in this sample']),
      ...(pair.refuses.warns === false && !refusal.warners.has(rule.id) ? [] : ['refuses: the rule is not silent in this sample']),
    ]
  }
  const { refused, expect, controls } = pair.refuses
  const says = refused || expect || controls ? [] : ['refuses: the sample says neither "refused" nor "expect" nor "controls"']
  return [...says, ...(isWriter(rule) ? writerProblems(rule, acceptance, pair) : refusalProblems(rule, inputs, pair.refuses))]
}

/** The accepting sample of a `set` or `clear` rule must make it write. */
function writerProblems(rule: Rule, { writers }: Verdict, { accepts }: { accepts: RuleSample }): string[] {
  if (!accepts.expect) return ['accepts: the sample does not say what it expects']
  return writers.includes(rule.id) ? [] : ['accepts: the rule writes nothing in this sample']
}

/** The refusal must disappear without the rule. */
function refusalProblems(rule: Rule, inputs: SampleInputs, sample: RuleSample): string[] {
  const without = compileRules(withoutRule(inputs.schema, rule.id, inputs.source), inputs.source)
  return problemOf(sample, judge(inputs, without, sample)) === undefined ? ['refuses: the sample says the same without the rule'] : []
}

/** Difference between actual and expected result of a sample; undefined if there is none. */
function problemOf(sample: RuleSample, { record, refusals, state }: Verdict): string | undefined {
  const { refused, expect, controls = {} } = sample
  for (const [pointer, wanted] of Object.entries(controls)) {
    const { visible, enabled, required } = state(pointer)
    if (!isSame({ visible, enabled, required, ...wanted }, { visible, enabled, required }))
      return `"${sample.about}" leaves ${pointer} otherwise`
  }
  if (refused && !refusals.some(({ pointer, key }) => pointer === refused.pointer && key === refused.key)) {
    return `"${sample.about}" is not refused with ${refused.key} at ${refused.pointer}, but: ${refusals.map(describeRefusal).join(', ') || 'accepted'}`
  }
  if (!refused && refusals.length > 0) return `"${sample.about}" is refused: ${refusals.map(describeRefusal).join(', ')}`
  return expect && !matches(record, expect) ? `"${sample.about}" becomes ${JSON.stringify(record)}` : undefined
}

const matches = (record: Rec, expected: Rec): boolean =>
  Object.entries(expected).every(([name, value]) =>
    matchesExpected(valueAt(record, name.startsWith('/') ? parsePointer(name) : [name]), value),
  )

/** The resolved schema without one rule. */
function withoutRule(schema: EntitySchema, id: string, source: SampleInputs['source']): EntitySchema {
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
