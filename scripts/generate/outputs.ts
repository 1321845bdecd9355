import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { compressedForms, FORM_EXTENSIONS, isCompressible, type Encoding } from '../../server/plugins/compressed-forms.mjs'
import { csvMap, csvMapLoader, csvMaps } from './csv.ts'
import { reference } from './docs/reference.ts'
import { lastReleaseModule, releasedContractsModule } from './last-release.ts'
import { entityMeta, entityNames, entitySchemas, hasReferences, recordMigrations, schemaLoader, wireTables } from './entities.ts'
import { openApi } from './openapi/document.ts'
import { sampleFile } from './sample-file.ts'
import type { Tree } from './tree.ts'
import { entityTypeMap, entityTypes } from './types.ts'
import { dialects } from './vocabulary/dialects.ts'
import { samplesSchema } from './vocabulary/samples-schema.ts'
import { vocabularySchema } from './vocabulary/vocabulary-schema.ts'
import { validatorDeclaration, validatorLoader, validatorMap, validatorModule, validatorRuntime } from './validators.ts'

/** File contents by path below the root; buffers are binary files, e.g. fonts. */
export type Outputs = Map<string, string | Buffer>

/** Folders that hold generated files only; anything else in them is stale. */
export const generatedFolders = ['schemas/generated', 'docs/generated', 'docs/reference']

/**
 * Whether a generated file is a contract with other programs. Contracts are committed, so that reviews show their changes; all other
 * generated files are listed in `.gitignore`.
 */
export function isContract(path: string): boolean {
  return path === 'docs/generated/openapi.json' || /^schemas\/generated\/(csv\/)?[^/]+\.json$/.test(path)
}

/** A generated value as a JSON file. */
export function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function schemaOutputs(tree: Tree, outputs: Outputs): void {
  const folder = 'schemas/generated'
  outputs.set(`${folder}/entity-names.ts`, entityNames(tree))
  outputs.set(`${folder}/entity-meta.ts`, entityMeta(tree))
  outputs.set(`${folder}/entities.ts`, entitySchemas(tree))
  outputs.set(`${folder}/last-release.ts`, lastReleaseModule(tree))
  outputs.set(`${folder}/released-contracts.ts`, releasedContractsModule(tree))
  outputs.set(`${folder}/record-migrations.ts`, recordMigrations(tree))
  outputs.set(`${folder}/wire-tables.ts`, wireTables(tree))
  outputs.set(`${folder}/load-schema.ts`, schemaLoader(tree))
  outputs.set(`${folder}/entity-types.ts`, entityTypeMap(tree))
  outputs.set(`${folder}/validators/index.ts`, validatorMap(tree))
  outputs.set(`${folder}/validators/load.ts`, validatorLoader(tree))
  outputs.set(`${folder}/validators/runtime.js`, validatorRuntime)
  for (const [name, schema] of Object.entries(tree.entities)) {
    const source = tree.sources[name]
    // Programs take them for what they are; only editors ask by what to complete and check a file.
    if (source && hasReferences(source)) outputs.set(`${folder}/entities/${name}.json`, asJson({ ...schema, $schema: undefined }))
    outputs.set(`${folder}/types/${name}.ts`, entityTypes(schema))
    outputs.set(`${folder}/validators/${name}.js`, validatorModule(tree, name, schema))
    outputs.set(`${folder}/validators/${name}.d.ts`, validatorDeclaration(name))
  }
}

function csvOutputs(tree: Tree, outputs: Outputs): void {
  const folder = 'schemas/generated/csv'
  outputs.set(`${folder}/index.ts`, csvMaps(tree))
  outputs.set(`${folder}/load.ts`, csvMapLoader(tree))
}

function docsOutputs(tree: Tree, outputs: Outputs): void {
  const { toc, pages, assets } = reference(tree)
  outputs.set('docs/generated/toc.json', asJson(toc))
  for (const [path, content] of [...pages, ...assets]) outputs.set(path, content)
  for (const [name, schema] of Object.entries(tree.entities)) {
    const map = csvMap(tree, schema)
    if (tree.screens[name]?.bulk) outputs.set(`docs/reference/samples/${map.file}`, sampleFile(tree, name, map))
  }
}

/** Only the committed generated files (`isContract`), by path; takes about a fifth of the time of `generateAll`. */
export function generateContracts(tree: Tree): Outputs {
  const maps = Object.entries(tree.entities).map(([name, schema]): [string, string] => [
    `schemas/generated/csv/${name}.json`,
    asJson(csvMap(tree, schema)),
  ])
  return new Map([...maps, ...dialectFiles(tree), ['docs/generated/openapi.json', asJson(openApi(tree))]])
}

/** The JSON Schemas that schemas and samples name; committed, so that editors of a fresh clone have them. */
function dialectFiles(tree: Tree): [string, string][] {
  return [
    [join('schemas/entities', dialects.vocabulary), asJson(vocabularySchema(tree))],
    [join('schemas/entities', dialects.samples), asJson(samplesSchema())],
  ]
}

/** The files that code reads: all but the reference pages, in about a third of the time of `generateAll`. */
export function generateCode(tree: Tree): Outputs {
  const outputs = generateContracts(tree)
  schemaOutputs(tree, outputs)
  csvOutputs(tree, outputs)
  return outputs
}

/** Every generated file, by path. The same tree gives the same bytes. */
export function generateAll(tree: Tree): Outputs {
  const outputs = generateCode(tree)
  docsOutputs(tree, outputs)
  return outputs
}

/** Compressed copies of the reference pages, as the service sends them, e.g. `en/index.html.br`. */
export async function compressedPages(outputs: Outputs): Promise<Outputs> {
  const pages = [...outputs].filter(([path]) => path.startsWith('docs/reference/') && isCompressible(path))
  const compressed = await Promise.all(
    pages.map(async ([path, content]) =>
      Object.entries((await compressedForms(content)) ?? {}).map(([encoding, bytes]): [string, Buffer] => [
        path + FORM_EXTENSIONS[encoding as Encoding],
        bytes,
      ]),
    ),
  )
  return new Map(compressed.flat())
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

export interface StaleFile {
  path: string
  why: 'changed' | 'missing' | 'left over'
}

/** Files that differ from `outputs`: changed, missing, or, in `folders`, no longer generated. */
export function staleFiles(root: string, outputs: Outputs, folders = generatedFolders): StaleFile[] {
  const outdated = [...outputs].flatMap(([path, content]): StaleFile[] => {
    const file = join(root, path)
    if (!existsSync(file)) return [{ path, why: 'missing' }]
    return readFileSync(file).equals(Buffer.from(content)) ? [] : [{ path, why: 'changed' }]
  })
  const leftOver = folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((file) => relative(root, file))
    .filter((path) => !outputs.has(path))
    .map((path): StaleFile => ({ path, why: 'left over' }))
  return [...outdated, ...leftOver]
}

/** Writes changed files and removes those no longer generated; returns the paths of both. */
export function writeOutputs(root: string, outputs: Outputs, folders = generatedFolders): string[] {
  const stale = staleFiles(root, outputs, folders)
  for (const { path, why } of stale) {
    const file = join(root, path)
    if (why === 'left over') rmSync(file)
    else {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, outputs.get(path) ?? '')
    }
  }
  return stale.map(({ path }) => path)
}
