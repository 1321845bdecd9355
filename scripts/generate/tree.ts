import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Screen } from '../../renderer/descriptor/screen.ts'
import { evolutionOf, releaseOf } from '../../schemas/evolution/derive-step.ts'
import type { RecordMigration } from '../../schemas/evolution/record-migration.ts'
import type { Evolution } from '../../schemas/vocabulary/evolution.ts'
import type { RecordMigrations } from '../../schemas/evolution/record-migration.ts'
import type { SampleFile } from '../../schemas/rules/checks/samples.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { withGenericTexts } from '../../renderer/descriptor/generic-texts.ts'
import { readReleased } from '../release/read-released.ts'
import { resolveSchema } from '../../schemas/vocabulary/schema/resolve-schema.ts'

/** Shipped languages, each fully translated; the first is the source and the fallback. */
export const languages = ['en', 'fr', 'de', 'es'] as const
export type Language = (typeof languages)[number]

/** Translations by language and key, and the keys in each file. */
export interface Locales {
  texts: Record<Language, Record<string, string>>
  /** Translations of the English descriptions in schemas, by language and sentence, for the reference pages only. */
  descriptions: Record<Language, Record<string, string>>
  /** Keys in file order, by language and file name without `.json`. */
  files: Record<Language, Record<string, string[]>>
}

/** All hand-written input of generation and checks, read from one work tree. */
export interface Tree {
  root: string
  /** Schemas by entity name, sorted; every `$ref` to shared definitions is resolved. */
  entities: Record<string, EntitySchema>
  /** Schemas as written, with `$ref` unresolved. */
  sources: Record<string, EntitySchema>
  /** `schemas/entities/<entity>.samples.json`; read-only entities need none. */
  samples: Record<string, SampleFile>
  /** Functions of `schemas/migrations` by file name, sorted. */
  migrations: RecordMigrations
  /** Forms that records had, of entities whose stored records a release changed. */
  evolutions: Record<string, Evolution>
  screens: Record<string, Screen>
  locales: Locales
}

function readJsonFiles(folder: string, suffix: string): Record<string, unknown> {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .sort()
  return Object.fromEntries(names.map((name) => [name.slice(0, -suffix.length), parseJson(join(folder, name))]))
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`)
  }
}

/** Below the root: translations of the English descriptions in schemas, one file per language; its keys are the sentences. */
export const descriptionsFolder = 'locales/descriptions'

/** Reads all texts below `locales/`; ignores missing files and keys, which the locale check reports. */
export function loadLocales(root: string, entities: Readonly<Record<string, EntitySchema>>): Locales {
  const commands = Object.entries(entities).flatMap(([name, { 'x-entity': meta }]) =>
    meta?.command ? [[name, meta.command] as const] : [],
  )
  const descriptions = readJsonFiles(join(root, descriptionsFolder), '.json') as Partial<Record<Language, Record<string, string>>>
  const locales: Locales = {
    texts: { en: {}, fr: {}, de: {}, es: {} },
    descriptions: { en: {}, fr: {}, de: {}, es: {}, ...descriptions },
    files: { en: {}, fr: {}, de: {}, es: {} },
  }
  for (const language of languages) {
    const files = readJsonFiles(join(root, 'locales', language), '.json') as Record<string, Record<string, string>>
    for (const [file, texts] of Object.entries(files)) {
      locales.files[language][file] = Object.keys(texts)
      Object.assign(locales.texts[language], texts)
    }
    locales.texts[language] = withGenericTexts(locales.texts[language], Object.keys(entities), Object.fromEntries(commands))
  }
  return locales
}

async function loadScreens(root: string): Promise<Record<string, Screen>> {
  const path = join(root, 'screens', 'index.ts')
  if (!existsSync(path)) return {}
  const module = (await import(pathToFileURL(path).href)) as { screens: Record<string, Screen> }
  return module.screens
}

async function loadMigrations(root: string): Promise<RecordMigrations> {
  const folder = join(root, 'schemas', 'migrations')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{4}-[a-z\d-]+\.ts$/.test(name)) : []
  const loaded = files.toSorted().map(async (file) => {
    const { migration } = (await import(pathToFileURL(join(folder, file)).href)) as { migration?: RecordMigration }
    if (migration === undefined)
      throw new Error(`schemas/migrations/${file} exports no "migration"; write export const migration: RecordMigration = { … }`)
    return [file.slice(0, -'.ts'.length), migration] as const
  })
  return Object.fromEntries(await Promise.all(loaded))
}

function evolutionsOf(root: string, sources: Tree['sources'], migrations: RecordMigrations): Record<string, Evolution> {
  const released = readReleased(root)
  return Object.fromEntries(
    Object.entries(sources).flatMap(([name, schema]) => {
      const evolution = evolutionOf({ schema, source: (id) => sources[id], released: releaseOf(schema, released), migrations })
      return evolution === undefined ? [] : [[name, evolution]]
    }),
  )
}

/** Reads the tree at `root`. Throws an error with the path of a file that cannot be parsed. */
export async function loadTree(root: string): Promise<Tree> {
  const sources = readJsonFiles(join(root, 'schemas', 'entities'), '.schema.json') as Record<string, EntitySchema>
  const entities = Object.fromEntries(Object.entries(sources).map(([name, schema]) => [name, resolveSchema(schema, (id) => sources[id])]))
  const samples = readJsonFiles(join(root, 'schemas', 'entities'), '.samples.json') as Record<string, SampleFile>
  const migrations = await loadMigrations(root)
  const evolutions = evolutionsOf(root, sources, migrations)
  return {
    root,
    entities,
    sources,
    samples,
    migrations,
    evolutions,
    screens: await loadScreens(root),
    locales: loadLocales(root, entities),
  }
}

/** `CHANGELOG.md` of the tree; empty before the first release. */
export function changelogOf({ root }: Pick<Tree, 'root'>): string {
  const file = join(root, 'CHANGELOG.md')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
