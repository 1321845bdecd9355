import type { TenantNode } from '../policies/caller.ts'

/** What a list call asks for; `tenant` is the context, or 'all'. */
export interface ListRequest {
  tenant: TenantNode | 'all'
  page: number
  size: number
  /** Field name, descending with a hyphen before it. */
  sort?: string
  filter?: string
  /** Name of a further condition over the rows (`predicates`). */
  predicate?: string
  condition?: string
  /** Walks the list in the order of identifiers: the rows after this one, empty for the first ones. Only the first answer counts. */
  after?: string
}
