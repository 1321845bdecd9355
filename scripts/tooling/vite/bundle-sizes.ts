import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { entityNames, type EntityName } from '../../../schemas/generated/entity-names.ts'
import { schemaFile } from './schema-file.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** An entry of the build's manifest; only the fields that determine what is loaded. */
interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
}

export type Manifest = Record<string, ManifestEntry>

/** What a page load needs: modules by source path and groups of modules by name, each with all its static imports. */
export interface Visit {
  name: string
  modules: string[]
  /** Limit of gzipped JavaScript; 1 KB = 1024 bytes. */
  limitKb: number
}

/** Part of every page load: shell, sign-in and English texts. */
const shell = ['entry', 'sign-in', 'src/start.tsx', 'virtual:texts/en']
const validatorOf = (entity: EntityName): string => `schemas/generated/validators/${entity}.js`
const bytesOf = (entity: EntityName): number =>
  statSync(join(root, schemaFile(entity))).size + statSync(join(root, validatorOf(entity))).size
/** The entity with the largest schema and validator, which load with its pages. */
const largest = entityNames.reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one))
const entity = [schemaFile(largest), `virtual:texts/en/${largest}`]
const list = [...shell, ...entity, 'renderer/list/list-page.tsx']
/** Custom sections, which every editor loads when it opens. */
const sections = ['renderer/sections/device-diagram/view.tsx', 'renderer/sections/related-records/view.tsx']
/** The form controls, all in one file with this one. */
const controls = 'renderer/widgets/secret/control.tsx'
const editor = [
  ...shell,
  ...entity,
  'virtual:texts/en/pages',
  'renderer/editor/page/editor-page.tsx',
  validatorOf(largest),
  controls,
  ...sections,
]

/** The first tab of a settings page. None of its entities is the largest of all, so it loads the largest of its own. */
const settings = [
  ...shell,
  schemaFile('overlay-security'),
  validatorOf('overlay-security'),
  'virtual:texts/en/pages',
  'virtual:texts/en/overlay-security',
  'renderer/settings-page/settings-page.tsx',
  controls,
]

/** A module of another page kind that a page load must not include, by its name. */
export const forbiddenModules: Record<string, string> = {
  'a list route': 'renderer/editor/page/editor-page.tsx',
  'an editor route': 'renderer/list/list-page.tsx',
  'a page of settings': 'renderer/list/list-page.tsx',
}

/** BUDGETS T4: script files of the first load of a list, without the texts of entities that its columns refer to. */
export const maxListFiles = 24

/** The page loads whose size is limited by BUDGETS S1. */
export const visits: Visit[] = [
  { name: 'shell and sign-in', modules: shell, limitKb: 290 },
  { name: 'a list route', modules: list, limitKb: 530 },
  { name: 'an editor route', modules: editor, limitKb: 470 },
  { name: 'a page of settings', modules: settings, limitKb: 470 },
]

/** The files that modules load: their chunks and all static imports of these. Throws if a module has no chunk. */
export function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const follow = (key: string): void => {
    const entry = manifest[key]
    if (!entry) throw new Error(`The build has no chunk for ${key}`)
    if (files.has(entry.file)) return
    files.add(entry.file)
    entry.imports?.forEach(follow)
  }
  for (const module of modules) follow(keyOf(manifest, module))
  return files
}

/** The key of a module in the manifest. Virtual modules have a path before their name there; groups of modules have the name of their file. */
function keyOf(manifest: Manifest, module: string): string {
  if (module in manifest) return module
  const isKeyOfModule = (key: string): boolean =>
    key.replace(/^.*virtual:/, 'virtual:') === module || (key.startsWith('_') && manifest[key]?.name === module)
  return Object.keys(manifest).find(isKeyOfModule) ?? module
}

/** Gzipped size of the JavaScript of a page load in KB. */
export function sizeOf(folder: string, manifest: Manifest, { modules }: Pick<Visit, 'modules'>): number {
  const scripts = [...filesOf(manifest, modules)].filter((file) => file.endsWith('.js'))
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1024
}

/** The manifest of a built console. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
}
