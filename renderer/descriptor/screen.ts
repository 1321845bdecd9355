import type { EntityName } from '../../schemas/generated/entity-names.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { Condition } from '../../schemas/vocabulary/types.ts'
import type { DateDisplay } from '../parts/text/date-texts.ts'
import type { PlotKind, PlotTone } from '../plots/plot-data.ts'

/** Widget choice: a registered widget's name, or that name with options, which must be options that the widget knows. */
export type WidgetUse = string | ({ use: string } & Record<string, unknown>)

/** A list column: a field name, or a field with a width, pinning or a widget of its own. */
export type Column<F extends string = string> =
  | F
  | {
      field: F
      width?: number
      /** Pixels that a column without a `width` has at least. @default by its content */
      minWidth?: number
      pinned?: boolean
      hidden?: boolean
      use?: WidgetUse
      /** Name in the head: that of a text key below `<entity>.field.`. @default the field's own */
      headerKey?: string
    }

/** Editor section: field names in reading order, or fields with layout. Keys of `sections` are names whose titles come from locales. */
export type Section<F extends string = string> =
  | F[]
  | {
      fields: F[]
      /** Section is a tab of this group instead of a card (`lan`, `wan`). */
      tab?: string
      /** Present only when it holds, over the draft and the context. */
      when?: Condition
      /** A tab that is there and does not open unless the condition holds; `because` is the text key of its reason. */
      disabled?: { unless: Condition; because: string }
      /** Component of `renderer/sections` that draws the section with its fields, if any (matrices, diagrams), by registered name. */
      use?: string
      /** Settings of that component, which must be options that it knows. */
      options?: Record<string, unknown>
    }

/** A path with `*` for the key of one of several like objects: `wans/*` + `/mtu` matches that field of every WAN. */
export type PatternOf<F extends string> = F extends `${infer Map}/${infer _Key}/${infer Rest}` ? `${Map}/*/${Rest}` | `${Map}/*` : never

/** A second editor of the same record; its settings override those of the first one. */
export interface AlternativeEditor<F extends string = string> {
  sections: Record<string, Section<F>>
  widgets?: Partial<Record<F | PatternOf<F>, WidgetUse>>
  readOnly?: F[]
  spans?: Partial<Record<F | PatternOf<F>, number>>
  /** Name of an icon of the registry in `renderer/parts/icons.ts`. */
  icon: string
  /** Types of tenants in which it is offered to those who may change the record. `because` is the text key of its reason elsewhere. @default all */
  offered?: { in: RuleContext['tenant']['type'][]; because: string }
}

/** A mode of the editor, which rules read as `$editor.<name>`: a toggle in a section turns it on for a stored record. */
export interface EditorMode<F extends string = string> {
  /** The section that has the toggle. */
  section: string
  /** Fields that a person changes in this mode alone; what was chosen stays when the mode ends. New records are free. */
  unlocks: F[]
}

/** Something shown above the fields while a condition on the stored record holds. */
export interface EditorNotice {
  kind: 'info' | 'warning' | 'danger'
  when: Condition
  /** Text key. */
  text: string
}

/** Where the message that a record was created leads on to, which is a tenant itself: a list within it. */
export interface NextStep {
  /** Over the record as it was created. */
  when: Condition
  /** Entity of the list. */
  list: string
  /** Text key of the link. */
  text: string
}

/**
 * Something that is done at once with the stored record, by a button with an explanation (`<entity>.command.<name>` and what is below
 * it: `.about`, `.done`, and `.confirm` where the person is asked first). It needs the right to change the record.
 */
export interface EditorCommand<F extends string = string> {
  /** Address below the API that is called with the record's oid at its end. */
  post?: string
  /** Values that are written, as a change of the record by itself; what was typed and not saved is given up. */
  write?: Partial<Record<F, string | number | boolean | null>>
  /** Over the stored record. */
  when: Condition
  /** Text key of why it cannot be done otherwise. */
  because: string
  /** The person is asked first. @default false */
  confirm?: true
  /** Fields that say what came of it last. @default none */
  resultFields?: F[]
}

/** The sheet of a list: the record's key comes first, then the row's own `id`, then these fields of the row. */
export interface ChildSheet {
  /** Path of the list: `lan/subnets`. One step may be `*`, for every entry of a map or object whose entries are alike. */
  list: string
  /** Fields of a row, by path within it. */
  columns: string[]
}

/** A plot of a summary page; its title is `<entity>.summary.<name>`, what it counts `<entity>.summary.<name>.about`. */
export interface SummaryPlot<F extends string = string> {
  kind: PlotKind
  /** Member of the answer's `meta` whose rows it draws. @default the rows of the table, a series for each of `states` */
  of?: string
  /** What its points are: the options of a field, or months. */
  axis: F | 'month'
}

/** Colour of a value in a matrix. */
export type MatrixTone = 'success' | 'danger' | 'warning' | 'info' | 'accent' | 'gray'

/**
 * How an entity is shown: data only, no functions, printable as JSON. Key order is fixed: group, title, dateDisplay, list, editor, bulk, journal, summary, matrix.
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

  /**
   * How dates, months and date-times are written in lists, editors, journals and wherever else the console shows them.
   * @default by the schema: `relative` ("10 months ago") a stamp or another read-only field, `month` ("January 2026") a month, `planned`
   * ("Mon 12 Jan, 23:00") what people enter
   */
  dateDisplay?: Partial<Record<F | PatternOf<F>, DateDisplay>>

  /** Leaving out: no list page. */
  list?: {
    columns: Column<F>[]
    /** Tab name (= condition of the schema's `x-conditions`, `all` implied first) in order. @default all conditions */
    tabs?: string[]
    /** Fields that offer their options, with counts, beside the search: each option has a condition of the schema that asks for it alone. @default none */
    facets?: F[]
    /** @default the schema's first `x-sort`, ascending */
    sort?: { by: F; order: 'asc' | 'desc' }
    /** @default 50 */
    pageSize?: 20 | 50 | 100
    /** Entities whose pages the head of the list leads to. @default none */
    relatedPages?: EntityName[]
    /** The entity whose page is one level up; a back link to it is shown above the title. @default none */
    parentPage?: EntityName
    /** false: the list has no Add button (appliances). @default true */
    add?: boolean
    /** Rows are numbered, through all pages. @default false */
    numbered?: boolean
    /** Rows without a record, by the value of the schema's `rowsOf` field: the entity that is created from them, and which of its fields begin with which of the row's. */
    kinds?: Record<string, { create: string; prefill: Record<string, F> }>
    /** Registered actions on rows that have a value in every one of `with`, for those who have the right `needs` (`$can`). */
    appActions?: { name: string; needs: string; with: F[] }[]
    /** Actions of the record (`x-actions` of the schema's root) that a row, the chosen rows and the head of the editor offer, in this order, with their icons. */
    rowActions?: Record<string, string>
    /** Other ways to show the list, by name: a component of `renderer/views` with its settings. @default rows alone */
    views?: Record<string, { use: string; options: Record<string, unknown> }>
  }

  /** Leaving out: no editor; rows do not open. Of an entity of which a tenant has one record it is the page itself. */
  editor?: {
    /** Text key of what the editor is called, beside the way back to a list that shows records of several kinds. @default nothing */
    heading?: string
    sections: Record<string, Section<F>>
    /** Field whose options have addresses of their own (`saas/new`, `saas/edit/{oid}`): the address gives it, no control does. @default none */
    branchField?: F
    /**
     * Titled groups inside an object: its path (`lan`, or `wans/*` for several like ones), then the names of its own fields by group.
     * An object that a section names as a whole shows what its groups name and nothing else.
     */
    groups?: Partial<Record<F | PatternOf<F>, Record<string, string[]>>>
    /** Fields that show again after another one, for as long as that one shows: one value in two places. */
    repeatAfter?: Partial<Record<F | PatternOf<F>, F[]>>
    /** Groups that begin folded: path of the object, names of its groups. */
    collapsed?: Partial<Record<F | PatternOf<F>, string[]>>
    /** The group that contains a button of an object (`x-actions`): path of the object, name of the action, name of one of its groups. */
    actions?: Partial<Record<F | PatternOf<F>, Record<string, string>>>
    /** By the names of the schema's `x-context.editor`. */
    modes?: Record<string, EditorMode<F>>
    widgets?: Partial<Record<F | PatternOf<F>, WidgetUse>>
    /** Fields that the editor shows and never changes, though the schema would allow it. */
    readOnly?: F[]
    /** Fields shown only when creating (`create`) or only when editing (`edit`). */
    only?: Partial<Record<F, 'create' | 'edit'>>
    /** Columns (of 12) of a field. @default derived from type and length */
    spans?: Partial<Record<F | PatternOf<F>, number>>
    /** @default none */
    notices?: EditorNotice[]
    /** By name, in their order on the page. @default none */
    commands?: Record<string, EditorCommand<F>>
    /** What is to be done next with a new record. @default nothing */
    next?: NextStep
    /** Fields that the question before a deletion shows besides the name. */
    deleteSummary?: F[]
    /** Text key of the note above the form of a new record. @default nothing */
    note?: string
    /** Locale key stem of action labels, e.g. `attach` for users. @default `create`/`update`/`delete` */
    verbs?: { create?: string; update?: string; delete?: string }
    /** false: records are deleted in the list alone. @default true */
    deletes?: boolean
    /** Further editors by the segment of their address, which is their verb, too: `assign` at `assign/{oid}`. @default none */
    alternatives?: Record<string, AlternativeEditor<F>>
  }

  /** Leaving out: no bulk page. */
  bulk?: {
    /** File name without `.csv`. @default the schema's plural */
    file?: string
    columns: F[]
    /** Lists within the record that have a sheet of their own, by the name that files call it. @default none */
    children?: Record<string, ChildSheet>
  }

  /** Leaving out: no journal page. */
  journal?: {
    /** Event types that get a tab, in order. */
    events: string[]
  }

  /** Leaving out: no summary page. */
  summary?: {
    /** Address that sums up, with `{tenantOid}` for the tenant and the filters as its body: rows as `data`, what goes by month in `meta`. */
    endpoint: string
    /** Fields by one of whose options plots and table are narrowed. */
    filters: F[]
    /** By name, in order. */
    plots: Record<string, SummaryPlot<F>>
    /** Fields of the rows whose options name them, in the order of the table's columns; state and number follow. */
    rows: F[]
    /** Field of the number. */
    count: F
    /** What rows of the same name differ by, as the field `by`: its values in order with their tones; their texts are `<entity>.summary.<by>.<value>`. */
    states: { by: F; tones: Record<string, PlotTone> }
  }

  /** Leaving out: no matrix page. The entity has a record for every pair of records of two others. */
  matrix?: {
    /** Field that cells hold; it has options. */
    value: F
    /** Letter (one or two characters) and colour of every option, in the order of the legend. */
    marks: Record<string, { letter: string; tone: MatrixTone }>
    /** Text key that follows the number of cells with an alarm, above their messages. @default alarms are not gathered */
    alarms?: string
    /** The entity on whose matrix page this one is shown, below that entity's own. @default a page of its own */
    on?: EntityName
  }
}
