import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import type { Rec, Reference } from '../../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../../host.tsx'
import { allOf, anyOf, contains, equals, oneOf } from './rsql.ts'

/** The property that names an entity's records; entities outside the generated ones are named by `name`. */
export const labelOf = (entity: string): string => (isEntityName(entity) ? entityMeta[entity].label : 'name')

/** What is looked for: a text in a field, among the records that a reference offers. */
interface Wanted extends Pick<Reference, 'where' | 'near' | 'candidates'> {
  entity: string
  term: string
  /** The field that holds the text. @default the name */
  field?: string | undefined
}

/** RSQL of the candidates of a reference that hold a search text. */
export function candidateFilter({ entity, term, field, where, near = [], candidates }: Wanted, tenantOid: string): string | undefined {
  return allOf([
    candidates === undefined ? undefined : `filterPredicateRef==${candidates}`,
    term.trim() === '' ? undefined : contains(field ?? labelOf(entity), term.trim()),
    ...Object.entries(where ?? {}).map(([property, values]) => oneOf(property, values)),
    tenantOid === 'all' ? undefined : anyOf(near.map((property) => equals(property, tenantOid))),
  ])
}

/** What tells candidates of equal name apart: their type, in words. */
export function candidateHint({ t, hasText }: Pick<RendererHost, 't' | 'hasText'>, entity: string, { type }: Rec): string | undefined {
  const key = `${entity}.option.type.${String(type)}`
  return typeof type === 'string' && hasText(key) ? t(key) : undefined
}
