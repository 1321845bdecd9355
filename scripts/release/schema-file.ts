import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCHEMA_FILE_FORMAT, SCHEMA_FILE_PRODUCT, type SchemaFile } from '../../schemas/schema-plan.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { languages, type Tree } from '../generate/tree.ts'

/** The schemas of the tree as data, for a service of another version. */
export function schemaFileOf({ root, entities, evolutions, locales }: Tree): SchemaFile {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const schemas = Object.fromEntries(Object.entries(entities).map(([name, schema]) => [name, written(schema, evolutions[name])]))
  const keys = [...new Set(Object.values(schemas).flatMap((schema) => [...reasonsIn(schema)]))].toSorted()
  const texts = Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(keys.flatMap((key) => (locales.texts[language][key] === undefined ? [] : [[key, locales.texts[language][key]]]))),
    ]),
  )
  return { product: SCHEMA_FILE_PRODUCT, format: SCHEMA_FILE_FORMAT, version, schemas, texts }
}

/** Without the address of the schema of schemas, which is that of a file. */
function written(schema: EntitySchema, evolution: EntitySchema['x-evolution']): EntitySchema {
  return Object.assign({}, schema, { $schema: undefined, 'x-evolution': evolution })
}

/** Message keys of all reasons in a schema, at any depth. */
function* reasonsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'because' && typeof inner === 'string') yield inner
    else yield* reasonsIn(inner)
  }
}
