/**
 * Which widget shows values of which type, and with which options: the compiler's side of the widget registry.
 * A test proves that both name the same widgets and options.
 */
export interface WidgetUses {
  address: { value: string; options: { placeholder?: string } }
  'date-time': { value: string; options: object }
  'editable-select': { value: string; options: { suggestions?: string; maxLength?: number } }
  identifier: { value: string; options: object }
  mail: { value: string; options: object }
  number: { value: number; options: { unit?: string; step?: number } }
  reference: { value: string; options: { hint?: string } }
  secret: { value: string; options: object }
  segmented: { value: string | number | null; options: object }
  select: { value: string | number | null; options: object }
  status: { value: string; options: { tones?: Record<string, string> } }
  table: { value: readonly object[]; options: { columns?: unknown[]; height?: number; fixedRows?: number } }
  tags: { value: readonly string[]; options: { placeholder?: string } }
  text: { value: string; options: { placeholder?: string; monospace?: boolean } }
  textarea: { value: string; options: { rows?: number } }
  toggle: { value: boolean; options: object }
}

export type WidgetName = keyof WidgetUses

/** Widgets that can show a value of type `V`. */
export type WidgetFor<V> = { [N in WidgetName]: [V] extends [WidgetUses[N]['value']] ? N : never }[WidgetName]

/** A fitting widget by name, or by name with its own options. */
export type WidgetChoice<V> = WidgetFor<V> | { [N in WidgetFor<V>]: { use: N } & WidgetUses[N]['options'] }[WidgetFor<V>]
