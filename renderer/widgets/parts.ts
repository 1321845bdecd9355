import type { ComponentType } from 'react'
import type { FieldProps, WidgetProps } from '@rjsf/utils'
import type { FilterProps, FilterValue } from './contract.ts'
import { widgets } from './registry.ts'

/** The form controls under the names of their widgets, as rjsf registers them. */
export interface Controls {
  widgets: Record<string, ComponentType<WidgetProps>>
  fields: Record<string, ComponentType<FieldProps>>
}

const controls: Controls = { widgets: {}, fields: {} }
const filters: Partial<Record<FilterValue['kind'], ComponentType<FilterProps>>> = {}

/** Fetches the form controls of all widgets; pages with forms await it before they draw. */
export async function loadControls(): Promise<void> {
  await Promise.all(
    [...widgets.values()].map(async ({ name, control, field }) => {
      if (control) controls.widgets[name] ??= await control()
      if (field) controls.fields[name] ??= await field()
    }),
  )
}

/** The form controls of all widgets. Throws where they have not been loaded. */
export function loadedControls(): Controls {
  if (Object.keys(controls.widgets).length === 0) throw new Error('A form needs its controls: await loadControls() before it is drawn')
  return controls
}

/** Fetches the controls of all filters; what narrows a list awaits it before it is drawn. */
export async function loadFilters(): Promise<void> {
  await Promise.all(
    [...widgets.values()].map(async ({ filter }) => {
      if (filter) filters[filter.kind] ??= await filter.control()
    }),
  )
}

/** The control that edits a kind of filter. Throws on one that no widget has, or that has not been loaded. */
export function filterControl(kind: FilterValue['kind']): ComponentType<FilterProps> {
  const control = filters[kind]
  if (!control) throw new Error(`No filter of kind "${kind}" is loaded`)
  return control
}
