import { languages } from '../tree.ts'
import { tag, type Html } from './html.ts'
import type { Text } from './text.ts'
import type { Toc, TocEntry } from './toc.ts'

/** A page before its frame. */
export interface PageBody {
  entry: TocEntry
  about: string
  content: Html[]
}

/** Addresses are relative, so that the pages work from any folder. */
function fileOf(entry: TocEntry): string {
  return entry.id === 'contents' ? 'index.html' : `${entry.id}.html`
}

function languageLinks(entry: TocEntry, { language, t }: Text): Html {
  const links = languages.map((other) =>
    tag(
      'a',
      { href: `../${other}/${fileOf(entry)}`, hreflang: other, lang: other, ...(other === language ? { 'aria-current': 'true' } : {}) },
      t(`docs.language.${other}`),
    ),
  )
  return tag('nav', { 'aria-label': t('docs.languages') }, ...links)
}

function contents(toc: Toc, current: TocEntry, { language, t }: Text): Html {
  const items = toc.entries.map((entry) => {
    const own = entry.id === current.id
    const link = tag('a', { href: fileOf(entry), ...(own ? { 'aria-current': 'page' } : {}) }, entry.title[language])
    const sections = own ? entry.sections.map(({ id, title }) => tag('li', {}, tag('a', { href: `#${id}` }, title[language]))) : []
    return tag('li', {}, link, sections.length ? tag('ul', {}, ...sections) : '')
  })
  return tag('nav', { 'aria-label': t('docs.contents') }, tag('ul', {}, ...items))
}

/** A whole page: no script, no inline style, so that the strictest policy lets it through. */
export function page(toc: Toc, { entry, about, content }: PageBody, text: Text): string {
  const { language, t } = text
  const title = entry.title[language]
  const head = tag(
    'head',
    {},
    tag('meta', { charset: 'utf-8' }),
    tag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    tag('title', {}, entry.id === 'contents' ? title : `${title} · ${t('docs.title')}`),
    tag('link', { rel: 'stylesheet', href: '../style.css' }),
  )
  const body = tag(
    'body',
    {},
    tag('header', {}, tag('a', { href: 'index.html' }, t('docs.title')), languageLinks(entry, text)),
    tag('div', { class: 'page' }, contents(toc, entry, text), tag('main', {}, tag('h1', {}, title), tag('p', {}, about), ...content)),
  )
  return `<!doctype html>\n${tag('html', { lang: language }, '\n', head, '\n', body, '\n').html}\n`
}
