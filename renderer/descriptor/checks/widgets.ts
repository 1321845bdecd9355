import type { Finding } from '../../../schemas/finding.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { fieldAt } from '../../../schemas/vocabulary/field-path.ts'
import type { Screen, WidgetUse } from '../screen.ts'
import { sectionNames } from '../section-names.ts'

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
  const { use: name, ...options } = typeof use === 'string' ? { use } : use
  const widget = widgets.get(name)
  if (!widget)
    return [{ id: 'screen.widget.unknown', where, message: `no widget is called "${name}"; there are: ${[...widgets.keys()].join(', ')}` }]
  const property = fieldAt(schema, field)
  const misfit = property !== undefined && !widget.fits(property)
  const stray = Object.keys(options).filter((option) => !widget.options.includes(option))
  return [
    ...(misfit ? [{ id: 'screen.widget.misfit', where, message: `"${name}" cannot show "${field}"` }] : []),
    ...stray.map((option) => ({ id: 'screen.widget.option', where, message: `"${name}" has no option "${option}"` })),
  ]
}

function unknownSections(screen: Screen): Finding[] {
  const known: readonly string[] = sectionNames
  return Object.entries(screen.editor?.sections ?? {}).flatMap(([name, section]) => {
    if (Array.isArray(section) || section.use === undefined || known.includes(section.use)) return []
    const message = `nothing draws whole sections as "${section.use}"; there are: ${known.join(', ') || 'none'}`
    return [{ id: 'screen.section.unknown', where: `editor.sections.${name}.use`, message }]
  })
}

/** Widgets and section components that do not exist, widgets that do not fit or do not know an option. */
export function checkWidgets(screen: Screen, schema: EntitySchema, widgets: ReadonlyMap<string, KnownWidget>): Finding[] {
  return [...uses(screen).flatMap((use) => checkUse(use, schema, widgets)), ...unknownSections(screen)]
}
