import type { Finding } from '../../../schemas/finding.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { unknownNameMessage } from '../../../schemas/vocabulary/names.ts'
import { patternAt } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import type { Screen, WidgetUse } from '../screen.ts'
import { sectionOptions } from '../section-names.ts'
import { viewOptions } from '../view-names.ts'

/** What the checks need to know of a widget. */
export interface KnownWidget {
  fits: (property: PropertySchema) => boolean
  options: readonly string[]
}

/** A widget as a descriptor names it. */
interface Use {
  field: string
  use: WidgetUse
  where: string
}

function uses(screen: Screen): Use[] {
  const columns = (screen.list?.columns ?? []).flatMap((column, index) =>
    typeof column === 'string' || column.use === undefined
      ? []
      : [{ field: column.field, use: column.use, where: `list.columns[${index}].use` }],
  )
  const controls = Object.entries(screen.editor?.widgets ?? {}).flatMap(([field, use]) =>
    use === undefined ? [] : [{ field, use, where: `editor.widgets.${field}` }],
  )
  return [...columns, ...controls]
}

function checkUse({ field, use, where }: Use, schema: EntitySchema, widgets: ReadonlyMap<string, KnownWidget>): Finding[] {
  const { use: name, ...options }: { use: string; [option: string]: unknown } = typeof use === 'string' ? { use } : use
  const widget = widgets.get(name)
  const property = patternAt(schema, field)
  const fitting = [...widgets].flatMap(([other, { fits }]) => (property === undefined || fits(property) ? [other] : []))
  const instead = `write one of ${fitting.join(', ')}`
  if (!widget)
    return [{ id: 'screen.widget.unknown', where, message: `${unknownNameMessage('widget', name, fitting)}; for "${field}" ${instead}` }]
  const misfit = property !== undefined && !widget.fits(property)
  // Every option of that name says which field another one is about.
  const of = widget.options.includes('of') ? options['of'] : undefined
  const stray = Object.keys(options).filter((option) => !widget.options.includes(option))
  return [
    ...(typeof of === 'string' && patternAt(schema, of) === undefined
      ? [{ id: 'screen.widget.of', where: `${where}.of`, message: unknownNameMessage('field', of, Object.keys(schema.properties)) }]
      : []),
    ...(misfit ? [{ id: 'screen.widget.misfit', where, message: `"${name}" cannot show "${field}"; ${instead}` }] : []),
    ...stray.map((option) => ({
      id: 'screen.widget.option',
      where: typeof use === 'string' ? where : `${where}.${option}`,
      message: `"${name}" has no option "${option}"; ${widget.options.length > 0 ? `there are ${widget.options.join(', ')}` : 'it has none'}`,
    })),
  ]
}

/** A component by registered name, and its options. */
interface Component {
  use: string
  options: Record<string, unknown>
  where: string
}

/** A component that is not registered, or options that it does not know; `kind` names what such components draw. */
function checkComponent(
  { use, options, where }: Component,
  kind: 'section' | 'view',
  known: Readonly<Record<string, readonly string[]>>,
): Finding[] {
  const names = known[use]
  if (!names) {
    const message = `nothing draws a whole ${kind} as "${use}"; there are: ${Object.keys(known).join(', ')}`
    return [{ id: `screen.${kind}.unknown`, where: `${where}.use`, message }]
  }
  return Object.keys(options)
    .filter((option) => !names.includes(option))
    .map((option) => ({ id: `screen.${kind}.option`, where: `${where}.options`, message: `"${use}" has no option "${option}"` }))
}

function components(screen: Screen): Finding[] {
  const sections = Object.entries(screen.editor?.sections ?? {}).flatMap(([name, section]): Finding[] => {
    if (Array.isArray(section) || section.use === undefined) return []
    const { use, options = {} } = section
    return checkComponent({ use, options, where: `editor.sections.${name}` }, 'section', sectionOptions)
  })
  const views = Object.entries(screen.list?.views ?? {}).flatMap(([name, { use, options }]) =>
    checkComponent({ use, options, where: `list.views.${name}` }, 'view', viewOptions),
  )
  return [...sections, ...views]
}

/** Widgets, sections and views that do not exist, widgets that do not fit or do not know an option. */
export function checkWidgets(screen: Screen, schema: EntitySchema, widgets: ReadonlyMap<string, KnownWidget>): Finding[] {
  return [...uses(screen).flatMap((use) => checkUse(use, schema, widgets)), ...components(screen)]
}
