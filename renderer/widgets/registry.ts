import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import type { Widget } from './contract.ts'
import { mainType } from './property-type.ts'
import { addressWidget } from './address/index.ts'
import { dateWidget } from './date/index.ts'
import { dateTimeWidget } from './date-time/index.ts'
import { dualListWidget } from './dual-list/index.ts'
import { editableSelectWidget } from './editable-select/index.ts'
import { filterWidget } from './filter/index.ts'
import { identifierWidget } from './identifier/index.ts'
import { inheritableWidget } from './inheritable/index.ts'
import { mailWidget } from './mail/index.ts'
import { monthWidget } from './month/index.ts'
import { numberWidget } from './number/index.ts'
import { referenceWidget } from './reference/index.ts'
import { secretWidget } from './secret/index.ts'
import { segmentedWidget } from './segmented/index.ts'
import { selectWidget } from './select/index.ts'
import { statusWidget } from './status/index.ts'
import { tableWidget } from './table/index.ts'
import { tagsWidget } from './tags/index.ts'
import { textWidget } from './text/index.ts'
import { textareaWidget } from './textarea/index.ts'
import { toggleWidget } from './toggle/index.ts'

/** Every widget; adding one adds its line here. */
const all = [
  addressWidget,
  dateWidget,
  dateTimeWidget,
  dualListWidget,
  editableSelectWidget,
  filterWidget,
  identifierWidget,
  inheritableWidget,
  mailWidget,
  monthWidget,
  numberWidget,
  referenceWidget,
  secretWidget,
  segmentedWidget,
  selectWidget,
  statusWidget,
  tableWidget,
  tagsWidget,
  textWidget,
  textareaWidget,
  toggleWidget,
] as const

/** Name, values and options of every widget, for the compiler's check of screens. */
export type WidgetUses = {
  [W in (typeof all)[number] as W['name']]: W extends Widget<string, infer V, infer O> ? { value: V; options: O } : never
}

/** Every widget by name. */
export const widgets: ReadonlyMap<string, Widget> = new Map(all.map((widget) => [widget.name, widget]))

/** The names that a screen may use. */
export const widgetNames: readonly string[] = [...widgets.keys()]

/** The widget of that name. Throws on an unknown name. */
export function widgetNamed(name: string): Widget {
  const widget = widgets.get(name)
  if (!widget) throw new Error(`No widget is called "${name}"; there are: ${widgetNames.join(', ')}`)
  return widget
}

const byKind: Record<string, string> = {
  address: 'address',
  prefix: 'address',
  serial: 'identifier',
  identifier: 'identifier',
  multiline: 'textarea',
  dateTime: 'date-time',
  filter: 'filter',
  person: 'text',
  status: 'status',
}

const byType: Record<string, string> = { boolean: 'toggle', integer: 'number', number: 'number', string: 'text' }

/**
 * The widget that a schema decides on by itself, so that screens name only exceptions.
 * Throws when nothing fits: such a field needs a widget of its own.
 */
export function defaultWidget(property: PropertySchema): string {
  if (property['x-secret']) return 'secret'
  if (property['x-ref']) return 'reference'
  if (property.enum) return 'select'
  const kind = property['x-kind']
  if (kind !== undefined && byKind[kind]) return byKind[kind]
  if (property.format === 'date' || property.format === 'date-time') return property.format
  if (property.format === 'mail') return 'mail'
  if (property.format === 'month') return 'month'
  const type = mainType(property)
  if (type === 'array') return property.items && mainType(property.items) === 'object' ? 'table' : 'tags'
  const name = type === undefined ? undefined : byType[type]
  if (!name) throw new Error(`No widget fits a property of type ${JSON.stringify(property.type)}`)
  return name
}
