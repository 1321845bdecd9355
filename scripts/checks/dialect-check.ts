import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Finding } from '../../schemas/finding.ts'
import { sharedSchemas } from '../../schemas/shared/shared-schemas.ts'
import { shapeProblems } from '../../schemas/vocabulary/checks/shape-problems.ts'
import type { Tree } from '../generate/tree.ts'
import { dialects } from '../generate/vocabulary/dialects.ts'
import { samplesSchema } from '../generate/vocabulary/samples-schema.ts'
import { vocabularySchema } from '../generate/vocabulary/vocabulary-schema.ts'
import { findingsByEntity } from './schema-check.ts'

interface Document {
  file: string
  content: unknown
  dialect: string
  validate: ValidateFunction
  /** What other checks say of the file, in better words. */
  told: readonly Finding[]
}

/**
 * Every schema and every file of samples names the JSON Schema of its kind, and is valid by it. `names`: only files of these entities, with
 * what is known of them already.
 */
export function checkDialects(tree: Tree, names?: readonly string[], told = findingsByEntity(tree)): Finding[] {
  const isWanted = ([name]: readonly [string, unknown]): boolean => names?.includes(name) ?? true
  const { ofSchemas, ofSamples } = validatorsFor(tree)
  const documents: Document[] = [
    ...Object.entries(tree.sources)
      .filter(isWanted)
      .map(([name, content]) => ({
        file: `schemas/entities/${name}.schema.json`,
        content,
        told: told.get(name) ?? [],
        ...ofSchemas,
      })),
    ...Object.entries(names ? {} : sharedSchemas).map(([name, content]) => ({
      file: `schemas/shared/${name}.schema.json`,
      content,
      told: [],
      ...ofSchemas,
    })),
    ...Object.entries(tree.samples)
      .filter(isWanted)
      .map(([name, content]) => ({
        file: `schemas/entities/${name}.samples.json`,
        content,
        told: [],
        ...ofSamples,
      })),
  ]
  return documents.flatMap((document) => [...checkName(document), ...checkShape(document)])
}

type Validators = Record<'ofSchemas' | 'ofSamples', Pick<Document, 'dialect' | 'validate'>>

/** The last validators, by the names of the entities, on which they depend. */
let made: { names: string; validators: Validators } | undefined

function validatorsFor(tree: Tree): Validators {
  const names = Object.keys(tree.entities).join()
  if (made?.names === names) return made.validators
  const ajv = new Ajv2020({ allErrors: true, verbose: true })
  const validators = {
    ofSchemas: { dialect: dialects.vocabulary, validate: ajv.compile(vocabularySchema(tree)) },
    ofSamples: { dialect: dialects.samples, validate: ajv.compile(samplesSchema()) },
  }
  made = { names, validators }
  return validators
}

function checkName({ file, content, dialect }: Document): Finding[] {
  const { $schema } = content as { $schema?: unknown }
  if ($schema === dialect) return []
  const is = $schema === undefined ? 'is missing' : `is ${JSON.stringify($schema)}`
  return [
    {
      id: 'schema.dialect',
      where: `${file}/$schema`,
      message: `${is}; write "$schema": "${dialect}", by which editors complete and check the file`,
    },
  ]
}

function checkShape({ file, content, validate, told }: Document): Finding[] {
  if (validate(content)) return []
  return shapeProblems(validate.errors ?? [])
    .filter(({ name }) => name !== '$schema')
    .map(({ pointer, message }) => ({ id: 'schema.shape', where: `${file}${pointer}`, message }))
    .filter(({ where }) => !told.some((other) => isAround(other.where, where) || isAround(where, other.where)))
}

const isAround = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}/`)
