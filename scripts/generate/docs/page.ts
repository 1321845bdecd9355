import type { Language } from '../tree.ts'

/** Inline content: plain text, code (a name used in calls and files), a link, or text in another language than the page's. */
export type Inline = string | { code: string } | { text: string; href: string; download?: string } | { text: string; lang: Language }

/** Content of a table cell; each item of an array is shown on its own line. */
export type Cell = Inline | readonly Inline[]

/** A table with column headers; the first cell of each row is its row header. */
export interface Table {
  heads: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** A link to one language of the reference, with its texts in that language. */
export interface Choice {
  language: Language
  name: string
  about: string
  href: string
}

/** A block of a page: a paragraph, a table, a list, links to the languages, or blocks under a subheading. */
export type Block =
  | { paragraph: Inline | readonly Inline[] }
  | { table: Table }
  | { list: readonly (readonly Inline[])[] }
  | { choices: readonly Choice[] }
  | { title: string; blocks: readonly Block[] }

/** A part of a page with a heading and an anchor, `#<id>`. */
export interface Section {
  id: string
  title: string
  blocks: readonly Block[]
}

/** Content of a page as data, which the template renders. */
export interface PageContent {
  about?: string
  /** Blocks before the first section. */
  blocks?: readonly Block[]
  sections?: readonly Section[]
}
