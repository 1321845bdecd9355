import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import { _ } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { formats } from '../../schemas/vocabulary/formats.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { schemaPath } from './entities.ts'
import { generatedNote, objectKey, typeName } from './names.ts'
import { sharedShapes } from './shared-shapes.ts'
import { shapeOfEntity, type Shape } from '../../schemas/vocabulary/schema/shape.ts'
import type { Tree } from './tree.ts'

/**
 * Name of the compiled function. The compiler derives it from the schema's `$id`, and an entity's own `$id` may contain a dash, which is
 * no identifier.
 */
const FUNCTION_NAME = 'check'

type Options = NonNullable<Parameters<typeof compileSchemaValidatorsCode>[1]>

const options: Options = {
  AjvClass: Ajv2020 as NonNullable<Options['AjvClass']>,
  // Our `formats` include the standard ones from `ajv-formats`; an unknown format makes generation fail.
  ajvFormatOptions: false,
  customFormats: formats,
  ajvOptionsOverrides: {
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    inlineRefs: false,
    // Our messages come from message keys (`message-keys.ts`).
    messages: false,
    verbose: false,
    code: { esm: true, formats: _`formats` },
  },
}

/** Compiles a shape with the compiler of rjsf; returns an ES module without its imports. */
function compile(shape: Shape): string {
  return compileSchemaValidatorsCode({ ...shape, $id: FUNCTION_NAME }, options)
}

/** Source of one entity's validator module, compiled ahead of time. */
export function validatorModule(tree: Tree, name: string, schema: EntitySchema): string {
  const code = compileEntity(schema)
  return [
    generatedNote,
    "import { formats } from '../../vocabulary/formats.ts'",
    "import { validateBy } from '../../vocabulary/schema/compiled-entity.ts'",
    // AJV's code calls `require` for its runtime functions even in an ES module.
    ...(code.includes('require(') ? ["import { require } from './runtime.js'"] : []),
    `import schema from '${schemaPath(tree, name)
      .replace(/^\.\.\//, '../../')
      .replace(/^\.\//, '../')}' with { type: 'json' }`,
    '',
    code.trim(),
    '',
    `export const compiled = { schema, functions: { [schema.$id]: ${FUNCTION_NAME} } }`,
    `export const validate = validateBy(${FUNCTION_NAME}, schema)`,
    '',
  ].join('\n')
}

function compileEntity(schema: EntitySchema): ReturnType<typeof compile> {
  try {
    return compile(sharedShapes(shapeOfEntity(schema)))
  } catch (error) {
    throw new Error(`schemas/entities/${schema.$id}.schema.json: ${(error as Error).message}`)
  }
}

/** The `.d.ts` file of a compiled validator. */
export function validatorDeclaration(name: string): string {
  return [
    generatedNote,
    "import type { CompiledEntity, Validate } from '../../vocabulary/schema/compiled-entity.ts'",
    '',
    `/** The schema of a ${name} and its compiled function, as rjsf takes them. */`,
    'export declare const compiled: CompiledEntity',
    '',
    `/** Everything wrong with the shape of a ${name} record, first message of each field first; empty when it is valid. */`,
    'export declare const validate: Validate',
    '',
  ].join('\n')
}

/** Source of the module with the AJV runtime functions that compiled validators import. */
export const validatorRuntime = `${generatedNote.replace('the schema', 'scripts/generate/validators.ts')}
import * as equalModule from 'ajv/dist/runtime/equal.js'
import * as ucs2lengthModule from 'ajv/dist/runtime/ucs2length.js'

/** The default export of a CommonJS module, however deep Node, Vite and test runners wrap it. */
function unwrapped(module) {
  return typeof module === 'function' ? module : unwrapped(module.default)
}

const modules = {
  'ajv/dist/runtime/equal': { default: unwrapped(equalModule) },
  'ajv/dist/runtime/ucs2length': { default: unwrapped(ucs2lengthModule) },
}

/** Answers what compiled validators ask for, as AJV wrote them: the same modules, by import, which browsers have. */
export function require(name) {
  const module = modules[name]
  if (module === undefined) throw new Error(\`compiled validators ask for "\${name}"; add it to validatorRuntime in scripts/generate/validators.ts\`)
  return module
}
`

/** Source of the module that imports all validators, for the service. */
export function validatorMap(tree: Tree): string {
  const names = Object.keys(tree.entities)
  return [
    generatedNote,
    "import type { Validate } from '../../vocabulary/schema/compiled-entity.ts'",
    "import type { EntityName } from '../entity-names.ts'",
    ...names.map((name) => `import { validate as validate${typeName(name)} } from './${name}.js'`),
    '',
    '/** Every validator; for the service. The browser takes `loadValidator`. */',
    'export const validators: Record<EntityName, Validate> = {',
    ...names.map((name) => `  ${objectKey(name)}: validate${typeName(name)},`),
    '}',
    '',
  ].join('\n')
}

/** Source of the module that loads one validator at a time, for the browser. */
export function validatorLoader(tree: Tree): string {
  return [
    generatedNote,
    "import type { CompiledEntity, Validate } from '../../vocabulary/schema/compiled-entity.ts'",
    "import type { EntityName } from '../entity-names.ts'",
    '',
    'const loaders: Record<EntityName, () => Promise<{ compiled: CompiledEntity; validate: Validate }>> = {',
    ...Object.keys(tree.entities).map((name) => `  ${objectKey(name)}: () => import('./${name}.js'),`),
    '}',
    '',
    '/** Fetches one compiled validator; a bundler gives each its own small file. */',
    'export async function loadValidator(name: EntityName): Promise<Validate> {',
    '  return (await loaders[name]()).validate',
    '}',
    '',
    "/** Fetches the same compiled validator as rjsf's `createPrecompiledValidator` takes it. */",
    'export async function loadCompiled(name: EntityName): Promise<CompiledEntity> {',
    '  return (await loaders[name]()).compiled',
    '}',
    '',
  ].join('\n')
}
