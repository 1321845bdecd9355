/**
 * Where suggestions come from: a field of the records of an entity, narrowed by property values; `hint` tells alike ones apart.
 * `fills`: fields that only the service writes, with the properties of what is chosen that stand in them until it does.
 */
export interface Suggestions {
  entity: string
  field: string
  where?: Record<string, readonly (string | number | boolean)[]>
  hint?: string
  fills?: Record<string, string>
}

/**
 * Which widget shows values of which type, and with which options: the compiler's side of the widget registry.
 * A test proves that both name the same widgets and options.
 */
export interface WidgetUses {
  /** `below`: a second address of the record stands under it. */
  address: { value: string; options: { placeholder?: string; below?: string } }
  'date-time': { value: string; options: object }
  /** `leading`: property values of records that are offered before the others. */
  'editable-select': { value: string; options: { suggestions?: Suggestions; maxLength?: number; leading?: Suggestions['where'] } }
  /**
   * `empty`: text key of what shows where nothing can be chosen; `held`: properties of a candidate that hold the oid and the name of the
   * record that has it, and the text key that says so; `marks`: text keys of what stands behind candidates of which a property is true.
   */
  'dual-list': {
    value: readonly object[]
    options: { empty?: string; held?: { by: string; name: string; text: string }; marks?: Record<string, string> }
  }
  identifier: { value: string; options: object }
  /** `inherits`: what no value of its own means, as a reference beside it and a property of what that leads to: `site.isOpen`. */
  inheritable: { value: boolean | null; options: { inherits?: string } }
  mail: { value: string; options: object }
  month: { value: string; options: object }
  number: { value: number; options: { unit?: string; step?: number } }
  /** `first`: an empty one takes the first candidate; `eager`: candidates are asked for at once, so that a failure shows; `shows`: properties of what is chosen that stand below it. */
  reference: { value: string; options: { hint?: string; first?: boolean; eager?: boolean; shows?: string[] } }
  /** `confirmed`: a stored secret is confirmed below the box, in the words of this text key. @default true: those of any secret */
  secret: { value: string; options: { confirmed?: boolean | string } }
  segmented: { value: string | number | null; options: object }
  select: { value: string | number | null; options: object }
  status: { value: string; options: { tones?: Record<string, string> } }
  /** `fixedRows`: so many rows at the beginning stay; `fixed`: rows neither come nor go; `order`: rows are put in order, of which that column is the place; `blanks`: what stands in empty cells of a column. */
  table: {
    value: readonly object[]
    options: {
      columns?: unknown[]
      height?: number
      fixedRows?: number
      fixed?: boolean
      marks?: [name: string, text: string]
      order?: string
      blanks?: Record<string, string>
    }
  }
  tags: { value: readonly string[]; options: { placeholder?: string; monospace?: boolean } }
  text: { value: string; options: { placeholder?: string; monospace?: boolean; with?: string[] } }
  textarea: { value: string; options: { rows?: number } }
  toggle: { value: boolean; options: object }
}

export type WidgetName = keyof WidgetUses

/** Widgets that can show a value of type `V`. */
export type WidgetFor<V> = { [N in WidgetName]: [V] extends [WidgetUses[N]['value']] ? N : never }[WidgetName]

/** A fitting widget by name, or by name with its own options. */
export type WidgetChoice<V> = WidgetFor<V> | { [N in WidgetFor<V>]: { use: N } & WidgetUses[N]['options'] }[WidgetFor<V>]
