import type { RuleContext } from '../../vocabulary/context.ts'
import type { EntitySchema, Rec } from '../../vocabulary/types.ts'
import type { RuleRefusal } from '../types.ts'

/** The parts of a rule context that a sample changes. */
export type SampleContext = { [K in keyof RuleContext]?: Partial<RuleContext[K]> }

/** A change that a caller sends, and its expected outcome. */
export interface RuleSample {
  about: string
  context?: SampleContext
  /** Absent: the record is new. */
  stored?: Rec
  /** The rules for new records ran on the stored record. */
  settled?: true
  /** Fields that the caller sends. */
  send: Rec
  /** Expected values of the settled record, by field or pointer; null: absent. */
  expect?: Rec
  /** Expected control states of the settled record. */
  controls?: Record<string, { visible?: boolean; enabled?: boolean; required?: boolean }>
  /** The expected refusal. */
  refused?: { pointer: string; key: string }
  /** For `warn` rules: whether the notice is shown. True in `accepts`, false in `refuses`. */
  warns?: boolean
}

/** Valid and invalid records and changes of an entity, used by the suites that run over every schema. */
export interface Samples {
  /** Context of all samples; each may override parts of it. */
  context: SampleContext
  /** Referenced records for rules: entity to oid, or `@name` as used in the records, to record. */
  references?: Record<string, Record<string, Rec>>
  /** New records that are accepted. */
  valid: { about: string; record: Rec; context?: SampleContext }[]
  /** A change of the first valid record. */
  change: { about: string; changes: Rec }
  /** New records that are refused, by a constraint or by a rule. */
  invalid: { about: string; record: Rec; pointer: string; key: string; context?: SampleContext }[]
  /**
   * Per rule, a change that it accepts (or acts upon) and one that it refuses (or does not act upon). A `check` refuses like a `limit`; a
   * `warn` refuses nothing and declares with `warns` whether its notice is shown.
   */
  rules: Record<string, { accepts: RuleSample; refuses: RuleSample }>
}

/** A rule's sample as written in a file. `send` and `expect` may use pointers: `{ "/wans/wan1/state": "disabled" }`. */
export interface WrittenSample extends Omit<RuleSample, 'stored' | 'settled'> {
  /** The stored record, or the name of a valid one. */
  stored?: Rec | string
  /** Name of the valid record that the new or stored record starts from. */
  from?: string
}

/** What a sample proves: identifiers of facts, e.g. `S1-5.17`. */
interface Proving {
  facts?: readonly string[]
}

/**
 * `schemas/entities/<entity>.samples.json`. A record starts from the earlier valid record named by `from` and lists only differences, by
 * field or pointer.
 */
export interface SampleFile extends Omit<Samples, 'valid' | 'invalid' | 'rules'> {
  $schema?: string
  valid: (Samples['valid'][number] & Proving & { name?: string; from?: string })[]
  invalid: (Samples['invalid'][number] & Proving & { from?: string })[]
  rules: Record<string, Proving & { accepts: WrittenSample; refuses: WrittenSample }>
}

/** A sample file with the schema and the validator that check it. */
export interface SampleFileInputs {
  schema: EntitySchema
  samples: SampleFile
  /** Constraint refusals of a record (`toRefusals` over the compiled validator). */
  validate: (record: Rec) => RuleRefusal[]
  source?: (id: string) => EntitySchema | undefined
}

const nobody: RuleContext = {
  tenant: { oid: 'platform', name: 'Platform', type: 'po' },
  user: { oid: 'someone' },
  can: {},
  feature: {},
  editor: {},
}

/** The complete context of a sample. */
export function contextOf(samples: Samples, own: SampleContext | undefined, creating: boolean): RuleContext {
  const layers = [nobody, samples.context, own ?? {}, { editor: { creating } }]
  const part = <K extends keyof RuleContext>(key: K): RuleContext[K] =>
    Object.assign({}, ...layers.map((layer) => layer[key] ?? {})) as RuleContext[K]
  const now = own?.now ?? samples.context.now
  return {
    tenant: part('tenant'),
    user: part('user'),
    can: part('can'),
    feature: part('feature'),
    editor: part('editor'),
    ...(now?.month !== undefined && { now: { month: now.month } }),
  }
}
