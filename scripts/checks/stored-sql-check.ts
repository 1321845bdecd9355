import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { earlierNamesOf } from '../../schemas/evolution/earlier-names.ts'
import type { Finding } from '../../schemas/finding.ts'
import { didYouMean, hintFor } from '../../schemas/vocabulary/names.ts'
import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'
import { typeOf } from '../../schemas/filter/field-type.ts'
import { keyColumns, orderColumns } from '../../server/domain/entity-sql.ts'
import { versionedSql } from '../../server/entities/model/versioned-sql.ts'
import type { Tree } from '../generate/tree.ts'
import { sqlPlaces, type Meant, type SqlPlace } from './stored-sql-places.ts'

type StoredTree = Pick<Tree, 'root' | 'entities' | 'evolutions'>

/**
 * Checks SQL that is written by hand: it reads stored data by names of fields, which no compiler sees. Every name is a field of the present
 * schema, and none stands elsewhere in rows that the release before has written.
 */
export function checkStoredSql(tree: StoredTree, sources = readSources(tree.root)): Finding[] {
  const found = [...sources].flatMap(([file, source]) =>
    sqlPlaces(source).flatMap((place): Finding[] => {
      const faults = place.meant.length === 0 ? unknownOwner(tree, place) : place.meant.map((meant) => faultOf(tree, place, meant))
      // An alias that several tables have in one file may stand for any of them.
      const [fault] = faults.includes(undefined) ? [] : faults
      return fault === undefined ? [] : [{ ...fault, where: `${file}:${place.line}` }]
    }),
  )
  return [...found, ...checkColumns(tree)]
}

type Fault = Omit<Finding, 'where'>

function faultOf(tree: StoredTree, { written, names }: SqlPlace, { table, path }: Meant): Fault | undefined {
  const schema = schemaOf(tree, table)
  const [top = ''] = path
  if (schema === undefined || top.includes('${')) return undefined
  const entity = schema['x-entity'].name
  if (!hasPlace(schema, path)) {
    const now = earlierNamesOf(schema)?.place(concrete(schema, path))
    const present = now?.isEarlier === true ? now.segments : undefined
    const called =
      present === undefined ? didYouMean(hintFor(path.at(-1) ?? '', namesIn(schema))) : `; it is called "${present.join('/')}" now`
    // Values of lists and maps have an alias of their own.
    const write = path.length > names.length ? `'${present?.at(-1) ?? '<name>'}'` : readerOf(entity, present ?? ['<name>'], written)
    return { id: 'stored.unknown', message: `${written}: ${entity} has no field "${names.join('/')}"${called}; write ${write}` }
  }
  if (!isVersioned(tree, schema, top)) return undefined
  const message = `${written}: rows that the release before has written have "${top}" of ${entity} elsewhere; write ${readerOf(entity, path, written)}`
  return { id: 'stored.version', message }
}

/** Faults of a name whose table is said elsewhere: some schema has it, and it means the same in rows of every release. */
function unknownOwner(tree: StoredTree, { written, names }: SqlPlace): (Fault | undefined)[] {
  const [first = ''] = names
  if (names.some((name) => name.includes('${'))) return []
  const schemas = Object.values(tree.entities)
  const name = names.join('/')
  if (!schemas.some((schema) => names.every((one) => namesIn(schema).has(one)))) {
    const heir = schemas.find((schema) => earlierNamesOf(schema)?.place(names).isEarlier === true)
    const [entity, now] = [heir?.['x-entity'].name ?? '<entity>', heir && earlierNamesOf(heir)?.place(names).segments]
    const what = now === undefined ? '' : `; ${entity} calls it "${now.join('/')}" now`
    return [
      {
        id: 'stored.unknown',
        message: `${written}: no entity has a field "${name}"${what}; write ${readerOf(entity, now ?? ['<name>'], written)}`,
      },
    ]
  }
  const changed = schemas.find((schema) => isVersioned(tree, schema, first) || earlierNamesOf(schema)?.place([first]).isEarlier === true)
  if (changed === undefined) return [undefined]
  const { name: entity } = changed['x-entity']
  return [
    {
      id: 'stored.version',
      message: `${written}: ${entity} has changed what it calls "${first}"; write ${readerOf('<entity>', names, written)}, which says whose field is meant`,
    },
  ]
}

/** What reads a field in rows of both releases. */
function readerOf(entity: string, [top = '', ...inner]: readonly string[], written: string): string {
  const reader = inner.length === 0 && written.includes('>>') ? 'storedText' : 'storedJson'
  const steps = inner.map((name) => `->'${name}'`).join('')
  return `\${${reader}('${entity}', '${top}')('<alias>')}${steps}`
}

function schemaOf({ entities, evolutions }: StoredTree, table: string): EntitySchema | undefined {
  const name = Object.keys(evolutions).find((one) => evolutions[one]?.table === table) ?? table
  return entities[name]
}

function isVersioned({ evolutions }: StoredTree, schema: EntitySchema, name: string): boolean {
  const [evolution, property] = [evolutions[schema['x-entity'].name], schema.properties[name]]
  return (
    evolution !== undefined && property !== undefined && versionedSql(evolution, { name, property, type: typeOf(property) }) !== undefined
  )
}

/** Whether the schema has a place. Objects of which it says nothing may hold anything. */
function hasPlace(
  property: Pick<PropertySchema, 'properties' | 'items' | 'additionalProperties'>,
  [step, ...rest]: readonly string[],
): boolean {
  if (step === undefined || step.includes('${')) return true
  const { properties, items, additionalProperties: entries } = property
  const rows = [items, typeof entries === 'object' ? entries : undefined].filter((one) => one !== undefined)
  if (properties === undefined && rows.length === 0) return true
  const inner = step === '*' ? [...rows, ...Object.values(properties ?? {})] : [...rows, properties?.[step]]
  return inner.some((one) => one !== undefined && hasPlace(one, rest))
}

/** The path with a name for each `*` of an object whose properties are alike. */
function concrete(schema: PropertySchema, path: readonly string[]): string[] {
  let at: PropertySchema | undefined = schema
  return path.map((step) => {
    const names: string[] = Object.keys(at?.properties ?? {})
    const [name = step] = step === '*' ? names : [step]
    const entries: unknown = at?.additionalProperties
    at = at?.properties?.[name] ?? at?.items ?? (typeof entries === 'object' ? (entries as PropertySchema) : undefined)
    return name
  })
}

const known = new WeakMap<EntitySchema, ReadonlySet<string>>()

/** The names of all fields of a schema, at any depth. */
function namesIn(schema: EntitySchema): ReadonlySet<string> {
  const found =
    known.get(schema) ??
    new Set([...JSON.stringify(schema.properties).matchAll(/"([A-Za-z]\w*)":\{/g)].map(([, name = '']) => name).concat('*'))
  known.set(schema, found)
  return found
}

/** Columns of tables that hold a field of their own. */
function checkColumns({ entities }: StoredTree): Finding[] {
  const columns = [
    ...Object.entries(keyColumns),
    ...Object.entries(orderColumns).map(([entity, byField]) => [entity, Object.keys(byField)] as const),
  ]
  return columns.flatMap(([entity, fields]) =>
    fields
      .filter((field) => entities[entity]?.properties[field] === undefined)
      .map((field) => ({
        id: 'stored.column',
        where: 'server/domain/entity-sql.ts',
        message: `${entity} has no field "${field}"${didYouMean(hintFor(field, Object.keys(entities[entity]?.properties ?? {})))}; write the present name of entity and field`,
      })),
  )
}

/** Source files of the service by path; released migrations read what there was at their time. */
function readSources(root: string): Map<string, string> {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  const wanted = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('migrations/'))
  return new Map(wanted.toSorted().map((file) => [`server/${file}`, readFileSync(join(root, 'server', file), 'utf8')]))
}
