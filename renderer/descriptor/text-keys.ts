import { hasUniformChildren } from '../../schemas/vocabulary/schema/uniform-children.ts'
import { dottedPath, fieldsOf } from '../../schemas/vocabulary/paths/field-path.ts'
import { rowSchema, SECRET_MARK } from '../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'
import type { Screen, Section } from './screen.ts'
import type { SectionUses } from './section-names.ts'
import type { DualListOptions } from '../widgets/dual-list/index.ts'

/** Locale keys that one entity and its screen read. `optional` ones may be absent in every language. */
export interface TextKeys {
  required: string[]
  optional: string[]
}

/** A property with its dotted path; items of lists count as part of the list (`lan.subnets.prefix`), what like objects hold as part of what holds them (`wans.mtu`). */
interface Place {
  path: string
  property: PropertySchema
}

function places(parent: PropertySchema, prefix = ''): Place[] {
  const isAlike = hasUniformChildren(parent)
  return Object.entries(parent.properties ?? {}).flatMap(([name, property], index) => {
    const path = `${prefix}${name}`
    // What goes is shown nowhere, so it needs no words.
    if (property['x-removed'] !== undefined) return []
    if (isAlike && index > 0) return [{ path, property }]
    const inside = isAlike ? prefix : `${path}.`
    return [{ path, property }, ...places(property, inside), ...places(rowSchema(property) ?? {}, inside)]
  })
}

/** The rows of lists and entries of maps; they share the path of their container. */
const rowsOf = (all: readonly Place[]): Place[] =>
  all.flatMap(({ path, property }) => [rowSchema(property)].flatMap((row) => (row ? [{ path, property: row }] : [])))

function becauseOf(schema: PropertySchema): string[] {
  const access = Object.values(schema['x-access'] ?? {}).map((rule) => rule.because)
  const { delete: removal, keepFirst } = schema['x-rows'] ?? {}
  const csv = schema['x-csv']
  const unknown = csv && csv.unknown !== undefined ? [csv.unknown] : []
  const rows = [removal?.because, keepFirst].filter((because) => because !== undefined)
  const actions = Object.values(schema['x-actions'] ?? {}).flatMap(({ because, needs }) => (needs ? [because, needs.because] : [because]))
  return [
    ...access,
    ...rows,
    ...unknown,
    ...(schema['x-ref']?.once === undefined ? [] : [schema['x-ref'].once]),
    ...(schema['x-refusal'] === undefined ? [] : [schema['x-refusal']]),
    ...actions,
    ...(schema['x-rules'] ?? []).flatMap(({ about, because }) => (about === undefined ? [because] : [about, because])),
  ]
}

function optionKeys(entity: string, { path, property }: Place): string[] {
  const options = property.enum ?? rowSchema(property)?.enum ?? property.examples ?? []
  return options.filter((value) => value !== null).map((value) => `${entity}.option.${path}.${String(value)}`)
}

/** What the buttons of an object say; those of the record itself have no path. */
function actionKeys(entity: string, { path, property }: Place): string[] {
  return Object.entries(property['x-actions'] ?? {}).flatMap(([name, { confirm }]) => {
    const key = (kind: string): string => [entity, kind, ...(path === '' ? [] : [path]), name].join('.')
    return [key('action'), ...(confirm ? [key('confirm')] : [])]
  })
}

/** Key of the title of a group of fields inside the object at a text path. */
export const groupKey = (entity: string, path: string, group: string): string => `${entity}.group.${path}.${group}`

/** Keys of a section besides its title: why a tab does not open, columns and emptiness of related records. */
function sectionTexts(entity: string, { disabled, use, options }: Exclude<Section, unknown[]>): string[] {
  const related = use === 'related-records' ? (options as SectionUses['related-records']) : undefined
  return [
    ...(disabled ? [disabled.because] : []),
    ...(related
      ? [...Object.keys(related.columns), 'title', 'empty', 'none'].map((name) => `${entity}.related.${related.name}.${name}`)
      : []),
  ]
}

/** Words of what can be done at once: button, explanation, outcome, and the question before. */
function commandTexts(entity: string, screen: Screen): string[] {
  const commands = Object.entries(screen.editor?.commands ?? {})
  const own = commands.flatMap(([name, { because, confirm }]) => {
    const key = `${entity}.command.${name}`
    return [key, `${key}.about`, `${key}.done`, because, ...(confirm ? [`${key}.confirm`] : [])]
  })
  return commands.length === 0 ? [] : [`${entity}.commands`, ...own]
}

/** Words of what a screen calls the deletion of its records: in list, editor and sheet, if it has one, before and after. */
function deletionTexts({ editor: shown, bulk }: Screen): string[] {
  const verb = shown?.verbs?.delete
  if (verb === undefined) return []
  const list = ['title', 'titleMany', 'text', 'none', 'done'].map((name) => `list.${verb}.${name}`)
  const words = bulk === undefined ? [] : ['verb', 'noRight', 'none', 'title', 'confirm', 'done']
  const sheet = words.map((name) => `bulk.${verb}.${name}`)
  const editor = [`editor.verb.${verb}`, `editor.done.${verb}`, `editor.${verb}.title`, `editor.${verb}.about`]
  return [`list.action.${verb}`, ...list, ...sheet, ...editor]
}

/** Titles of a summary page and its plots, and what its rows differ by. */
function summaryTexts(entity: string, summary: Screen['summary']): string[] {
  if (!summary) return []
  const { by, tones } = summary.states
  return [
    ...['title', 'purpose'].map((name) => `${entity}.summary.${name}`),
    ...Object.keys(summary.plots).flatMap((name) => [`${entity}.summary.${name}`, `${entity}.summary.${name}.about`]),
    ...Object.keys(tones).map((value) => `${entity}.summary.${by}.${value}`),
  ]
}

/** Title and purpose of a page of matrices, and what stands above alarms; a matrix on another's page is called what its records are. */
function matrixTexts(entity: string, matrix: Screen['matrix']): string[] {
  if (!matrix) return []
  const page = matrix.on === undefined ? ['title', 'purpose'].map((name) => `${entity}.matrix.${name}`) : []
  return matrix.alarms === undefined ? page : [...page, matrix.alarms]
}

/** What dual lists say of candidates. */
function dualTexts(screen: Screen): string[] {
  return Object.values(screen.editor?.widgets ?? {}).flatMap((use) => {
    if (typeof use !== 'object' || use.use !== 'dual-list') return []
    const { empty, held, marks } = use as DualListOptions
    return [...(empty === undefined ? [] : [empty]), ...(held ? [held.text] : []), ...Object.values(marks ?? {})]
  })
}

function screenKeys(entity: string, screen: Screen): string[] {
  const sections = Object.entries(screen.editor?.sections ?? {})
  const tabs = sections.flatMap(([, section]) => (Array.isArray(section) || section.tab === undefined ? [] : [section.tab]))
  return [
    `shell.group.${screen.group}`,
    ...(screen.list ? [`${entity}.tab.all`] : []),
    ...[screen.editor?.heading, screen.editor?.note, screen.editor?.next?.text].filter((key) => key !== undefined),
    ...(screen.list?.columns ?? []).flatMap((column) =>
      typeof column === 'string' || column.headerKey === undefined ? [] : [`${entity}.field.${column.headerKey}`],
    ),
    ...Object.keys(screen.list?.views ?? {}).map((view) => `${entity}.view.${view}`),
    ...(screen.list?.appActions ?? []).map(({ name }) => `list.row.${name}`),
    ...Object.keys(screen.list?.rowActions ?? {}).map((name) => `${entity}.acted.${name}`),
    ...sections.map(([name]) => `${entity}.section.${name}`),
    ...tabs.map((tab) => `${entity}.tab.${tab}`),
    ...sections.flatMap(([, section]) => (Array.isArray(section) ? [] : sectionTexts(entity, section))),
    ...Object.entries(screen.editor?.groups ?? {}).flatMap(([object, groups]) =>
      Object.keys(groups ?? {}).map((group) =>
        groupKey(
          entity,
          object
            .split('/')
            .filter((name) => name !== '*')
            .join('.'),
          group,
        ),
      ),
    ),
    ...Object.keys(screen.editor?.modes ?? {}).flatMap((mode) => [`${entity}.mode.${mode}`, `${entity}.because.${mode}`]),
    ...Object.entries(screen.editor?.alternatives ?? {}).flatMap(([name, { sections: parts, offered }]) => [
      `${entity}.${name}.title`,
      `editor.verb.${name}`,
      `list.row.${name}`,
      ...(offered ? [offered.because] : []),
      ...Object.keys(parts).map((part) => `${entity}.section.${part}`),
    ]),
    ...(screen.editor?.notices ?? []).map(({ text }) => text),
    ...commandTexts(entity, screen),
    ...dualTexts(screen),
    ...deletionTexts(screen),
    ...(screen.journal?.events ?? []).map((event) => `${entity}.event.${event}`),
    ...summaryTexts(entity, screen.summary),
    ...matrixTexts(entity, screen.matrix),
  ]
}

/** What stands for secrets that are never read back, as far as rules ask whether there is one. */
function secretMarks(schema: EntitySchema, all: readonly Place[]): string[] {
  const marks = all.flatMap(({ path, property }) =>
    property['x-secret'] ? [[...path.split('.').slice(0, -1), SECRET_MARK].join('.')] : [],
  )
  const rules = marks.length === 0 ? '' : JSON.stringify(schema)
  return rules.includes(`"${SECRET_MARK}":`) ? marks : []
}

/** Words of fields that go, which journal and reference still tell while they are there. */
function removedKeys(entity: string, schema: EntitySchema): string[] {
  return fieldsOf(schema)
    .filter(([, property]) => property['x-removed'] !== undefined)
    .flatMap(([path, property]) => [
      `${entity}.field.${dottedPath(path)}`,
      `${entity}.help.${dottedPath(path)}`,
      ...optionKeys(entity, { path: dottedPath(path), property }),
    ])
}

/** Every key that generic code derives from the names in a schema and its screen. */
export function textKeys(schema: EntitySchema, screen?: Screen): TextKeys {
  const entity = schema['x-entity'].name
  const all = places(schema)
  const required = [
    ...['one', 'many', 'about'].map((name) => `${entity}.${name}`),
    ...all.map(({ path }) => `${entity}.field.${path}`),
    ...secretMarks(schema, all).map((path) => `${entity}.field.${path}`),
    ...all.flatMap((place) => optionKeys(entity, place)),
    ...Object.keys(schema['x-conditions'] ?? {}).map((name) => `${entity}.tab.${name}`),
    ...(schema['x-unique'] ?? []).map((unique) => unique.because),
    ...Object.values(schema['x-operations'] ?? {}).flatMap((rules) => [rules].flat().map((rule) => rule.because)),
    ...Object.values(schema['x-requests'] ?? {}).map((rule) => rule.because),
    ...Object.entries(schema['x-context'] ?? {}).flatMap(([root, names]) => names.map((name) => `${entity}.context.${root}.${name}`)),
    ...becauseOf(schema),
    ...all.flatMap(({ property }) => [...becauseOf(property), ...becauseOf(rowSchema(property) ?? {})]),
    ...[{ path: '', property: schema }, ...all, ...rowsOf(all)].flatMap((place) => actionKeys(entity, place)),
    ...(screen ? screenKeys(entity, screen) : []),
  ]
  const helped = [...all.map(({ path }) => path), ...Object.keys(screen?.editor?.modes ?? {})]
  const sentences = (screen?.journal?.events ?? []).flatMap((event) => [`${entity}.sentence.${event}`, `${entity}.sentences.${event}`])
  return {
    required: [...new Set(required)],
    optional: [`${entity}.counted`, ...removedKeys(entity, schema), ...helped.map((path) => `${entity}.help.${path}`), ...sentences],
  }
}
