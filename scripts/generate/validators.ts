import Ajv2020 from 'ajv/dist/2020.js'
import { _ } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { formats } from '../../schemas/vocabulary/formats.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { schemaPath } from './entities.ts'
import { generatedNote, objectKey, typeName } from './names.ts'
import { sharedShapes } from './shared-shapes.ts'
import { shapeOfEntity } from './shape.ts'
import type { Tree } from './tree.ts'

/** What compiled validators call at run time, by the name AJV gives it, to our own function. */
const runtimeModules: Record<string, string> = {
  'ajv/dist/runtime/ucs2length': 'countCharacters',
  'ajv/dist/runtime/equal': 'isEqual',
}

function importsInstead(code: string): { code: string; names: string[] } {
  const names = new Set<string>()
  const rewritten = code.replaceAll(/const (\w+) = require\("([^"]+)"\)\.default;?/g, (_all, variable: string, module: string) => {
    const name = runtimeModules[module]
    if (!name) throw new Error(`compiled validators may not need "${module}"`)
    names.add(name)
    return `const ${variable} = ${name};`
  })
  if (rewritten.includes('require(')) throw new Error('a compiled validator still calls require()')
  return { code: rewritten, names: [...names].sort() }
}

function compile(schema: EntitySchema): string {
  const ajv = new Ajv2020({
    allErrors: true,
    messages: false,
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    validateSchema: true,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
    formats,
  })
  return compiled(ajv, schema)
    .replace('"use strict";', '')
    .replaceAll(/if\(vErrors === null\)\{\s*vErrors = \[(\w+)\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}/g, '(vErrors ??= []).push($1);')
    .replace(/export const validate = (\w+);\s*export default \w+;/, 'const check = $1;')
    .trim()
}

function compiled(ajv: Ajv2020, schema: EntitySchema): string {
  try {
    return standaloneCode(ajv, ajv.compile(sharedShapes(shapeOfEntity(schema))))
  } catch (error) {
    throw new Error(`schemas/entities/${schema.$id}.schema.json: ${(error as Error).message}`)
  }
}

/** One entity's ahead-of-time compiled validator. */
export function validatorModule(tree: Tree, name: string, schema: EntitySchema): string {
  const { code, names } = importsInstead(compile(schema))
  return [
    generatedNote,
    ...(code.includes('formats.') || code.includes('formats[') ? ["import { formats } from '../../vocabulary/formats.ts'"] : []),
    "import { toRefusals } from '../../vocabulary/message-keys.ts'",
    ...(names.length ? [`import { ${names.join(', ')} } from './runtime.js'`] : []),
    `import schema from '${schemaPath(tree, name)
      .replace(/^\.\.\//, '../../')
      .replace(/^\.\//, '../')}' with { type: 'json' }`,
    '',
    'export function validate(record) {',
    '  return check(record) ? [] : toRefusals(check.errors, schema, { record })',
    '}',
    '',
    code,
    '',
  ].join('\n')
}

/** The declaration beside a compiled validator. */
export function validatorDeclaration(name: string): string {
  return [
    generatedNote,
    "import type { RuleRefusal } from '../../rules/types.ts'",
    '',
    `/** Everything wrong with the shape of a ${name} record, first message of each field first; empty when it is valid. */`,
    'export declare function validate(record: unknown): RuleRefusal[]',
    '',
  ].join('\n')
}

/** Functions that several compiled validators need. */
export const validatorRuntime = `${generatedNote.replace('the schema', 'scripts/generate/validators.ts')}

/** Length in characters as a person counts them, surrogate pairs once. */
export function countCharacters(text) {
  let count = 0
  for (const _character of text) count += 1
  return count
}

/** Deep equality of JSON values. */
export function isEqual(left, right) {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]))
}
`

/** All validators at once, for the service. */
export function validatorMap(tree: Tree): string {
  const names = Object.keys(tree.entities)
  return [
    generatedNote,
    "import type { RuleRefusal } from '../../rules/types.ts'",
    "import type { EntityName } from '../entity-names.ts'",
    ...names.map((name) => `import { validate as validate${typeName(name)} } from './${name}.js'`),
    '',
    '/** Checks the shape of a record. What only rules require is added by `settle`. */',
    'export type Validate = (record: unknown) => RuleRefusal[]',
    '',
    '/** Every validator; for the service. The browser takes `loadValidator`. */',
    'export const validators: Record<EntityName, Validate> = {',
    ...names.map((name) => `  ${objectKey(name)}: validate${typeName(name)},`),
    '}',
    '',
  ].join('\n')
}

/** One validator at a time, for the browser. */
export function validatorLoader(tree: Tree): string {
  return [
    generatedNote,
    "import type { EntityName } from '../entity-names.ts'",
    "import type { Validate } from './index.ts'",
    '',
    'const loaders: Record<EntityName, () => Promise<{ validate: Validate }>> = {',
    ...Object.keys(tree.entities).map((name) => `  ${objectKey(name)}: () => import('./${name}.js'),`),
    '}',
    '',
    '/** Fetches one compiled validator; a bundler gives each its own small file. */',
    'export async function loadValidator(name: EntityName): Promise<Validate> {',
    '  return (await loaders[name]()).validate',
    '}',
    '',
  ].join('\n')
}
