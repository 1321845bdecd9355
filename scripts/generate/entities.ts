import type { EntityMeta, EntitySchema } from '../../schemas/vocabulary/types.ts'
import { compileWire } from '../../schemas/wire/compile-wire.ts'
import { generatedNote, objectKey, variableName } from './names.ts'
import type { Tree } from './tree.ts'

const asJson = "with { type: 'json' }"

/** Whether a schema refers to definitions in another file. */
export function hasReferences(schema: EntitySchema): boolean {
  return JSON.stringify(schema).includes('"$ref":')
}

/** Import path of the hand-written schema, or of its resolved copy if it refers to shared definitions. */
export function schemaPath(tree: Tree, name: string): string {
  const source = tree.sources[name]
  return source && hasReferences(source) ? `./entities/${name}.json` : `../entities/${name}.schema.json`
}

/** Source of the module with entity names only, so that the browser can import the union type without any schema. */
export function entityNames(tree: Tree): string {
  return [
    generatedNote,
    '',
    '/** Every entity, in alphabetical order. */',
    'export const entityNames = [',
    ...Object.keys(tree.entities).map((name) => `  '${name}',`),
    '] as const',
    '',
    'export type EntityName = (typeof entityNames)[number]',
    '',
    '/** Whether a name that came from outside is an entity. */',
    'export function isEntityName(name: string): name is EntityName {',
    '  return (entityNames as readonly string[]).includes(name)',
    '}',
    '',
  ].join('\n')
}

/** Source of the module with every `x-entity`: the metadata that navigation, routes and rights need, without the schemas. */
export function entityMeta(tree: Tree): string {
  return [
    generatedNote,
    "import type { EntityMeta, EntitySchema } from '../vocabulary/types.ts'",
    "import type { EntityName } from './entity-names.ts'",
    '',
    '/** The `x-entity` of every schema. */',
    'export const entityMeta: Record<EntityName, EntityMeta> = {',
    ...Object.entries(tree.entities).map(([name, schema]) => `  ${objectKey(name)}: ${inlineLiteral(schema['x-entity'])},`),
    '}',
    '',
  ].join('\n')
}

/** Metadata as a TypeScript object literal on one line. */
function inlineLiteral(meta: EntityMeta): string {
  const literal = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
    if (typeof value === 'object' && value !== null) {
      const rows = Object.entries(value).map(([key, inner]) => `${objectKey(key)}: ${literal(inner)}`)
      return `{ ${rows.join(', ')} }`
    }
    return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)
  }
  return literal(meta)
}

/** Source of the module with the wire tables (`x-wire`), by which the browser decodes and encodes records. */
export function wireTables(tree: Tree): string {
  const tables = Object.entries(tree.entities).flatMap(([name, schema]): string[] => {
    const wire = compileWire(schema)
    return wire === undefined ? [] : [`  ${objectKey(name)}: ${JSON.stringify(wire)},`]
  })
  return [
    generatedNote,
    "import type { ObjectWire } from '../wire/object-wire.ts'",
    '',
    '/** How records travel, by entity; those of other entities travel as they are stored. */',
    'export const wireTables: Readonly<Record<string, ObjectWire | undefined>> = {',
    ...tables,
    '}',
    '',
  ].join('\n')
}

/** Source of the module that imports all schemas, for the service and the checks. */
export function entitySchemas(tree: Tree): string {
  const names = Object.keys(tree.entities)
  const schemaOf = (name: string): string => {
    // The types that TypeScript infers of JSON files differ from schema to schema.
    const schema = `${variableName(name)} as unknown as EntitySchema`
    return tree.evolutions[name] === undefined ? schema : `{ ...(${schema}), 'x-evolution': ${JSON.stringify(tree.evolutions[name])} }`
  }
  return [
    generatedNote,
    "import type { EntitySchema } from '../vocabulary/types.ts'",
    "import type { EntityName } from './entity-names.ts'",
    ...names.map((name) => `import ${variableName(name)} from '${schemaPath(tree, name)}' ${asJson}`),
    '',
    "export type { EntityName } from './entity-names.ts'",
    '',
    '/** Every entity with its schema; for the service, which needs them all. The browser takes `loadSchema`. */',
    'export const entitySchemas: Record<EntityName, EntitySchema> = {',
    ...names.map((name) => `  ${objectKey(name)}: ${schemaOf(name)},`),
    '}',
    '',
  ].join('\n')
}

/** Source of the module that imports the functions of `schemas/migrations`. */
export function recordMigrations({ migrations }: Tree): string {
  const names = Object.keys(migrations)
  return [
    generatedNote,
    "import type { RecordMigrations } from '../evolution/record-migration.ts'",
    ...names.map((name) => `import { migration as ${variableName(name)} } from '../migrations/${name}.ts'`),
    '',
    '/** Changes of stored records that no declaration can say, by file name. */',
    'export const recordMigrations: RecordMigrations = {',
    ...names.map((name) => `  ${objectKey(name)}: ${variableName(name)},`),
    '}',
    '',
  ].join('\n')
}

/** Source of the module that loads one schema at a time, for the browser. */
export function schemaLoader(tree: Tree): string {
  const rows = Object.keys(tree.entities).map(
    (name) => `  ${objectKey(name)}: () => import('${schemaPath(tree, name)}', { with: { type: 'json' } }),`,
  )
  return [
    generatedNote,
    "import type { EntitySchema } from '../vocabulary/types.ts'",
    "import type { EntityName } from './entity-names.ts'",
    '',
    'const loaders: Record<EntityName, () => Promise<{ default: unknown }>> = {',
    ...rows,
    '}',
    '',
    '/** Fetches one schema; a bundler gives each its own small file. */',
    'export async function loadSchema(name: EntityName): Promise<EntitySchema> {',
    '  return (await loaders[name]()).default as EntitySchema',
    '}',
    '',
  ].join('\n')
}
