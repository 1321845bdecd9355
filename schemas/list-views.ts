import type { Can } from './plan.ts'
import type { Role } from './tenancy.ts'

/** Bounds of named views: letters of a name and of a query, views of one list that a person or a tenant keeps, and earlier versions of a tenant's. */
export const listViewLimits = { nameLetters: 80, queryLetters: 4_000, own: 50, shared: 100, changes: 500 } as const

/** Roles that set the default view of a tenant, and change it. Sharing needs a right to write records of the list, or one of these. */
export const viewAdministrators: readonly Role[] = ['sa', 'admin']

/** Where a column stays while the others scroll. */
export type PinnedSide = 'left' | 'right' | 'none'

/** What a person changed about the columns of a list. */
export interface ColumnChoice {
  /** Fields in the person's order; columns that it does not name keep their place of the screen, after these. */
  order: string[]
  /** Field to shown or not, where it differs from the screen. */
  shown: Record<string, boolean>
  /** Field to pixels. */
  widths: Record<string, number>
  /** Field to the side that it is pinned to, where it differs from the screen. */
  pinned: Record<string, PinnedSide>
}

/** What a view makes of a list. */
export interface ListViewState {
  /** Tab, search, filters, order, grouping and page size as in the address of the list, e.g. `tab=frozen&f.type=msp&sort=-name&group=type`. */
  query: string
  columns: ColumnChoice
}

/** Who may use a view: the person who made it, or whoever may read the list in a tenant. */
export type ListViewKind = 'own' | 'shared'

/** A named view of a list. */
export interface ListView {
  oid: string
  entity: string
  kind: ListViewKind
  /** Of a shared view. */
  tenantOid?: string
  name: string
  state: ListViewState
  /** What the caller may not read was left out of the state. */
  isPartial: boolean
  /** The tenant's list opens with it. */
  isDefault: boolean
  revision: number
  createdBy: { oid: string; name: string }
  changedBy: { oid: string; name: string }
  /** ISO 8601. */
  changedAt: string
  /** `update`, `delete`, `share` (or take back) and `default`. */
  can: Can
}

/** A version of a shared view that somebody made, newest first (`GET /api/v1/listViewChanges`). */
export interface ListViewChange {
  viewOid: string
  revision: number
  event: 'share' | 'update' | 'withdraw' | 'delete'
  name: string
  state: ListViewState
  isDefault: boolean
  by: { oid: string; name: string }
  /** ISO 8601. */
  at: string
}

/** Named views of a list: the caller's own, and those of the tenant. */
export interface ListViews {
  data: ListView[]
  /** What may be done with views here besides keeping own ones: `share`. */
  meta: { can: Can }
}
