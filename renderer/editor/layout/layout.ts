import type { Condition, EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { patternsOf, textPathOf } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import { dateDisplayOf } from '../../descriptor/date-display.ts'
import { groupKey } from '../../descriptor/text-keys.ts'
import type { Screen, Section, WidgetUse } from '../../descriptor/screen.ts'
import { mainType } from '../../widgets/property-type.ts'
import { defaultWidget } from '../../widgets/registry.ts'
import { formatPointer, parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { propertyAt } from '../draft/pointer.ts'
import { sectionView } from '../../sections/registry.ts'

/** One control: the position of its value and how it is drawn. */
export interface FieldLayout {
  kind: 'field'
  pointer: string
  property: PropertySchema
  widget: string
  options: Record<string, unknown>
  span: number
}

/** An object inside a record. `map`: its children are alike (wan1, wan2, wan3) and shown in tabs; `group`: a titled group of fields. */
export interface GroupLayout {
  kind: 'group' | 'map'
  pointer: string
  children: NodeLayout[]
}

export type NodeLayout = FieldLayout | GroupLayout

/** One section of the screen. */
export interface SectionLayout {
  name: string
  /** The group of tabs that it belongs to. */
  tab: string | undefined
  when: Condition | undefined
  /** The tab is there and does not open unless the condition holds. */
  disabled: { unless: Condition; because: string } | undefined
  /** Modes of the editor whose toggle is in the section. */
  modes: readonly string[]
  /** Name of the component that draws the section, fields included; without one its controls are laid out in a grid. */
  use: string | undefined
  options: Readonly<Record<string, unknown>>
  nodes: NodeLayout[]
}

/** A titled group of fields inside an object. */
export interface FieldGroup {
  /** Text key of its title. */
  title: string
  /** Names of the object's own fields. */
  names: readonly string[]
  /** Names of the object's actions whose buttons are in the group. */
  actions: readonly string[]
  /** Begins folded. */
  folded: boolean
}

/** All of an editor, in reading order. */
export interface Layout {
  sections: SectionLayout[]
  /** Section and controls of a pointer; pointers inside a list find the list's control. */
  fields: ReadonlyMap<string, { field: FieldLayout; section: string; place: number }>
  /** Pointers of the objects whose children are shown in tabs. */
  maps: ReadonlySet<string>
  /** The groups inside the object at a pointer; none of most. */
  groupsAt: (pointer: string) => readonly FieldGroup[]
  /** Fields that show again after the one at a pointer; none of most. */
  repeatedAfter: (pointer: string) => readonly FieldLayout[]
}

function widgetUse(use: WidgetUse | undefined, property: PropertySchema): { widget: string; options: Record<string, unknown> } {
  if (use === undefined) return { widget: defaultWidget(property), options: {} }
  if (typeof use === 'string') return { widget: use, options: {} }
  const { use: widget, ...options } = use
  return { widget, options }
}

/** Whether the children of an object are alike (wan1, wan2, wan3) and shown in tabs. */
export function isMap({ properties = {} }: PropertySchema): boolean {
  const children = Object.values(properties)
  return children.length > 1 && children.every((child) => mainType(child) === 'object')
}

/** The entry of a descriptor for a path, found by the path itself or by a matching pattern. */
function saidOf<T>(said: Readonly<Partial<Record<string, T>>> | undefined, schema: EntitySchema, path: readonly string[]): T | undefined {
  const own = said && patternsOf(schema, path).find((pattern) => said[pattern] !== undefined)
  return own === undefined ? undefined : said?.[own]
}

/** The groups inside the object at a path. */
function groupsOf(schema: EntitySchema, editor: NonNullable<Screen['editor']>, path: readonly string[]): FieldGroup[] | undefined {
  const groups = saidOf(editor.groups, schema, path)
  const around = textPathOf(schema, [...path, '']).replace(/\.$/, '')
  const folded = saidOf(editor.collapsed, schema, path) ?? []
  const placed = Object.entries(saidOf(editor.actions, schema, path) ?? {})
  return (
    groups &&
    Object.entries(groups).map(([name, names]) => ({
      title: groupKey(schema.$id, around, name),
      names,
      actions: placed.filter(([, group]) => group === name).map(([action]) => action),
      folded: folded.includes(name),
    }))
  )
}

/** The fields of an object without those that go. */
const shownIn = ({ properties = {} }: PropertySchema): string[] =>
  Object.keys(properties).filter((name) => properties[name]?.['x-removed'] === undefined)

function nodeAt(schema: EntitySchema, screen: Screen, path: readonly string[]): NodeLayout {
  const { editor = { sections: {} } } = screen
  const property = propertyAt(schema, path)
  const pointer = formatPointer(path)
  const use = saidOf(editor.widgets, schema, path)
  if (mainType(property) === 'object' && use === undefined) {
    const names = groupsOf(schema, editor, path)?.flatMap((group) => group.names) ?? shownIn(property)
    return { kind: isMap(property) ? 'map' : 'group', pointer, children: names.map((name) => nodeAt(schema, screen, [...path, name])) }
  }
  const display = dateDisplayOf(screen, patternsOf(schema, path), property)
  const { widget, options: said } = widgetUse(use, property)
  const options = display === undefined ? said : { ...said, display }
  return { kind: 'field', pointer, property, widget, options, span: saidOf(editor.spans, schema, path) ?? spanOf(property, widget) }
}

/** A field of a section that is drawn as a whole: no widget needs to fit it. */
function drawnAt(schema: EntitySchema, path: readonly string[]): FieldLayout {
  return { kind: 'field', pointer: formatPointer(path), property: propertyAt(schema, path), widget: 'section', options: {}, span: 12 }
}

/** Every control of some nodes, in reading order. */
export function fieldsOf(nodes: readonly NodeLayout[]): FieldLayout[] {
  return nodes.flatMap((node) => (node.kind === 'field' ? [node] : fieldsOf(node.children)))
}

function mapsOf(nodes: readonly NodeLayout[]): string[] {
  return nodes.flatMap((node) => (node.kind === 'field' ? [] : [...(node.kind === 'map' ? [node.pointer] : []), ...mapsOf(node.children)]))
}

/** Arranges a screen's editor. Throws when the screen has none, or names a field that the schema lacks or a section that nothing draws. */
export function layoutOf(schema: EntitySchema, screen: Screen, creating: boolean): Layout {
  const { editor } = screen
  if (!editor) throw new Error(`The screen of ${schema.$id} has no editor`)
  const present = (field: string) => {
    const only = editor.only?.[field]
    return only === undefined || (only === 'create') === creating
  }
  const sections = Object.entries(editor.sections).map(([name, section]): SectionLayout => {
    const {
      fields,
      tab,
      when,
      disabled,
      use,
      options = {},
    }: Exclude<Section, unknown[]> = Array.isArray(section) ? { fields: section } : section
    const modes = Object.entries(editor.modes ?? {}).flatMap(([mode, at]) => (at.section === name ? [mode] : []))
    if (use !== undefined) sectionView(use)
    const paths = fields.filter(present).map((field) => field.split('/'))
    return {
      name,
      tab,
      when,
      disabled,
      modes,
      use,
      options,
      nodes: paths.map((path) => (use === undefined ? nodeAt(schema, screen, path) : drawnAt(schema, path))),
    }
  })
  const fields = new Map<string, { field: FieldLayout; section: string; place: number }>()
  for (const { name, nodes } of sections) {
    for (const field of fieldsOf(nodes)) fields.set(field.pointer, { field, section: name, place: fields.size })
  }
  const grouped = new Map<string, FieldGroup[]>()
  const groupsAt = (pointer: string): FieldGroup[] => {
    const groups = grouped.get(pointer) ?? groupsOf(schema, editor, parsePointer(pointer)) ?? []
    grouped.set(pointer, groups)
    return groups
  }
  const again = new Map<string, FieldLayout[]>()
  const repeatedAfter = (pointer: string): FieldLayout[] => {
    const names =
      again.get(pointer) ??
      (saidOf(editor.repeatAfter, schema, parsePointer(pointer)) ?? []).flatMap((name) => fields.get(`/${name}`)?.field ?? [])
    again.set(pointer, names)
    return names
  }
  return { repeatedAfter, sections, fields, maps: new Set(sections.flatMap(({ nodes }) => mapsOf(nodes))), groupsAt }
}

/** The control that shows a pointer: its own, or the control of the surrounding list or object. */
export function controlOf(layout: Layout, pointer: string): { field: FieldLayout; section: string; place: number } | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = layout.fields.get(at)
    if (found) return found
  }
  return undefined
}

/** Sorts pointers in reading order of the page; pointers that the page does not show come last. */
export function readingOrder(layout: Layout): (one: string, other: string) => number {
  const place = (pointer: string) => controlOf(layout, pointer)?.place ?? Number.MAX_SAFE_INTEGER
  return (one, other) => place(one) - place(other) || one.localeCompare(other, 'en', { numeric: true })
}

const byWidget: Record<string, number> = {
  toggle: 4,
  number: 3,
  select: 4,
  segmented: 6,
  status: 4,
  address: 4,
  date: 3,
  'date-time': 4,
  identifier: 5,
  mail: 6,
  reference: 6,
  'editable-select': 6,
  secret: 6,
  'dual-list': 12,
  tags: 12,
  textarea: 12,
  table: 12,
}

/** How many of twelve columns a field takes: as wide as what it holds. */
function spanOf(property: PropertySchema, widget: string): number {
  const known = byWidget[widget]
  if (widget === 'number' && property.maximum !== undefined && property.maximum < 1000) return 2
  if (known !== undefined) return known
  const length = property.maxLength ?? 250
  if (length <= 16) return 3
  return length <= 32 ? 4 : 6
}

/** Sections shown together: one card, or a card of tabs. */
export interface SectionCard {
  /** Identifies the card on the page, its element included. */
  id: string
  /** Of the section, or of the group of tabs. */
  name: string
  tabbed: boolean
  sections: SectionLayout[]
}

/** Sections of one tab group form one card, at the place of the group's first section. */
export function sectionCards(sections: readonly SectionLayout[]): SectionCard[] {
  const blocks: SectionCard[] = []
  for (const section of sections) {
    const known = section.tab === undefined ? undefined : blocks.find((block) => block.tabbed && block.name === section.tab)
    if (known) known.sections.push(section)
    else if (section.tab === undefined)
      blocks.push({ id: `section.${section.name}`, name: section.name, tabbed: false, sections: [section] })
    else blocks.push({ id: `tab.${section.tab}`, name: section.tab, tabbed: true, sections: [section] })
  }
  return blocks
}
