import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { withGenericTexts } from '../../../renderer/descriptor/generic-texts.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { entityNames, isEntityName, type EntityName } from '../../../schemas/generated/entity-names.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { schemaFile } from './schema-file.ts'

/** Files whose texts only the service and the documentation use. */
const excludedFiles = new Set(
  ['docs', 'identity', 'livemon', 'supervision', 'applications', 'cloud-security', 'alerting', 'reporting'].map((name) => `${name}.json`),
)
const listId = 'virtual:texts'
const languagePrefix = 'virtual:texts/'
/** Texts of the shell and of all lists. */
const basePart = 'base'

/** Texts of pages other than lists, for all entities. */
const pagesPart = 'pages'

/** First parts of the keys of page kinds, of dialogs of editors, of lists in an order of their own, of explanations of rules, and of pages and dialogs of the shell that load on demand. */
const pagePrefixes = [
  'affected',
  'firewallVpnZone',
  'editor',
  'order',
  'rule',
  'matrix',
  'plot',
  'summary',
  'settings-page',
  'overview',
  'alerts',
  'view',
]
/** Keys of lists and of the shell that only what loads on demand needs, together with the texts of pages. */
const onDemand = /^(list\.(map|tool)\.|list\.row\.missing$|shell\.notifications\.(none|about)$)/
/** Parts of page kinds whose texts no other page needs: all keys with this first part. */
const ownParts = ['account', 'bulk', 'filter', 'journal', 'operations', 'palette', 'schema-changes', 'tokens']
/** Texts about what was sent and refused: writes load them, and every page that checks what is typed. */
const refusalsPart = 'refusals'
/** Parts that go with these. */
const withRefusals = new Set([pagesPart, 'account', 'bulk', 'journal', 'tokens'])
/** Second parts of `service` keys that a read may be refused with, too. */
const readRefusals = new Set(['because', 'field', 'livemon', 'parameter', 'record', 'tenant'])
/** Second parts of `editor` keys that filters, dialogs and sheets use, too. */
const sharedEditorTexts = new Set(['because', 'inherited', 'month', 'search', 'secret', 'select', 'tags', 'time', 'toggle', 'value', 'why'])
/** Texts of an entity that menus show before any of its pages is open. */
const menuTexts = new Set(['one', 'many', 'about', 'matrix.title'])

/**
 * Provides the texts in `locales/<language>/*.json` as virtual modules: per language one for the shell and lists, one for all other pages,
 * one each for refusals and what only sheets, journals, the palette and the pages of the installation say, and one per entity. `virtual:texts` exports a loader for each; the loader of an entity also loads the texts of the entities that it refers
 * to. A key in two files fails the build.
 */
export function textsPlugin(folder: string): Plugin {
  return {
    name: 'texts',
    resolveId: (id) => (id === listId || id.startsWith(languagePrefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${listId}`) return loaders(folder)
      if (!id.startsWith(`\0${languagePrefix}`)) return undefined
      const [language = '', part = basePart] = id.slice(languagePrefix.length + 1).split('/')
      for (const file of filesOf(folder, language)) this.addWatchFile(file)
      const texts = Object.entries(readTexts(folder, language))
        .filter(([key]) => partOf(key) === part)
        .map(([key, text]) => [key, unbroken(text, language)])
      return `export const texts = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(texts)))})`
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(folder + sep)) return undefined
      for (const [id, module] of server.moduleGraph.idToModuleMap)
        if (id.startsWith(`\0${listId}`)) server.moduleGraph.invalidateModule(module)
      server.ws.send({ type: 'full-reload' })
      return []
    },
  }
}

/** A text as it is set: French has a space before a colon and inside quotation marks, at which no line may end. */
export const unbroken = (text: string, language: string): string =>
  language === 'fr' ? text.replaceAll(/ (?=[:;?!»])|(?<=«) /g, '\u00a0') : text

/** Every language that has a folder; `descriptions` is for the reference only. */
function languagesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'descriptions')
    .map(({ name }) => name)
}

function loaders(folder: string): string {
  const parts: [part: string, modules: string[]][] = [
    [basePart, [basePart]],
    [refusalsPart, [refusalsPart]],
    ...[pagesPart, ...ownParts].map((part): [string, string[]] => [part, withRefusals.has(part) ? [part, refusalsPart] : [part]]),
    ...entityNames.map((name): [string, string[]] => [
      name,
      [...new Set([name, ...referredEntities(readSchema(join(folder, '..'), name))])],
    ]),
  ]
  const lines = languagesIn(folder).map((language) => {
    const each = parts.map(([part]) => {
      const id = languagePrefix + language + (part === basePart ? '' : `/${part}`)
      return `${JSON.stringify(part)}: () => import(${JSON.stringify(id)})`
    })
    return `  ${JSON.stringify(language)}: loadersOf({ ${each.join(', ')} }),`
  })
  const several = parts.filter(([, modules]) => modules.length > 1)
  return `
const modulesOf = ${JSON.stringify(Object.fromEntries(several))}
const loadersOf = (modules) => Object.fromEntries(Object.keys(modules).map((part) => [part, async () => {
  const loaded = await Promise.all((modulesOf[part] ?? [part]).map((name) => modules[name]()))
  return Object.assign({}, ...loaded.map(({ texts }) => texts))
}]))
export const loaders = {
${lines.join('\n')}
}`
}

/** The schema as the console loads it; read when it is needed, so that a development server knows it as it was saved last. */
const readSchema = (root: string, name: EntityName): unknown => JSON.parse(readFileSync(join(root, schemaFile(name)), 'utf8'))

/** Entities that a schema refers to: by `x-ref` at any depth, by its command, or by its rows. */
function referredEntities(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  const reference = (node as PropertySchema)['x-ref']
  if (reference) found.add(reference.entity)
  const { command, rowsOf } = (node as Partial<EntitySchema>)['x-entity'] ?? {}
  if (command) found.add(command.of)
  for (const entity of Object.values(rowsOf?.entities ?? {})) found.add(entity)
  for (const inner of Object.values(node)) referredEntities(inner, found)
  return found
}

/** The part that contains the text of a key. */
export function partOf(key: string): string {
  const [owner = '', ...rest] = key.split('.')
  if (key.startsWith('service.filter.')) return 'filter'
  if (onDemand.test(key)) return pagesPart
  if (owner === 'editor' && sharedEditorTexts.has(rest[0] ?? '')) return basePart
  if (owner === 'validation' || (owner === 'service' && !readRefusals.has(rest[0] ?? ''))) return refusalsPart
  if (isEntityName(owner)) return menuTexts.has(rest.join('.')) ? basePart : owner
  if (ownParts.includes(owner)) return owner
  return pagePrefixes.includes(owner) ? pagesPart : basePart
}

function filesOf(folder: string, language: string): string[] {
  return readdirSync(join(folder, language))
    .filter((file) => file.endsWith('.json') && !excludedFiles.has(file))
    .toSorted()
    .map((file) => join(folder, language, file))
}

/** All texts of a language that the console may need, by key; with generic texts added for every entity. */
export function readTexts(folder: string, language: string): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const file of filesOf(folder, language)) {
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)) {
      if (key in texts) throw new Error(`The text "${key}" is defined twice in locales/${language}; the second time in ${file}`)
      texts[key] = text
    }
  }
  const commands = Object.entries(entityMeta).flatMap(([name, { command }]) => (command === undefined ? [] : [[name, command] as const]))
  return withGenericTexts(texts, entityNames, Object.fromEntries(commands))
}
