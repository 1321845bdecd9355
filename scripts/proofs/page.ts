import { documents, kinds, sections, type Fact } from './facts.ts'
import type { Proof } from './tags.ts'

/** Where the page stands, below the root. */
export const pagePath = 'docs/coverage.md'

/** Text as it stands in a cell of a table. */
function inCell(text: string): string {
  return text.replaceAll(/[\\|*_<>[\]`]/g, (sign) => `\\${sign}`)
}

/** The proofs of a fact as links to where they stand, each name once. Says which run has it, if not `npm test`. */
function links(proofs: readonly Proof[]): string {
  const texts = proofs.map(({ names, file, line, isExhaustive }) => {
    const text = inCell(names.join(' › '))
    return `[${text}](../${file}#L${line})${isExhaustive ? ' (exhaustive)' : ''}`
  })
  return [...new Set(texts)].join('<br>')
}

function table(facts: readonly Fact[], proofs: ReadonlyMap<string, readonly Proof[]>): string[] {
  const order = ({ kind }: Fact): number => kinds.findIndex((one) => one === kind)
  const lines = facts
    .toSorted((one, other) => order(one) - order(other))
    .map(({ id, kind, words }) => {
      const own = proofs.get(id) ?? []
      const extent = own.length > 0 && own.every(({ isExhaustive }) => isExhaustive) ? '<br>exhaustive' : ''
      return `| ${id} | ${kind}${extent} | ${inCell(words)} | ${links(own)} |`
    })
  return ['| | | what | proved by |', '|---|---|---|---|', ...lines]
}

/** How many facts each section has, of documents whose sections are the same. */
function overview(facts: readonly Fact[], titles: Readonly<Record<number, string>>): string[] {
  const count = (document: string, section: string): number =>
    facts.filter((fact) => fact.document === document && fact.section === Number(section)).length
  const heads = Object.entries(titles).map(([section, title]) => `${section} ${title}`)
  const counts = Object.keys(sections)
    .filter((document) => sections[document] === titles)
    .map((document) => [document, ...Object.keys(titles).map((section) => count(document, section))])
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [`| ${line(heads)}`, `|${'---|'.repeat(heads.length + 1)}`, ...counts.map(line)]
}

/** The table of what the specifications ask for and the tests that prove it. */
export function coveragePage(facts: readonly Fact[], proofs: readonly Proof[]): string {
  const byFact = new Map<string, Proof[]>()
  for (const proof of proofs) byFact.set(proof.fact, [...(byFact.get(proof.fact) ?? []), proof])
  const lines = [
    '# Coverage',
    '',
    `${facts.length} facts of the three specifications and of what closes their gaps, by document and section, each with the tests that prove`,
    'it. Made by `npm run generate` from the facts in `tests/proofs` and the tags of tests: never edit it. `npm test` fails where a fact',
    'has no test here that passed, and `npm run test:exhaustive` for tests marked as exhaustive. A case of a table stands with its name.',
    ...[...new Set(Object.values(sections))].flatMap((titles) => ['', ...overview(facts, titles)]),
  ]
  for (const [document, about] of Object.entries(documents)) {
    if (facts.some((fact) => fact.document === document)) lines.push('', `## ${document}: ${about}`)
    for (const [section, title] of Object.entries(sections[document] ?? {})) {
      const own = facts.filter((fact) => fact.document === document && fact.section === Number(section))
      if (own.length > 0) lines.push('', `### ${document} section ${section}: ${title}`, '', ...table(own, byFact))
    }
  }
  return `${lines.join('\n')}\n`
}
