import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvMap } from '../csv.ts'
import { changelogOf, type Tree } from '../tree.ts'
import { entitySections, type EntityPage } from './entity-page.ts'
import type { PageContent } from './page.ts'
import { rightsPage } from './rights-page.ts'
import { entriesOf, type SearchEntry } from './search-index.ts'
import { fontFiles, styleSheet } from './style.ts'
import { pageMarkup } from './template.tsx'
import { allTexts, recorded, textIn, type Text } from './text.ts'
import { fileOf, toc, type Toc } from './toc.ts'

const folder = 'docs/reference'

/** The table of contents and the files served at `/docs/`, by path. */
export interface Reference {
  toc: Toc
  pages: Map<string, string>
  /** Style sheet, script, fonts and icon. */
  assets: Map<string, string | Buffer>
}

function pageOf(tree: Tree, name: string, text: Text): EntityPage {
  const schema = tree.entities[name]
  if (!schema) throw new Error(`no schema for "${name}"`)
  return {
    schema,
    screen: tree.screens[name],
    csv: csvMap(tree, schema),
    text,
    changelog: changelogOf(tree),
    source: (id) => tree.sources[id],
  }
}

function contentsPage(contents: Toc, { language, t }: Text): PageContent {
  const list = contents.entries
    .slice(1)
    .map(({ id, title }) => [{ text: title[language], href: fileOf(id) }, ' – ', t(id === 'rights' ? 'docs.rights.about' : `${id}.about`)])
  return { about: t('docs.about'), blocks: [{ list }] }
}

/** Content of a page, which says so if it falls back to English. */
function toldContentOf(tree: Tree, page: { id: string; contents: Toc }, text: Text): PageContent {
  const keys = new Set<string>()
  const content = contentOf(tree, page, recorded(text, keys))
  const { [text.language]: translated, en } = tree.locales.texts
  const isFallback = [...keys].some((key) => translated[key] === undefined && en[key] !== undefined)
  const hasDescription = JSON.stringify(content).includes('"lang":"en"')
  if (text.language === 'en' || !(isFallback || hasDescription)) return content
  return { ...content, blocks: [{ paragraph: text.t('docs.partlyEnglish') }, ...(content.blocks ?? [])] }
}

function contentOf(tree: Tree, { id, contents }: { id: string; contents: Toc }, text: Text): PageContent {
  if (id === 'contents') return contentsPage(contents, text)
  if (id === 'rights') return { about: text.t('docs.rights.page'), sections: rightsPage(tree, text) }
  return { about: text.t(`${id}.about`), sections: entitySections(pageOf(tree, id, text)) }
}

/** The page at `/docs/`, where readers choose a language: one card per language, in that language. */
function languagePage([text, ...others]: readonly [Text, ...Text[]]): string {
  const choices = [text, ...others].map(({ language, t }) => ({
    language,
    name: t(`docs.language.${language}`),
    about: t('docs.about'),
    href: `${language}/${fileOf('contents')}`,
  }))
  return pageMarkup({ text, title: text.t('docs.title'), content: { blocks: [{ choices }] } })
}

/** Generates the reference. `ids`: generates only these pages, in every language. */
export function reference(tree: Tree, ids?: readonly string[]): Reference {
  const english = textIn(tree, 'en')
  const contents = toc(tree, (name) => entitySections(pageOf(tree, name, english)).map(({ id }) => id))
  const texts = allTexts(tree)
  const pages = new Map([[`${folder}/index.html`, languagePage(texts)]])
  for (const text of texts) {
    const entries: SearchEntry[] = []
    for (const entry of contents.entries.filter(({ id }) => ids?.includes(id) ?? true)) {
      const content = toldContentOf(tree, { id: entry.id, contents }, text)
      const markup = pageMarkup({ text, title: entry.title[text.language], content, place: { toc: contents, entry } })
      pages.set(`${folder}/${text.language}/${fileOf(entry.id)}`, markup)
      if (entry.id !== 'contents') entries.push(...entriesOf({ title: entry.title[text.language], file: fileOf(entry.id), content }))
    }
    pages.set(`${folder}/${text.language}/search.json`, `${JSON.stringify(entries)}\n`)
  }
  const assets = new Map<string, string | Buffer>([
    [`${folder}/style.css`, styleSheet()],
    [`${folder}/reference.js`, readFileSync(join(import.meta.dirname, 'reference.mjs'), 'utf8')],
    [`${folder}/favicon.svg`, readFileSync(join(tree.root, 'src', 'public', 'favicon.svg'), 'utf8')],
    ...fontFiles().map(({ name, content }) => [`${folder}/files/${name}`, content] as const),
  ])
  return { toc: contents, pages, assets }
}

/** Keys of all texts that the contents of pages read. */
export function keysOfReference(tree: Tree): Set<string> {
  const keys = new Set<string>()
  const [text, ...others] = allTexts(tree)
  const english = recorded(text, keys)
  const contents = toc(tree, (name) => entitySections(pageOf(tree, name, english)).map(({ id }) => id))
  languagePage([english, ...others.map((other) => recorded(other, keys))])
  for (const { id } of contents.entries) contentOf(tree, { id, contents }, english)
  return keys
}
