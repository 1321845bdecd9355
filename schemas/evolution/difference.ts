/**
 * `free`: whoever relied on the release notices nothing. `declared`: carried out by generation from a keyword of the schema. `breaking`:
 * refused, since stored records, files or callers would fail.
 */
export type DifferenceClass = 'free' | 'declared' | 'breaking'

/** What changed. Permanent: findings and plans are named after it. */
export type DifferenceKind =
  | 'entity.added'
  | 'entity.renamed'
  | 'entity.gone'
  | 'entity.route'
  | 'entity.names'
  | 'field.added'
  | 'field.renamed'
  | 'field.moved'
  | 'field.gone'
  | 'field.removed'
  | 'field.mandatory'
  | 'field.optional'
  | 'field.kind'
  | 'field.narrower'
  | 'field.wider'
  | 'field.access'
  | 'field.reference'
  | 'field.column'
  | 'option.added'
  | 'option.renamed'
  | 'option.gone'
  | 'tab.added'
  | 'tab.renamed'
  | 'tab.gone'
  | 'rule.added'
  | 'rule.renamed'
  | 'rule.gone'
  | 'key.changed'
  | 'unique.added'
  | 'unique.gone'

/** One difference between the released contract and the present schema. */
export interface Difference {
  class: DifferenceClass
  kind: DifferenceKind
  entity: string
  /** Path of the field in the present schema (in the released one if it is gone), or the name of the tab, rule or key. */
  at: string
  /** Path or name in the release, where that was another one. */
  was?: string
  /** What changed, in one sentence without a full stop. */
  message: string
  /** Of a breaking one: what to write in the schema, and where. */
  write?: string
}

/** Parts of a difference besides entity, class and kind. */
export type About = Omit<Difference, 'class' | 'kind' | 'entity'>
