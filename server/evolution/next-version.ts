import { Ajv2020 } from 'ajv/dist/2020.js'
import { compareWithRelease } from '../../schemas/evolution/compare-entities.ts'
import { contractOf, type EntityContract } from '../../schemas/evolution/contract.ts'
import type { Difference } from '../../schemas/evolution/difference.ts'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import { recordMigrations } from '../../schemas/generated/record-migrations.ts'
import { checkSchema } from '../../schemas/rules/checks/check-schema.ts'
import {
  SCHEMA_FILE_FORMAT,
  SCHEMA_FILE_LIMIT,
  SCHEMA_FILE_PRODUCT,
  type SchemaFile,
  type SchemaFileReason,
} from '../../schemas/schema-plan.ts'
import { formats } from '../../schemas/vocabulary/formats.ts'
import { validateBy, type Validate } from '../../schemas/vocabulary/schema/compiled-entity.ts'
import { shapeOfEntity } from '../../schemas/vocabulary/schema/shape.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { createCatalogue, type Catalogue } from '../entities/model/entity-model.ts'
import { isObject } from '../plan/read-plan.ts'
import { isEvolution } from './is-evolution.ts'

/** A file that is no schema file of a version that may follow this one. */
export class SchemaFileError extends Error {
  readonly reason: SchemaFileReason
  readonly params: Rec

  constructor(reason: SchemaFileReason, message: string, params: Rec = {}) {
    super(message)
    this.name = 'SchemaFileError'
    this.reason = reason
    this.params = params
  }
}

/** A version that is only known by its schemas. */
export interface NextVersion extends Pick<SchemaFile, 'version' | 'texts'> {
  catalogue: Catalogue
  /** Against the version that runs. */
  differences: Difference[]
  /** Entities whose records are rewritten by functions that this version does not have. */
  notRunnable: ReadonlySet<string>
}

/** The file of a text. Says what is wrong with another one, as far as it can be said without its schemas. Throws `SchemaFileError`. */
export function parseSchemaFile(text: string): SchemaFile {
  if (Buffer.byteLength(text) > SCHEMA_FILE_LIMIT)
    throw new SchemaFileError('size', `The file is larger than ${SCHEMA_FILE_LIMIT / 1024 / 1024} MB.`, {
      limit: SCHEMA_FILE_LIMIT / 1024 / 1024,
    })
  return asSchemaFile(parsed(text))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SchemaFileError('json', 'The file is not JSON.')
  }
}

/** The same of a value that is parsed already. */
export function asSchemaFile(value: unknown): SchemaFile {
  if (!isObject(value) || value['product'] !== SCHEMA_FILE_PRODUCT)
    throw new SchemaFileError('product', 'The file is not one that "npm run schema:plan -- --write" of this product wrote.')
  const { format, version, schemas, texts } = value
  if (format !== SCHEMA_FILE_FORMAT)
    throw new SchemaFileError('format', `The file is of format ${String(format)}; this version reads ${SCHEMA_FILE_FORMAT}.`, {
      format: String(format),
      known: SCHEMA_FILE_FORMAT,
    })
  if (
    typeof version !== 'string' ||
    version.length > 100 ||
    !isObject(schemas) ||
    !Object.values(schemas).every(isObject) ||
    !areTexts(texts)
  )
    throw unusable('the file is incomplete')
  // What each schema says is for the planner to judge.
  return value as unknown as SchemaFile
}

function areTexts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((of) => isObject(of) && Object.values(of).every((text) => typeof text === 'string'))
}

const unusable = (detail: string): SchemaFileError =>
  new SchemaFileError('schemas', `This version cannot read the schemas of the file: ${detail}`, { detail })

/**
 * Compiles the schemas of a file, of which every keyword, name and format is checked first; nothing in it is run. What only the next version
 * knows, e.g. a new operator, is refused: then `npm run schema:plan` of that version is the way.
 */
export function nextVersionOf({ version, schemas, texts }: SchemaFile): NextVersion {
  try {
    const plain = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutEvolution(schema)]))
    for (const [name, schema] of Object.entries(schemas)) checkOne(name, schema, plain)
    refuseEarlier(schemas)
    const validators = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, validatorOf(schema)]))
    return {
      version,
      texts,
      catalogue: createCatalogue(schemas, validators, recordMigrations),
      differences: compareWithRelease({ released: runningContracts(), schemas: plain, today: new Date().toISOString().slice(0, 10) }),
      notRunnable: new Set(Object.entries(schemas).flatMap(([name, schema]) => (hasUnknownFunction(schema) ? [name] : []))),
    }
  } catch (error) {
    throw error instanceof SchemaFileError ? error : unusable(error instanceof Error ? error.message : String(error))
  }
}

function withoutEvolution(schema: EntitySchema): EntitySchema {
  const { 'x-evolution': _, ...plain } = schema
  return plain
}

function checkOne(name: string, schema: EntitySchema, all: Readonly<Record<string, EntitySchema>>): void {
  const { 'x-evolution': evolution } = schema
  if (!isEntity(schema) || schema.$id !== name || schema['x-entity'].name !== name) throw unusable(`${name}: x-entity`)
  if (evolution !== undefined && !isEvolution(evolution)) throw unusable(`${name}: x-evolution`)
  const [finding] = checkSchema(all[name] ?? schema, all)
  if (finding !== undefined) throw unusable(`${finding.where}: ${finding.message}`)
}

/** Whether a schema has what every entity has; what stands there is checked afterwards. */
function isEntity(schema: EntitySchema): boolean {
  const { properties, 'x-entity': meta, 'x-search': search, 'x-key': key, 'x-sort': sort } = schema
  return isObject(properties) && isObject(meta) && [search, key, sort].every(Array.isArray)
}

function refuseEarlier(schemas: Readonly<Record<string, EntitySchema>>): void {
  for (const [name, { 'x-evolution': running }] of Object.entries(entitySchemas)) {
    const next = Object.values(schemas).find((one) => one.$id === name || one['x-was']?.includes(name))
    const version = next?.['x-evolution']?.version ?? 0
    if (next !== undefined && version < (running?.version ?? 0))
      throw new SchemaFileError('earlier', `The file is of a version before this one: its records of ${name} are of version ${version}.`, {
        entity: name,
      })
  }
}

function validatorOf(schema: EntitySchema): Validate {
  const ajv = new Ajv2020({ allErrors: true, strict: false, messages: false, formats })
  return validateBy(ajv.compile(shapeOfEntity(schema)), schema)
}

function hasUnknownFunction({ 'x-evolution': evolution }: EntitySchema): boolean {
  return evolution?.steps.some(({ migrations = [] }) => migrations.some((name) => !Object.hasOwn(recordMigrations, name))) ?? false
}

let contracts: Record<string, EntityContract> | undefined

/** What the version that runs promises. */
function runningContracts(): Record<string, EntityContract> {
  const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
  contracts ??= Object.fromEntries(
    Object.entries(entitySchemas).map(([name, schema]) => [name, contractOf(withoutEvolution(schema), source)]),
  )
  return contracts
}
