import type { Condition } from '../../schemas/vocabulary/types.ts'

/** Widget choice: a registered widget's name, or that name with options, which must be options that the widget knows. */
export type WidgetUse = string | ({ use: string } & Record<string, unknown>)

/** A list column: a field name, or a field with a width, pinning or a widget of its own. */
export type Column<F extends string = string> = F | { field: F; width?: number; pinned?: boolean; hidden?: boolean; use?: string }

/** Editor section: field names in reading order, or fields with layout. Keys of `sections` are names whose titles come from locales. */
export type Section<F extends string = string> =
  | F[]
  | {
      fields: F[]
      /** Section is a tab of this group instead of a card (`lan`, `wan`). */
      tab?: string
      /** Present only when it holds, over the draft and the context. */
      when?: Condition
      /** Component of `renderer/sections` that draws the section with its fields, if any (matrices, diagrams), by registered name. */
      use?: string
    }

/**
 * How an entity is shown: data only, no functions, printable as JSON. Key order is fixed: group, title, list, editor, bulk, journal.
 * `F` are the entity's field names.
 */
export interface Screen<F extends string = string> {
  /** Navigation group: `administration`, `network`, ... */
  group: string
  /** Fields that name a record in titles, crumbs and confirmations. @default the schema's label */
  title?: F[]
  /** Route segment below `/oid/{tenantOid}/admin/` or `/oid/{tenantOid}/network/`. @default the schema's plural */
  path?: string
  /** Name of an icon of the registry in `renderer/parts/icons.ts`. @default `document` */
  icon?: string

  /** Leaving out: no list page. */
  list?: {
    columns: Column<F>[]
    /** Tab name (= condition of the schema's `x-conditions`, `all` implied first) in order. @default all conditions */
    tabs?: string[]
    /** @default the schema's first `x-sort`, ascending */
    sort?: { by: F; order: 'asc' | 'desc' }
    /** @default 50 */
    pageSize?: 20 | 50 | 100
    /** false: the list has no Add button (appliances). @default true */
    add?: boolean
  }

  /** Leaving out: no editor; rows do not open. */
  editor?: {
    sections: Record<string, Section<F>>
    widgets?: Partial<Record<F, WidgetUse>>
    /** Fields that the editor shows and never changes, though the schema would allow it. */
    readOnly?: F[]
    /** Fields shown only when creating (`create`) or only when editing (`edit`). */
    only?: Partial<Record<F, 'create' | 'edit'>>
    /** Columns (of 12) of a field. @default derived from type and length */
    spans?: Partial<Record<F, number>>
    /** Locale key stem of action labels, e.g. `attach` for users. @default `create`/`update`/`delete` */
    verbs?: { create?: string; update?: string; delete?: string }
  }

  /** Leaving out: no bulk page. */
  bulk?: {
    /** File name without `.csv`. @default the schema's plural */
    file?: string
    columns: F[]
  }

  /** Leaving out: no journal page. */
  journal?: {
    /** Event types that get a tab, in order. */
    events: string[]
  }
}
