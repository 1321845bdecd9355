import type { Language } from '../tree.ts'

/** A run of text: plain, a name as it stands in calls and files, a link, or words of another language than the page's. */
export type Inline = string | { code: string } | { text: string; href: string; download?: string } | { text: string; lang: Language }

/** What stands in a cell; several runs are lines below each other. */
export type Cell = Inline | readonly Inline[]

/** Rows below a header; the first cell of a row says what it is about. */
export interface Table {
  heads: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** A page in one of several languages, said in that language. */
export interface Choice {
  language: Language
  name: string
  about: string
  href: string
}

/** A piece of a page: a paragraph of several runs, a table, a list, a choice of languages, or pieces under a heading of their own. */
export type Block =
  | { paragraph: Inline | readonly Inline[] }
  | { table: Table }
  | { list: readonly (readonly Inline[])[] }
  | { choices: readonly Choice[] }
  | { title: string; blocks: readonly Block[] }

/** A part of a page that has a heading and an address: `#<id>`. */
export interface Section {
  id: string
  title: string
  blocks: readonly Block[]
}

/** What a page says, before the template: data only. */
export interface PageContent {
  about?: string
  /** Blocks before the first section. */
  blocks?: readonly Block[]
  sections?: readonly Section[]
}
