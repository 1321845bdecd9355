import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { entityNames, type EntityName } from '../../../schemas/generated/entity-names.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** One entry of the build's manifest, as far as it says what is loaded. */
interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
}

export type Manifest = Record<string, ManifestEntry>

/** What a visit loads: modules by their source path, groups of them by name; everything that those import statically comes with them. */
export interface Visit {
  name: string
  modules: string[]
  /** Of JavaScript, gzipped, 1 KB = 1024 bytes. */
  limitKb: number
}

/** What a visit loads after the application has started: shell, sign-in and English texts are part of every one. */
const shell = ['entry', 'sign-in', 'src/start.tsx', 'virtual:texts/en']
const schemaOf = (entity: EntityName): string => {
  const resolved = `schemas/generated/entities/${entity}.json`
  return existsSync(join(root, resolved)) ? resolved : `schemas/entities/${entity}.schema.json`
}
const validatorOf = (entity: EntityName): string => `schemas/generated/validators/${entity}.js`
const bytesOf = (entity: EntityName): number => statSync(join(root, schemaOf(entity))).size + statSync(join(root, validatorOf(entity))).size
/** What comes with an entity's page: of all entities the one with most to say. */
const largest = entityNames.reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one))
const entity = [schemaOf(largest), `virtual:texts/en/${largest}`]
const list = [...shell, ...entity, 'renderer/list/list-page.tsx']
/** What draws whole sections comes when an editor opens, without being asked for. */
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

/** A tab of settings opens; the largest of their entities is none of those with most to say. */
const settings = [
  ...shell,
  schemaOf('overlay-security'),
  validatorOf('overlay-security'),
  'virtual:texts/en/pages',
  'virtual:texts/en/overlay-security',
  'renderer/settings-page/settings-page.tsx',
  controls,
]

/** What a visit must not load, for it is another page kind's. */
export const strangers: Record<string, string> = {
  'a list route': 'renderer/editor/page/editor-page.tsx',
  'an editor route': 'renderer/list/list-page.tsx',
  'a page of settings': 'renderer/list/list-page.tsx',
}

/** BUDGETS T4: script files of a first visit of a list; texts of the entities that its columns refer to come on top. */
export const maxListFiles = 22

/** BUDGETS S1. */
export const visits: Visit[] = [
  { name: 'shell and sign-in', modules: shell, limitKb: 290 },
  { name: 'a list route', modules: list, limitKb: 530 },
  { name: 'an editor route', modules: editor, limitKb: 470 },
  { name: 'a page of settings', modules: settings, limitKb: 470 },
]

/** Files that a visit loads: of each module its chunk and all that the chunk imports statically. Throws on a module without a chunk. */
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

/** A virtual module stands in the manifest under a key of its own making, a group of modules under its file; the latter is meant by its name. */
function keyOf(manifest: Manifest, module: string): string {
  if (module in manifest) return module
  const isMeant = (key: string): boolean =>
    key.replace(/^.*virtual:/, 'virtual:') === module || (key.startsWith('_') && manifest[key]?.name === module)
  return Object.keys(manifest).find(isMeant) ?? module
}

/** Gzipped size of a visit's JavaScript in KB. */
export function sizeOf(folder: string, manifest: Manifest, { modules }: Pick<Visit, 'modules'>): number {
  const scripts = [...filesOf(manifest, modules)].filter((file) => file.endsWith('.js'))
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1024
}

/** The manifest of a built console. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
}
