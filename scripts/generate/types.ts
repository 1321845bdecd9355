import { entrySchema } from '../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'
import { generatedNote, objectKey, typeName } from './names.ts'
import type { Tree } from './tree.ts'

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)
}

function union(values: readonly unknown[]): string {
  return values.length ? values.map(literal).join(' | ') : 'never'
}

const scalars: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }

function oneType(type: string, property: PropertySchema, indent: string): string {
  if (type === 'array') {
    const item = property.items ? typeOf(property.items, indent) : 'unknown'
    return item.includes('|') ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object') return property.properties ? objectType(property, indent) : mapType(property, indent)
  return scalars[type] ?? 'unknown'
}

function mapType(property: PropertySchema, indent: string): string {
  const entry = entrySchema(property)
  return `Record<string, ${entry ? typeOf(entry, indent) : 'unknown'}>`
}

function typeOf(property: PropertySchema, indent: string): string {
  if (property.const !== undefined) return literal(property.const)
  if (property.enum) return union(property.enum)
  const types = Array.isArray(property.type) ? property.type : [property.type ?? (property.properties ? 'object' : 'unknown')]
  return types.map((type) => oneType(type, property, indent)).join(' | ')
}

function objectType(property: PropertySchema, indent: string): string {
  const inner = `${indent}  `
  const required = new Set(property.required)
  const lines = Object.entries(property.properties ?? {}).flatMap(([name, child]) => {
    const readonly = child.readOnly ? 'readonly ' : ''
    const line = `${inner}${readonly}${objectKey(name)}${required.has(name) ? '' : '?'}: ${typeOf(child, inner)}`
    return child.description ? [`${inner}/** ${child.description} */`, line] : [line]
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** Lines with path and type of every field (`'site/name': string`); list items are not fields. */
function fieldRows(properties: Record<string, PropertySchema>, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, child]) => {
    const path = `${prefix}${name}`
    const own = `  ${objectKey(path)}: ${typeOf(child, '  ')}`
    return child.properties ? [own, ...fieldRows(child.properties, `${path}/`)] : [own]
  })
}

/** Source of one entity's TypeScript module: its record type, and the field, sort and condition names that a screen may use. */
export function entityTypes(schema: EntitySchema): string {
  const name = typeName(schema['x-entity'].name)
  return [
    generatedNote,
    '',
    `/** ${schema.description} */`,
    `export interface ${name} ${objectType(schema, '')}`,
    '',
    '/** What a screen may name, with the type of its value. */',
    `export interface ${name}Fields {`,
    ...fieldRows(schema.properties),
    '}',
    '',
    `/** Orders that lists of ${schema['x-entity'].plural} offer. */`,
    `export type ${name}Sort = ${union(schema['x-sort'])}`,
    '',
    `/** Conditions by which lists of ${schema['x-entity'].plural} are split into tabs. */`,
    `export type ${name}Condition = ${union(Object.keys(schema['x-conditions'] ?? {}))}`,
    '',
  ].join('\n')
}

/** Source of the type map from entity name to its types, for code that is generic over entities. */
export function entityTypeMap(tree: Tree): string {
  const names = Object.keys(tree.entities)
  const imports = names.map((name) => {
    const type = typeName(name)
    return `import type { ${type}, ${type}Condition, ${type}Fields, ${type}Sort } from './types/${name}.ts'`
  })
  const rows = names.map((name) => {
    const type = typeName(name)
    return `  ${objectKey(name)}: { record: ${type}; fields: ${type}Fields; sort: ${type}Sort; condition: ${type}Condition }`
  })
  return [
    generatedNote,
    ...imports,
    '',
    '/** What each entity consists of: its record, the fields of its screen, its orders, its conditions. */',
    'export interface EntityTypes {',
    ...rows,
    '}',
    '',
  ].join('\n')
}
