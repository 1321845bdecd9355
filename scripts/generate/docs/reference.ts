import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvMap } from '../csv.ts'
import type { Tree } from '../tree.ts'
import { entitySections, type EntityPage } from './entity-page.ts'
import { tag, type Html } from './html.ts'
import { page } from './page.ts'
import { rightsPage } from './rights-page.ts'
import { allTexts, textIn, type Text } from './text.ts'
import { toc, type Toc, type TocEntry } from './toc.ts'

const folder = 'docs/reference'

function pageOf(tree: Tree, name: string, text: Text): EntityPage {
  const schema = tree.entities[name]
  if (!schema) throw new Error(`no schema for "${name}"`)
  return { schema, screen: tree.screens[name], csv: csvMap(tree, schema), text, source: (id) => tree.sources[id] }
}

function contentsList(contents: Toc, text: Text): Html {
  const items = contents.entries
    .slice(1)
    .map(({ id, title }) =>
      tag(
        'li',
        {},
        tag('a', { href: `${id}.html` }, title[text.language]),
        ' – ',
        text.t(id === 'rights' ? 'docs.rights.about' : `${id}.about`),
      ),
    )
  return tag('ul', {}, ...items)
}

function languageChooser(tree: Tree): string {
  const links = allTexts(tree).map(({ language, t }) =>
    tag('li', {}, tag('a', { href: `${language}/index.html`, lang: language }, t(`docs.language.${language}`))),
  )
  const head = tag(
    'head',
    {},
    tag('meta', { charset: 'utf-8' }),
    tag('title', {}, textIn(tree, 'en').t('docs.title')),
    tag('link', { rel: 'stylesheet', href: 'style.css' }),
  )
  const body = tag('body', {}, tag('main', {}, tag('h1', {}, textIn(tree, 'en').t('docs.title')), tag('ul', {}, ...links)))
  return `<!doctype html>\n${tag('html', { lang: 'en' }, head, body).html}\n`
}

function bodyOf(tree: Tree, { entry, contents }: { entry: TocEntry; contents: Toc }, text: Text): { about: string; content: Html[] } {
  if (entry.id === 'contents') return { about: text.t('docs.about'), content: [contentsList(contents, text)] }
  if (entry.id === 'rights') return { about: text.t('docs.rights.page'), content: rightsPage(tree, text) }
  return { about: text.t(`${entry.id}.about`), content: [...entitySections(pageOf(tree, entry.id, text)).values()] }
}

/** Table of contents and reference pages, by path. */
export function referencePages(tree: Tree): { toc: Toc; files: Map<string, string> } {
  const english = textIn(tree, 'en')
  const contents = toc(tree, (name) => [...entitySections(pageOf(tree, name, english)).keys()])
  const files = new Map<string, string>([
    [`${folder}/style.css`, readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')],
    [`${folder}/index.html`, languageChooser(tree)],
  ])
  for (const text of allTexts(tree)) {
    for (const entry of contents.entries) {
      const { about, content } = bodyOf(tree, { entry, contents }, text)
      files.set(
        `${folder}/${text.language}/${entry.id === 'contents' ? 'index' : entry.id}.html`,
        page(contents, { entry, about, content }, text),
      )
    }
  }
  return { toc: contents, files }
}
