import type { Block, Cell, PageContent } from './page.ts'

/** An entry of the search over the reference: its text, where it stands, and its address within the folder of the language. */
export type SearchEntry = readonly [text: string, where: string, href: string]

function textOf(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if (Array.isArray(cell)) return (cell as readonly Cell[]).map(textOf).join(' ')
  return 'code' in cell ? cell.code : (cell as { text: string }).text
}

/** Longer ones name many fields at once, each of which has a row of its own. */
const MOST_LETTERS = 80

/** What the rows of tables are about, with the name in calls that stands beside it. */
function rowsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    if ('blocks' in block) return rowsOf(block.blocks)
    if (!('table' in block)) return []
    return block.table.rows.map(([first = '', second]) =>
      [textOf(first), isCode(second) ? textOf(second) : ''].filter((text) => text !== '').join(' '),
    )
  })
}

const isCode = (cell: Cell | undefined): cell is { code: string } => typeof cell === 'object' && 'code' in cell

/** Entries of a page: itself, its sections, and what the rows of their tables are about. */
export function entriesOf(page: { title: string; file: string; content: PageContent }): SearchEntry[] {
  const { title, file, content } = page
  const inSections = (content.sections ?? []).flatMap(({ id, title: section, blocks }): SearchEntry[] => {
    const href = `${file}#${id}`
    const rows = [...new Set(rowsOf(blocks))]
      .filter(({ length }) => length <= MOST_LETTERS)
      .map((text): SearchEntry => [text, `${title} › ${section}`, href])
    return [[section, title, href], ...rows]
  })
  return [[title, content.about ?? '', file], ...inSections]
}
