import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { withGenericTexts } from '../../renderer/descriptor/generic-texts.ts'
import { entityNames } from '../../schemas/generated/entity-names.ts'

/** Files whose texts only the service and the documentation need. */
const withheld = new Set(['docs.json', 'identity.json'])
const listId = 'virtual:texts'
const languagePrefix = 'virtual:texts/'

/**
 * Makes one module of all texts of a language, from `locales/<language>/*.json`: `virtual:texts` names a loader per language.
 * A key that stands in two files ends the build.
 */
export function textsPlugin(folder: string): Plugin {
  return {
    name: 'texts',
    resolveId: (id) => (id === listId || id.startsWith(languagePrefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${listId}`) return loaders(languagesIn(folder))
      if (!id.startsWith(`\0${languagePrefix}`)) return undefined
      const language = id.slice(languagePrefix.length + 1)
      for (const file of filesOf(folder, language)) this.addWatchFile(file)
      return `export const texts = JSON.parse(${JSON.stringify(JSON.stringify(readTexts(folder, language)))})`
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
  const lines = languages.map((language) => `  ${JSON.stringify(language)}: () => import(${JSON.stringify(languagePrefix + language)}),`)
  return `export const loaders = {\n${lines.join('\n')}\n}`
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
  return withGenericTexts(texts, entityNames)
}
