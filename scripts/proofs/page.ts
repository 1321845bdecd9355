import { between, meantBy, type NameIndex } from './match.ts'
import { documents, kinds, sections, type Row } from './rows.ts'

/** Where the page stands, below the root. */
export const pagePath = 'docs/coverage.md'

/** Text as it stands in a cell of a table. */
function inCell(text: string): string {
  return text.replaceAll(/[\\|*_<>[\]`]/g, (sign) => `\\${sign}`)
}

/** A test as a link to its file; where several files have tests of the name, to the first of them. Says which run has it, if not `npm test`. */
function link(reference: string, names: NameIndex): string {
  const meant = meantBy(reference, names)
  const [found] = meant
  if (!found) return inCell(reference)
  const titles = reference.split(between)
  const told = titles.length === found.titles.length ? titles.slice(1) : titles
  const run = meant.every(({ isExhaustive }) => isExhaustive) ? ' (exhaustive)' : ''
  return `[${inCell(told.join(' › '))}](../${found.file})${run}`
}

function table(rows: readonly Row[], names: NameIndex): string[] {
  const order = (row: Row): number => kinds.findIndex((kind) => kind === row.kind)
  const lines = rows
    .toSorted((one, other) => order(one) - order(other))
    .map((row) => `| ${row.kind} | ${inCell(row.words)} | ${row.tests.map((test) => link(test, names)).join('<br>')} |`)
  return ['| | what | proved by |', '|---|---|---|', ...lines]
}

/** How many rows each section has, of documents whose sections are the same. */
function overview(rows: readonly Row[], titles: Readonly<Record<number, string>>): string[] {
  const count = (document: string, section: string): number =>
    rows.filter((row) => row.document === document && row.section === Number(section)).length
  const heads = Object.entries(titles).map(([section, title]) => `${section} ${title}`)
  const counts = Object.keys(sections)
    .filter((document) => sections[document] === titles)
    .map((document) => [document, ...Object.keys(titles).map((section) => count(document, section))])
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [`| ${line(heads)}`, `|${'---|'.repeat(heads.length + 1)}`, ...counts.map(line)]
}

/** The table of what the specifications ask for and the tests that prove it. */
export function coveragePage(rows: readonly Row[], names: NameIndex): string {
  const lines = [
    '# Coverage',
    '',
    `${rows.length} facts of the three specifications and of what closes their gaps, by document and section, each with the tests that prove`,
    'it. Made by `npm run generate` from the rows in `tests/proofs` and the names in the test files: never edit it. `npm test` fails where',
    'a test named here did not pass, and `npm run test:exhaustive` for those marked as exhaustive.',
    ...[...new Set(Object.values(sections))].flatMap((titles) => ['', ...overview(rows, titles)]),
  ]
  for (const [document, about] of Object.entries(documents)) {
    if (rows.some((row) => row.document === document)) lines.push('', `## ${document}: ${about}`)
    for (const [section, title] of Object.entries(sections[document] ?? {})) {
      const own = rows.filter((row) => row.document === document && row.section === Number(section))
      if (own.length > 0) lines.push('', `### ${document} section ${section}: ${title}`, '', ...table(own, names))
    }
  }
  return `${lines.join('\n')}\n`
}
