import type { EntityName } from '../../schemas/generated/entity-names.ts'
import type { EntityTypes } from '../../schemas/generated/entity-types.ts'
import type { Column, EditorMode, AlternativeEditor, PatternOf, Screen } from './screen.ts'
import type { SectionChoice } from './section-names.ts'
import type { ViewChoice } from './view-names.ts'
import type { FittingWidgets, WidgetChoice } from './widget-uses.ts'

type Fields<E extends EntityName> = EntityTypes[E]['fields']

/** Names of an entity's fields; nested ones by path (`site/name`). */
export type FieldOf<E extends EntityName> = Extract<keyof Fields<E>, string>

type TestOf<V> = V | readonly V[] | { readonly [operator: string]: unknown }

/** A condition over the record's fields and the context, with values that the fields can have. */
export type ConditionOf<E extends EntityName> = { readonly [F in FieldOf<E>]?: TestOf<Fields<E>[F]> } & {
  readonly [contextPath: `$${string}`]: unknown
} & { readonly any?: readonly ConditionOf<E>[]; readonly all?: readonly ConditionOf<E>[]; readonly not?: ConditionOf<E> }

type ColumnOf<E extends EntityName> =
  | FieldOf<E>
  | {
      [F in FieldOf<E>]: Omit<Extract<Column<F>, object>, 'use'> & { use?: WidgetChoice<FittingWidgets<Fields<E>[F]>['names']> }
    }[FieldOf<E>]

type LaidOutSection<E extends EntityName> = {
  fields: FieldOf<E>[]
  tab?: string
  when?: ConditionOf<E>
  disabled?: { unless: ConditionOf<E>; because: string }
} & SectionChoice

/** Values of the fields that a pattern matches. */
type Patterns<E extends EntityName> = { [F in FieldOf<E> as PatternOf<F>]: Fields<E>[F] }

type ListOf<E extends EntityName> = Omit<NonNullable<Screen['list']>, 'columns' | 'tabs' | 'facets' | 'sort' | 'views'> & {
  facets?: FieldOf<E>[]
  views?: Record<string, ViewChoice>
  columns: ColumnOf<E>[]
  tabs?: EntityTypes[E]['condition'][]
  sort?: { by: EntityTypes[E]['sort']; order: 'asc' | 'desc' }
}

type AlternativeEditorOf<E extends EntityName> = Omit<AlternativeEditor<FieldOf<E>>, 'sections' | 'widgets'> & {
  sections: Record<string, FieldOf<E>[] | LaidOutSection<E>>
  widgets?: { [F in FieldOf<E>]?: WidgetChoice<FittingWidgets<Fields<E>[F]>['names']> } & {
    [P in keyof Patterns<E>]?: WidgetChoice<FittingWidgets<Patterns<E>[P]>['names']>
  }
}

type EditorOf<E extends EntityName> = Omit<NonNullable<Screen<FieldOf<E>>['editor']>, 'sections' | 'widgets' | 'modes' | 'alternatives'> & {
  sections: Record<string, FieldOf<E>[] | LaidOutSection<E>>
  alternatives?: Record<string, AlternativeEditorOf<E>>
  modes?: Record<string, EditorMode<FieldOf<E>>>
  widgets?: { [F in FieldOf<E>]?: WidgetChoice<FittingWidgets<Fields<E>[F]>['names']> } & {
    [P in keyof Patterns<E>]?: WidgetChoice<FittingWidgets<Patterns<E>[P]>['names']>
  }
}

/** The screen of one entity: fields, enum values, orders, conditions and fitting widgets are known to the compiler. */
export type ScreenOf<E extends EntityName> = Omit<Screen<FieldOf<E>>, 'list' | 'editor'> & { list?: ListOf<E>; editor?: EditorOf<E> }

/** Defines how an entity is shown. `checkScreen` finds the errors that the compiler cannot detect. */
export function defineScreen<E extends EntityName>(_entity: E, screen: ScreenOf<E>): Screen {
  return screen as Screen
}
