import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { withGenericTexts } from '../../renderer/descriptor/generic-texts.ts'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { entityNames, isEntityName } from '../../schemas/generated/entity-names.ts'

/** Files whose texts only the service and the documentation need. */
const withheld = new Set(
  ['docs', 'identity', 'livemon', 'supervision', 'applications', 'alerting', 'reporting'].map((name) => `${name}.json`),
)
const listId = 'virtual:texts'
const languagePrefix = 'virtual:texts/'
/** What every page needs. */
const basePart = 'base'

/** Page kinds, and parts of the shell that open by themselves, whose texts nobody else needs. */
const pageParts = ['editor', 'bulk', 'journal', 'matrix', 'summary', 'settings-page', 'overview', 'alerts', 'view']
/** What the editor's texts say of fields and reasons, which filters, dialogs and sheets say, too. */
const editorTextsOfAll = new Set(['because', 'inherited', 'month', 'search', 'secret', 'select', 'tags', 'toggle', 'value', 'why'])
/** Texts of an entity that menus show before any page of it is open. */
const menuTexts = new Set(['one', 'many', 'about', 'matrix.title'])

/**
 * Makes modules of the texts of a language, from `locales/<language>/*.json`: one of what every page needs, one per entity, one per
 * page kind whose texts others do not need. `virtual:texts` names a loader for each. A key that stands in two files ends the build.
 */
export function textsPlugin(folder: string): Plugin {
  return {
    name: 'texts',
    resolveId: (id) => (id === listId || id.startsWith(languagePrefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${listId}`) return loaders(languagesIn(folder))
      if (!id.startsWith(`\0${languagePrefix}`)) return undefined
      const [language = '', part = basePart] = id.slice(languagePrefix.length + 1).split('/')
      for (const file of filesOf(folder, language)) this.addWatchFile(file)
      const texts = Object.entries(readTexts(folder, language)).filter(([key]) => partOf(key) === part)
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

/** Every language that has a folder. */
function languagesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

function loaders(languages: readonly string[]): string {
  const parts = [basePart, ...pageParts, ...entityNames]
  const lines = languages.map((language) => {
    const each = parts.map((part) => {
      const id = languagePrefix + language + (part === basePart ? '' : `/${part}`)
      return `${JSON.stringify(part)}: () => import(${JSON.stringify(id)})`
    })
    return `  ${JSON.stringify(language)}: { ${each.join(', ')} },`
  })
  return `export const loaders = {\n${lines.join('\n')}\n}`
}

/** Which part a text belongs to. */
export function partOf(key: string): string {
  const [owner = '', ...rest] = key.split('.')
  if (owner === 'editor' && editorTextsOfAll.has(rest[0] ?? '')) return basePart
  const isOwned = pageParts.includes(owner) || (isEntityName(owner) && !menuTexts.has(rest.join('.')))
  return isOwned ? owner : basePart
}

function filesOf(folder: string, language: string): string[] {
  return readdirSync(join(folder, language))
    .filter((file) => file.endsWith('.json') && !withheld.has(file))
    .toSorted()
    .map((file) => join(folder, language, file))
}

/** All texts of a language that the console may need, by key; generic ones filled in for every entity. */
export function readTexts(folder: string, language: string): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const file of filesOf(folder, language)) {
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)) {
      if (key in texts) throw new Error(`The text "${key}" stands twice in locales/${language}, again in ${file}`)
      texts[key] = text
    }
  }
  const speakers = Object.entries(entityMeta).flatMap(([name, { command }]) => (command === undefined ? [] : [[name, command] as const]))
  return withGenericTexts(texts, entityNames, Object.fromEntries(speakers))
}
