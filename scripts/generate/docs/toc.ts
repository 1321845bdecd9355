import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { languages, type Language, type Tree } from '../tree.ts'
import { textIn } from './text.ts'

/** One page of the documentation, in every language. */
export interface TocEntry {
  /** Entity name, `contents` or `rights`. */
  id: string
  title: Record<Language, string>
  address: Record<Language, string>
  sections: { id: string; title: Record<Language, string> }[]
}

/** Response of `GET /toc.json`: the documentation's table of contents. */
export interface Toc {
  languages: readonly Language[]
  entries: TocEntry[]
}

function inEveryLanguage(make: (language: Language) => string): Record<Language, string> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, string>
}

/** File name of a page in the folder of its language. */
export function fileOf(id: string): string {
  return id === 'contents' ? 'index.html' : `${id}.html`
}

/** Path at which a page is served, by language. */
function addressOf(id: string): Record<Language, string> {
  return inEveryLanguage((language) => `/docs/${language}/${fileOf(id)}`)
}

/** Entities in navigation order, then those without a screen. */
export function documentedEntities(tree: Tree): { name: string; screen: Screen | undefined }[] {
  const shown = Object.keys(tree.screens).filter((name) => tree.entities[name])
  const others = Object.keys(tree.entities).filter((name) => !shown.includes(name))
  return [...shown, ...others].map((name) => ({ name, screen: tree.screens[name] }))
}

/** The table of contents; `sectionIds` returns the section ids of an entity's page. */
export function toc(tree: Tree, sectionIds: (entity: string) => string[]): Toc {
  const text = (key: string): Record<Language, string> => inEveryLanguage((language) => textIn(tree, language).t(key))
  const contents = { id: 'contents', title: text('docs.title'), address: addressOf('contents'), sections: [] }
  const pages = documentedEntities(tree).map(({ name }) => ({
    id: name,
    title: text(`${name}.many`),
    address: addressOf(name),
    sections: sectionIds(name).map((id) => ({ id, title: text(`docs.section.${id}`) })),
  }))
  const rights = {
    id: 'rights',
    title: text('docs.section.rights'),
    address: addressOf('rights'),
    sections: pages.filter(({ id }) => tree.screens[id]).map(({ id, title }) => ({ id, title })),
  }
  return { languages, entries: [contents, rights, ...pages] }
}
