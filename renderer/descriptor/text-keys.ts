import { rowSchema } from '../../schemas/vocabulary/row-schema.ts'
import type { AccessRule, EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'
import type { Screen } from './screen.ts'

/** Locale keys that one entity and its screen read. `optional` ones may be absent in every language. */
export interface TextKeys {
  required: string[]
  optional: string[]
}

/** A property with its dotted path; items of lists count as part of the list (`lan.subnets.prefix`). */
interface Place {
  path: string
  property: PropertySchema
}

function places(parent: PropertySchema, prefix = ''): Place[] {
  return Object.entries(parent.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    return [{ path, property }, ...places(property, `${path}.`), ...places(rowSchema(property) ?? {}, `${path}.`)]
  })
}

/** The rows of lists and entries of maps; they share the path of what they stand in. */
const rowsOf = (all: readonly Place[]): Place[] =>
  all.flatMap(({ path, property }) => [rowSchema(property)].flatMap((row) => (row ? [{ path, property: row }] : [])))

function becauseOf(schema: PropertySchema): string[] {
  const access = Object.values(schema['x-access'] ?? {}).map((rule) => rule.because)
  const rows = Object.values(schema['x-rows'] ?? {}).map((rule: AccessRule) => rule.because)
  const actions = Object.values(schema['x-actions'] ?? {}).map((action) => action.because)
  return [...access, ...rows, ...actions, ...(schema['x-rules'] ?? []).map((rule) => rule.because)]
}

function optionKeys(entity: string, { path, property }: Place): string[] {
  const options = property.enum ?? rowSchema(property)?.enum ?? []
  return options.filter((value) => value !== null).map((value) => `${entity}.option.${path}.${String(value)}`)
}

/** What the buttons of an object say; those of the record itself have no path. */
function actionKeys(entity: string, { path, property }: Place): string[] {
  return Object.entries(property['x-actions'] ?? {}).flatMap(([name, { confirm }]) => {
    const key = (kind: string): string => [entity, kind, ...(path === '' ? [] : [path]), name].join('.')
    return [key('action'), ...(confirm ? [key('confirm')] : [])]
  })
}

function screenKeys(entity: string, screen: Screen): string[] {
  const sections = Object.entries(screen.editor?.sections ?? {})
  const tabs = sections.flatMap(([, section]) => (Array.isArray(section) || section.tab === undefined ? [] : [section.tab]))
  return [
    `shell.group.${screen.group}`,
    ...(screen.list ? [`${entity}.tab.all`] : []),
    ...sections.map(([name]) => `${entity}.section.${name}`),
    ...tabs.map((tab) => `${entity}.tab.${tab}`),
    ...(screen.journal?.events ?? []).map((event) => `${entity}.event.${event}`),
  ]
}

/** Every key that generic code derives from the names in a schema and its screen. */
export function textKeys(schema: EntitySchema, screen?: Screen): TextKeys {
  const entity = schema['x-entity'].name
  const all = places(schema)
  const required = [
    ...['one', 'many', 'about'].map((name) => `${entity}.${name}`),
    ...all.map(({ path }) => `${entity}.field.${path}`),
    ...all.flatMap((place) => optionKeys(entity, place)),
    ...Object.keys(schema['x-conditions'] ?? {}).map((name) => `${entity}.tab.${name}`),
    ...(schema['x-unique'] ?? []).map((unique) => unique.because),
    ...Object.values(schema['x-operations'] ?? {}).map((rule) => rule.because),
    ...becauseOf(schema),
    ...all.flatMap(({ property }) => [...becauseOf(property), ...becauseOf(rowSchema(property) ?? {})]),
    ...[{ path: '', property: schema }, ...all, ...rowsOf(all)].flatMap((place) => actionKeys(entity, place)),
    ...(screen ? screenKeys(entity, screen) : []),
  ]
  return { required: [...new Set(required)], optional: all.map(({ path }) => `${entity}.help.${path}`) }
}
