import { Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { languages, type Language } from '../tree.ts'
import type { Block, Cell, Choice, Inline, PageContent, Section, Table } from './page.ts'
import type { Text } from './text.ts'
import { fileOf, type Toc, type TocEntry } from './toc.ts'

/** A page with the frame around its content. */
interface FramedPage {
  text: Text
  /** Shown in the window title and as `<h1>`. */
  title: string
  content: PageContent
  /** The page's entry in the table of contents; absent for the language page, which has none. */
  place?: { toc: Toc; entry: TocEntry }
}

function renderInline(part: Inline): ReactNode {
  if (typeof part === 'string') return part
  if ('code' in part) return <code>{part.code}</code>
  if ('lang' in part) return <span lang={part.lang}>{part.text}</span>
  return (
    <a href={part.href} download={part.download}>
      {part.text}
    </a>
  )
}

/** Renders inline content, with `between` as separator. A function, not a component: a table has thousands of cells. */
function renderContent(cell: Cell, between?: ReactNode): ReactNode {
  if (typeof cell === 'string' || !Array.isArray(cell)) return renderInline(cell as Inline)
  const parts = cell as readonly Inline[]
  if (parts.length < 2) return renderInline(parts[0] ?? '')
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && between}
      {renderInline(part)}
    </Fragment>
  ))
}

const lineBreak = <br />

/** A table; a wide one scrolls in its frame, also by keyboard. On a phone each row is a card, whose cells name their column. */
function TableBlock({ table: { heads, rows }, label }: { table: Table; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable area must be focusable by keyboard.
    <div className="table" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={index} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...rest], index) => (
            <tr key={index}>
              <th scope="row">{renderContent(first, lineBreak)}</th>
              {rest.map((cell, column) => (
                <td key={column} data-head={heads[column + 1]}>
                  {renderContent(cell, lineBreak)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ChoiceList({ choices }: { choices: readonly Choice[] }) {
  return (
    <ul className="choices">
      {choices.map(({ language, name, about, href }) => (
        <li key={language}>
          <a href={href} hrefLang={language} lang={language}>
            <strong>{name}</strong> <span>{about}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Renders a block; `label` is the heading above it. */
function BlockView({ block, label }: { block: Block; label: string }) {
  if ('paragraph' in block) return <p>{renderContent(block.paragraph)}</p>
  if ('table' in block) return <TableBlock table={block.table} label={label} />
  if ('choices' in block) return <ChoiceList choices={block.choices} />
  if ('list' in block) {
    return (
      <ul>
        {block.list.map((item, index) => (
          <li key={index}>{renderContent(item)}</li>
        ))}
      </ul>
    )
  }
  return (
    <div>
      <h3>{block.title}</h3>
      <Blocks blocks={block.blocks} label={block.title} />
    </div>
  )
}

function Blocks({ blocks, label }: { blocks: readonly Block[]; label: string }) {
  return blocks.map((block, index) => <BlockView key={index} block={block} label={label} />)
}

function SectionView({ section: { id, title, blocks } }: { section: Section }) {
  return (
    <section id={id}>
      <h2>{title}</h2>
      <Blocks blocks={blocks} label={title} />
    </section>
  )
}

/**
 * Links to all pages, with the sections below the current page. In a narrow window, the list is collapsed until the first link makes it the
 * `:target`; any other link within the page collapses it again.
 */
function Contents({ toc, entry, text: { language, t } }: { toc: Toc; entry: TocEntry; text: Text }) {
  return (
    <nav id="contents" aria-label={t('docs.contents')}>
      <a className="unfold" href="#contents">
        {t('docs.contents')}
      </a>
      <a className="fold" href="#content">
        {t('shell.skip')}
      </a>
      <ul>
        {toc.entries.map(({ id, title, sections }) => (
          <li key={id}>
            <a href={fileOf(id)} aria-current={id === entry.id ? 'page' : undefined}>
              {title[language]}
            </a>
            {id === entry.id && sections.length > 0 && (
              <ul>
                {sections.map((section) => (
                  <li key={section.id}>
                    <a href={`#${section.id}`}>{section.title[language]}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function LanguageLinks({ entry, text: { language, t } }: { entry: TocEntry; text: Text }) {
  return (
    <nav aria-label={t('docs.languages')}>
      {languages.map((other: Language) => (
        <a
          key={other}
          href={`../${other}/${fileOf(entry.id)}`}
          hrefLang={other}
          lang={other}
          aria-current={other === language ? 'true' : undefined}
        >
          {t(`docs.language.${other}`)}
        </a>
      ))}
    </nav>
  )
}

/** The search over all pages of the language; without its script there is none. */
function Search({ text: { t } }: { text: Text }) {
  return (
    <search id="search" hidden data-none={t('docs.search.none')} data-failed={t('docs.search.failed')}>
      <input type="search" aria-label={t('docs.search')} placeholder={t('docs.search')} aria-keyshortcuts="/" autoComplete="off" />
      <div>
        <ul aria-label={t('docs.search.found')} />
        <p role="status" />
      </div>
    </search>
  )
}

function FramedPageView({ text, title, content, place }: FramedPage) {
  const { language, t } = text
  const base = place ? '../' : ''
  const { about, blocks = [], sections = [] } = content
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title === t('docs.title') ? title : `${title} · ${t('docs.title')}`}</title>
        <link rel="icon" href={`${base}favicon.svg`} type="image/svg+xml" />
        <link rel="stylesheet" href={`${base}style.css`} />
        {/* Before the first paint, as it brings the theme. */}
        <script src={`${base}reference.js`} />
      </head>
      <body>
        <a className="skip" href="#content">
          {t('shell.skip')}
        </a>
        <header>
          <a href="index.html">
            <img src={`${base}favicon.svg`} alt="" width="24" height="24" />
            {t('shell.product')} <span>{t('docs.title')}</span>
          </a>
          {place && <Search text={text} />}
          {place && <LanguageLinks entry={place.entry} text={text} />}
        </header>
        <div className={place ? 'page' : 'page alone'}>
          {place && <Contents {...place} text={text} />}
          <main id="content" tabIndex={-1}>
            <h1>{title}</h1>
            {about && <p>{about}</p>}
            <Blocks blocks={blocks} label={title} />
            {sections.map((section) => (
              <SectionView key={section.id} section={section} />
            ))}
          </main>
        </div>
      </body>
    </html>
  )
}

/**
 * Renders a whole page as HTML: no inline scripts or styles, so that it works under the strictest content security policy, and
 * relative links between pages, so that it works from any folder.
 */
export function pageMarkup(page: FramedPage): string {
  return `<!doctype html>\n${renderToStaticMarkup(<FramedPageView {...page} />)}\n`
}
