import type { RuleContext } from '../vocabulary/context.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import type { RuleRefusal } from './types.ts'

/** The parts of a rule context that a sample changes. */
export type SampleContext = { [K in keyof RuleContext]?: Partial<RuleContext[K]> }

/** A change as a caller sends it, and what becomes of it. */
export interface RuleSample {
  about: string
  context?: SampleContext
  /** Absent: the record is new. */
  stored?: Rec
  /** The stored record is a valid new one: rules have been at it. */
  settled?: true
  /** Fields that the caller sends. */
  send: Rec
  /** Fields of the settled record, or pointers into it; null: absent. */
  expect?: Rec
  /** How controls of the settled record stand. */
  controls?: Record<string, { visible?: boolean; enabled?: boolean; required?: boolean }>
  /** The refusal that it meets. */
  refused?: { pointer: string; key: string }
  /** Of a rule that warns: whether it shows its notice. Its `accepts` says true, its `refuses` false. */
  warns?: boolean
}

/** What is right and wrong with records of an entity. The suites over every schema create, change and refuse by it. */
export interface Samples {
  /** Under which all samples are read; each may change it. */
  context: SampleContext
  /** Records of other entities that rules look up: entity to oid to record, or to the name by which records hold it, with an `@` before. */
  references?: Record<string, Record<string, Rec>>
  /** New records that are accepted. */
  valid: { about: string; record: Rec; context?: SampleContext }[]
  /** A change of the first valid record. */
  change: { about: string; changes: Rec }
  /** New records that are refused, by a constraint or by a rule. */
  invalid: { about: string; record: Rec; pointer: string; key: string; context?: SampleContext }[]
  /**
   * For every rule one change that it lets pass (or acts upon), and one that it refuses (or keeps off). A `check` refuses like a
   * `limit`; a `warn` refuses nothing and says with `warns` where it speaks and where it is silent.
   */
  rules: Record<string, { accepts: RuleSample; refuses: RuleSample }>
}

/** A rule's sample as a file has it. `send` and `expect` may hold values at pointers: `{ "/wans/wan1/state": "disabled" }`. */
export interface WrittenSample extends Omit<RuleSample, 'stored' | 'settled'> {
  /** The stored record, or the name of a valid one. */
  stored?: Rec | string
  /** Name of the valid record of which the new or stored one is made. */
  from?: string
}

/**
 * `schemas/entities/<entity>.samples.json`. Records start from the valid record that `from` names, of those above, and hold what is
 * different, at pointers too.
 */
export interface SampleFile extends Omit<Samples, 'valid' | 'invalid' | 'rules'> {
  valid: (Samples['valid'][number] & { name?: string; from?: string })[]
  invalid: (Samples['invalid'][number] & { from?: string })[]
  rules: Record<string, { accepts: WrittenSample; refuses: WrittenSample }>
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

/** The whole context of a sample. */
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
