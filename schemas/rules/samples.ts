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
  /** Fields that the caller sends. */
  send: Rec
  /** Fields of the settled record; null: absent. */
  expect?: Rec
  /** The refusal that it meets. */
  refused?: { pointer: string; key: string }
  /** Of a rule that warns: whether it shows its notice. Its `accepts` says true, its `refuses` false. */
  warns?: boolean
}

/**
 * `schemas/entities/<entity>.samples.json`: what is right and wrong with records of an entity. The suites over every schema
 * create, change and refuse by them.
 */
export interface Samples {
  /** Under which all samples are read; each may change it. */
  context: SampleContext
  /** Records of other entities that rules look up: entity to oid to record. */
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

/** What samples are held against. */
export interface SampleGround {
  schema: EntitySchema
  samples: Samples
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
  return { tenant: part('tenant'), user: part('user'), can: part('can'), feature: part('feature'), editor: part('editor') }
}
