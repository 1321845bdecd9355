import type { WidgetUses } from '../widgets/registry.ts'

/** The name of a widget. */
export type WidgetName = keyof WidgetUses

/** Widgets that can show a value of type `V`. An interface, because the compiler writes the name of an alias in place of what it stands for. */
export interface FittingWidgets<V> {
  names: { [N in WidgetName]: [V] extends [WidgetUses[N]['value']] ? N : never }[WidgetName]
}

/**
 * One of these widgets by name, or by name with its own options. It takes names, not the value, so that the compiler lists them where another
 * widget is named: `'rating'` is not assignable to `WidgetChoice<"number" | …>`.
 */
export type WidgetChoice<N extends WidgetName> = N | { [M in N]: { use: M } & WidgetUses[M]['options'] }[N]
