import type { WidgetUses } from '../widgets/registry.ts'

/** The name of a widget. */
export type WidgetName = keyof WidgetUses

/** Widgets that can show a value of type `V`. */
export type WidgetFor<V> = { [N in WidgetName]: [V] extends [WidgetUses[N]['value']] ? N : never }[WidgetName]

/** A fitting widget by name, or by name with its own options. */
export type WidgetChoice<V> = WidgetFor<V> | { [N in WidgetFor<V>]: { use: N } & WidgetUses[N]['options'] }[WidgetFor<V>]
