import type { Finding } from '../../../schemas/finding.ts'
import type { Condition, EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { patternAt, patternsOf } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import { fieldAt, fieldsOf, topLevelField } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { Screen } from '../screen.ts'
import { checkChildSheets } from './child-sheets.ts'

/** A field name as written in a descriptor. */
interface Mention {
  field: string
  where: string
}

function sectionMentions(screen: Screen): Mention[] {
  return Object.entries(screen.editor?.sections ?? {}).flatMap(([name, section]) => {
    const fields = Array.isArray(section) ? section : section.fields
    return fields.map((field, index) => ({ field, where: `editor.sections.${name}[${index}]` }))
  })
}

function columnMentions(screen: Screen): Mention[] {
  return (screen.list?.columns ?? []).map((column, index) => ({
    field: typeof column === 'string' ? column : column.field,
    where: `list.columns[${index}]`,
  }))
}

function groupMentions(screen: Screen): Mention[] {
  return Object.entries(screen.editor?.groups ?? {}).flatMap(([object, groups]) =>
    Object.entries(groups ?? {}).flatMap(([group, names]) =>
      names.map((name, index) => ({ field: `${object}/${name}`, where: `editor.groups.${object}.${group}[${index}]` })),
    ),
  )
}

/** The fields that the groups of an object name; undefined of an object without groups. */
function groupedIn(screen: Screen, schema: EntitySchema, object: string): string[] | undefined {
  const groups = screen.editor?.groups as Readonly<Record<string, Record<string, string[]>>> | undefined
  const own = patternsOf(schema, object.split('/')).find((path) => groups?.[path])
  return own === undefined ? undefined : Object.values(groups?.[own] ?? {}).flat()
}

/** Whether a section that names `field` shows `path`: an object with groups shows only the fields in its groups. */
function isShownBy(screen: Screen, schema: EntitySchema, { field, path }: { field: string; path: string }): boolean {
  if (path === field) return true
  if (!path.startsWith(`${field}/`)) return false
  const steps = path.split('/')
  return steps.slice(field.split('/').length).every((name, index) => {
    const named = groupedIn(screen, schema, steps.slice(0, field.split('/').length + index).join('/'))
    return named?.includes(name) ?? true
  })
}

/** Places beside which fields show again, and these fields. */
function besideMentions(screen: Screen): Mention[] {
  return Object.entries(screen.editor?.repeatAfter ?? {}).flatMap(([place, fields = []]) =>
    [place, ...fields].map((field) => ({ field, where: `editor.repeatAfter.${place}` })),
  )
}

function unknownFolds(screen: Screen): Finding[] {
  const { collapsed: folded = {}, groups = {} } = screen.editor ?? {}
  return Object.entries(folded as Record<string, string[]>).flatMap(([object, names]) =>
    names
      .filter((name) => (groups as Record<string, Record<string, string[]>>)[object]?.[name] === undefined)
      .map((name) => ({ id: 'screen.fold.group', where: `editor.collapsed.${object}`, message: `"${object}" has no group "${name}"` })),
  )
}

function unknownActions(screen: Screen, schema: EntitySchema): Finding[] {
  const { actions = {}, groups = {} } = screen.editor ?? {}
  return Object.entries(actions as Record<string, Record<string, string>>).flatMap(([object, places]) =>
    Object.entries(places).flatMap(([action, group]) => {
      const where = `editor.actions.${object}.${action}`
      const known = patternAt(schema, object)?.['x-actions']?.[action] !== undefined
      const stands = (groups as Record<string, Record<string, string[]>>)[object]?.[group] !== undefined
      return [
        ...(known ? [] : [{ id: 'screen.action.unknown', where, message: `"${object}" has no action "${action}"` }]),
        ...(stands ? [] : [{ id: 'screen.action.group', where, message: `"${object}" has no group "${group}"` }]),
      ]
    }),
  )
}

function unknownModes(screen: Screen, schema: EntitySchema): Finding[] {
  const known = schema['x-context']?.editor ?? []
  return Object.entries(screen.editor?.modes ?? {}).flatMap(([name, { section }]) => [
    ...(known.includes(name)
      ? []
      : [
          {
            id: 'screen.mode.unknown',
            where: `editor.modes.${name}`,
            message: `${schema.$id} asks of no $editor.${name}; its x-context names it`,
          },
        ]),
    ...(screen.editor?.sections[section]
      ? []
      : [{ id: 'screen.mode.section', where: `editor.modes.${name}.section`, message: `there is no section "${section}"` }]),
  ])
}

function otherMentions(screen: Screen): Mention[] {
  const keyed = (['widgets', 'only', 'spans'] as const).flatMap((part) =>
    Object.keys(screen.editor?.[part] ?? {}).map((field) => ({ field, where: `editor.${part}.${field}` })),
  )
  return [
    ...(screen.title ?? []).map((field, index) => ({ field, where: `title[${index}]` })),
    ...(screen.editor?.branchField === undefined ? [] : [{ field: screen.editor.branchField, where: 'editor.branchField' }]),
    ...(screen.editor?.readOnly ?? []).map((field, index) => ({ field, where: `editor.readOnly[${index}]` })),
    ...(screen.editor?.deleteSummary ?? []).map((field, index) => ({ field, where: `editor.deleteSummary[${index}]` })),
    ...(screen.bulk?.columns ?? []).map((field, index) => ({ field, where: `bulk.columns[${index}]` })),
    ...Object.entries(screen.editor?.modes ?? {}).flatMap(([name, { unlocks }]) =>
      unlocks.map((field, index) => ({ field, where: `editor.modes.${name}.unlocks[${index}]` })),
    ),
    ...Object.entries(screen.editor?.commands ?? {}).flatMap(([name, { write = {}, resultFields: tells = [] }]) =>
      [...Object.keys(write), ...tells].map((field) => ({ field, where: `editor.commands.${name}` })),
    ),
    ...keyed,
    ...besideMentions(screen),
    ...groupMentions(screen),
  ]
}

function unknownFields(mentions: readonly Mention[], schema: EntitySchema): Finding[] {
  return mentions
    .filter(({ field }) => !patternAt(schema, field))
    .map(({ field, where }) => ({ id: 'screen.field.unknown', where, message: `${schema.$id} has no field "${field}"` }))
}

/** A field that goes has no place on a screen any more. */
function removedFields(mentions: readonly Mention[], schema: EntitySchema): Finding[] {
  return mentions
    .filter(({ field }) => patternAt(schema, field)?.['x-removed'] !== undefined)
    .map(({ field, where }) => ({
      id: 'screen.field.removed',
      where,
      message: `"${field}" goes ("x-removed"), so no screen shows it: take it out here`,
    }))
}

function twice(mentions: readonly Mention[], id: string): Finding[] {
  return mentions
    .filter(({ field }, index) => mentions.findIndex((other) => other.field === field) < index)
    .map(({ field, where }) => ({ id, where, message: `"${field}" already stands elsewhere` }))
}

/** Paths of the fields that an object requires in an editor, always or by one of its rules. */
function requiredIn(object: PropertySchema, prefix: string): string[] {
  const isOfSheets = (when: object = {}): boolean => '$editor.bulk' in when && when['$editor.bulk'] === true
  const byRule = (object['x-rules'] ?? [])
    .filter((rule) => rule.effect === 'require' && !isOfSheets(rule.when))
    .flatMap((rule) => rule.fields)
  return [...(object.required ?? []), ...byRule].map((name) => `${prefix}${name}`)
}

/** Fields that may be required; of an object that a record may lack only where `isUsed` says that it is filled. */
function requirable(schema: EntitySchema, isUsed: (path: string) => boolean): string[] {
  const all = fieldsOf(schema)
  const required = new Set([...requiredIn(schema, ''), ...all.flatMap(([path, property]) => requiredIn(property, `${path}/`))])
  const isAlive = (path: string): boolean => {
    const above = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined
    return above === undefined || ((required.has(above) || isUsed(above)) && isAlive(above))
  }
  return all
    .filter(([path, property]) => required.has(path) && !property.properties && !property.readOnly && isAlive(path))
    .filter(([, property]) => property['x-removed'] === undefined)
    .map(([path]) => path)
}

function missingRequired(screen: Screen, schema: EntitySchema): Finding[] {
  if (!screen.editor) return []
  const { branchField: by } = screen.editor
  const shown = [...sectionMentions(screen).map(({ field }) => field), ...(by === undefined ? [] : [by])]
  const isShown = (path: string): boolean => shown.some((field) => isShownBy(screen, schema, { field, path }))
  return requirable(schema, (path) => shown.some((field) => field === path || field.startsWith(`${path}/`)))
    .filter((field) => !isShown(field))
    .map((field) => ({
      id: 'screen.field.missing',
      where: 'editor.sections',
      message: `"${field}" can be required and stands in no section`,
    }))
}

function uncreatable(screen: Screen, schema: EntitySchema): Finding[] {
  const shut = (field: string): boolean => (screen.editor?.readOnly?.includes(field) ?? false) || screen.editor?.only?.[field] === 'edit'
  return schema.required
    .filter((field) => screen.editor && shut(field) && schema.properties[field]?.default === undefined)
    .filter((field) => !Object.hasOwn(schema['x-entity'].command?.prefill ?? {}, field))
    .map((field) => ({
      id: 'screen.field.uncreatable',
      where: 'editor',
      message: `"${field}" is required, has no default, and cannot be filled when creating`,
    }))
}

function writeOnlyColumns(screen: Screen, schema: EntitySchema): Finding[] {
  return [...columnMentions(screen), ...otherMentions(screen).filter(({ where }) => where.startsWith('bulk.'))]
    .filter(({ field }) => fieldAt(schema, field)?.writeOnly || fieldAt(schema, field)?.['x-secret'])
    .map(({ field, where }) => ({
      id: 'screen.column.write-only',
      where,
      message: `"${field}" is written and never read; it cannot be a column`,
    }))
}

function bulkColumns(screen: Screen, schema: EntitySchema): Finding[] {
  if (!screen.bulk) return []
  const columns = screen.bulk.columns
  const labels = columns.map((field) => schema.properties[field]?.['x-ref']?.label)
  const held = [...columns, ...Object.values(screen.bulk.children ?? {}).map(({ list }) => list)].map(topLevelField)
  const absent = [...schema['x-key'], ...schema.required].filter(
    (field) => !columns.includes(field) && !held.includes(field) && !labels.includes(field),
  )
  const shut = columns.filter((field) => fieldAt(schema, field)?.['x-csv'] === false)
  return [
    ...[...new Set(absent)].map((field) => ({
      id: 'screen.bulk.missing',
      where: 'bulk.columns',
      message: `"${field}" is needed to find or create a row`,
    })),
    ...shut.map((field) => ({
      id: 'screen.bulk.not-csv',
      where: 'bulk.columns',
      message: `"${field}" has no spreadsheet column (x-csv: false)`,
    })),
  ]
}

function conditionFields(condition: Condition, where: string): Mention[] {
  const { any = [], all = [], not, ...tests } = condition
  const nested = [...any, ...all, ...(not ? [not] : [])].flatMap((inner) => conditionFields(inner, where))
  const own = Object.keys(tests)
    .filter((path) => /^[A-Za-z]/.test(path))
    .map((path) => ({ field: path.split('.')[0] ?? path, where }))
  return [...own, ...nested]
}

function editorConditions(screen: Screen): Mention[] {
  const { notices = [], commands = {}, next } = screen.editor ?? {}
  return [
    ...sectionConditions(screen),
    ...notices.flatMap(({ when }, index) => conditionFields(when, `editor.notices[${index}].when`)),
    ...(next ? conditionFields(next.when, 'editor.next.when') : []),
    ...Object.entries(commands).flatMap(([name, { when }]) => conditionFields(when, `editor.commands.${name}.when`)),
  ]
}

function sectionConditions(screen: Screen): Mention[] {
  return Object.entries(screen.editor?.sections ?? {}).flatMap(([name, section]) =>
    Array.isArray(section)
      ? []
      : [
          ...conditionFields(section.when ?? {}, `editor.sections.${name}.when`),
          ...conditionFields(section.disabled?.unless ?? {}, `editor.sections.${name}.disabled`),
        ],
  )
}

/** Fields that are unknown, duplicate, missing or misplaced. */
export function checkFields(screen: Screen, schema: EntitySchema): Finding[] {
  const sections = sectionMentions(screen)
  const columns = columnMentions(screen)
  const mentions = [...sections, ...columns, ...otherMentions(screen), ...editorConditions(screen)]
  return [
    ...unknownFields(mentions, schema),
    ...removedFields(mentions, schema),
    ...twice(
      [
        ...(screen.editor?.branchField === undefined ? [] : [{ field: screen.editor.branchField, where: 'editor.branchField' }]),
        ...sections,
      ],
      'screen.field.twice',
    ),
    ...twice(groupMentions(screen), 'screen.field.twice'),
    ...unknownModes(screen, schema),
    ...unknownFolds(screen),
    ...unknownActions(screen, schema),
    ...twice(columns, 'screen.column.twice'),
    ...missingRequired(screen, schema),
    ...uncreatable(screen, schema),
    ...writeOnlyColumns(screen, schema),
    ...bulkColumns(screen, schema),
    ...checkChildSheets(screen, schema),
  ]
}
