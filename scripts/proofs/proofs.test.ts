import { describe, expect, it } from 'vitest'
import { proofFindings, unprovedBy, type RunKind } from './findings.ts'
import { indexOf, meantBy } from './match.ts'
import { coveragePage } from './page.ts'
import { rowsOf, sections, type Row, type SectionRows } from './rows.ts'
import { namesIn } from './test-names.ts'

const file = 'tests/api/moorings.test.ts'
const names = namesIn(
  file,
  `describe('moorings', () => {
     it('are let to one boat', () => {})
     it.each([1, 2])('hold %i boats', () => {})
     for (const size of [1, 2]) it(\`are \${size} m long\`, () => {})
     describe.each(harbours)('in $name', () => it(size > 1 ? 'are large' : 'are small', () => {}))
     describe.each(inExtent(harbours, 'name', ['Porto']))('in all of $name', () => it('are watched', () => {}))
   })
   it(title, () => {})`,
)
const others = namesIn(
  'tests/e2e/boats.e2e.ts',
  `it('are let to one boat', () => {})
   it.each(inExtent(boats, 'name', ['Nele', 'Ida']))('$name leaves', () => {})`,
)
const thorough = namesIn('tests/exhaustive/storms.test.ts', `it.each([9, 10])('are survived at force %i', () => {})`)
const index = indexOf([...names, ...others, ...thorough])

/** A row in every section, so that none is empty, with the tests of the one at hand. */
const rowsWith = (tests: readonly string[], change: Partial<Row> = {}): Row[] => [
  ...Object.entries(sections).flatMap(([document, titles]) =>
    Object.keys(titles).map((section) => ({
      document,
      section: Number(section),
      kind: 'rule',
      words: 'Other',
      tests: ['moorings > are let to one boat'],
    })),
  ),
  { document: 'S0', section: 5, kind: 'limit', words: 'Mooring: one boat', tests, ...change },
]
const found = (rows: readonly Row[]): string[] => proofFindings(rows, index).map(({ id, where }) => `${id} ${where}`)
const here = 'tests/proofs: S0 section 5, "Mooring: one boat"'

describe('the names of tests', () => {
  it('are read from their files, with their groups and with places for what only a run knows', () => {
    expect(names.map(({ titles }) => titles.join(' > '))).toEqual([
      'moorings > moorings > are let to one boat',
      'moorings > moorings > hold * boats',
      'moorings > moorings > are * m long',
      'moorings > moorings > in * > are large',
      'moorings > moorings > in * > are small',
      "moorings > moorings > in all of 'Porto' > are watched",
      'moorings > moorings > in all of * > are watched',
      'moorings > *',
    ])
  })

  it('tell which of them only an exhaustive run has: those of its folder, and cases that are no representatives', () => {
    const rare = [...names, ...others, ...thorough].filter(({ isExhaustive }) => isExhaustive)
    expect(rare.map(({ titles }) => titles.join(' > '))).toEqual([
      'moorings > moorings > in all of * > are watched',
      'boats > * leaves',
      'storms > are survived at force *',
    ])
  })

  it('cannot be read where an extent hides its representatives, or the title hides its case', () => {
    const inFile = (source: string) => () => namesIn(file, source)
    expect(inFile(`it.each(inExtent(boats, 'name', few))('$name', () => {})`)).toThrow('as literals')
    expect(inFile(`it.each(inExtent(boats, 'name', [few]))('$name', () => {})`)).toThrow('as literals')
    expect(inFile(`it.each(inExtent(boats, 'name', ['Ida']))('$size', () => {})`)).toThrow('$name')
  })

  it('are found by their ends, by patterns, and by what a run would make of them', () => {
    const meant = (reference: string): string[] => meantBy(reference, index).map(({ titles }) => titles.at(-1) ?? '')
    expect(meant('are large')).toEqual(['are large'])
    expect(meant('moorings > in Lisbon > are small')).toEqual(['are small'])
    expect(meant('hold 2 boats')).toEqual(['hold * boats'])
    expect(meant('moorings > are *')).toEqual(expect.arrayContaining(['are let to one boat', 'are * m long']))
  })
})

describe('the rows of the coverage table', () => {
  it('are sound where each names its section and tests that there are', () => {
    expect(found(rowsWith(['moorings > are let to one boat', 'moorings > hold 2 boats']))).toEqual([])
  })

  it('fail without a test, with one that is gone, and with a name that several files have', () => {
    expect(found(rowsWith([]))).toEqual([`proof.untested ${here}`])
    expect(found(rowsWith(['boats > are let to two boats']))).toEqual([`proof.missing ${here}`])
    expect(found(rowsWith(['are let to one boat']))).toEqual([`proof.ambiguous ${here}`])
  })

  it('fail twice in one section, in an unknown one, of an unknown kind, and where a section has none', () => {
    const tests = ['moorings > are large']
    expect(found([...rowsWith(tests), ...rowsWith(tests).slice(-1)])).toEqual([`proof.twice ${here}`])
    for (const change of [{ section: 10 }, { document: 'S9' }, { document: 'D', section: 8 }, { kind: 'hope' }])
      expect(found(rowsWith(tests, change))).toContainEqual(expect.stringContaining('proof.section'))
    const without = rowsWith(tests).filter(({ document, section }) => document !== 'S2' || section !== 8)
    expect(found(without)).toEqual(['proof.empty tests/proofs: S2 section 8'])
  })

  it('are proved by a test of their name that passed in the run of its files', () => {
    const rows = rowsWith(['moorings > hold 2 boats', 'boats > are let to one boat', 'storms > are survived at force 10'])
    const after = (kind: RunKind, ...passed: string[][]): string[] =>
      unprovedBy({ kind, passed }, rows, index).map(({ message }) => message)
    const common = ['moorings', 'moorings', 'are let to one boat']
    expect(after('test', common, ['moorings', 'moorings', 'hold 2 boats'])).toEqual([])
    expect(after('test', common, ['moorings', 'moorings', 'hold 3 boats'])).toEqual(['no test named "moorings > hold 2 boats" passed'])
    const boat = ['boats', 'are let to one boat']
    expect(after('e2e')).toEqual(['no test named "boats > are let to one boat" passed'])
    expect(after('e2e', boat)).toEqual([])
    const storm = 'no test named "storms > are survived at force 10" passed'
    const all = [boat, common, ['moorings', 'moorings', 'hold 2 boats']]
    expect(after('exhaustive', ...all)).toEqual([storm])
    expect(after('exhaustive', ...all, ['storms', 'are survived at force 9'])).toEqual([storm])
    expect(after('exhaustive', ...all, ['storms', 'are survived at force 10'])).toEqual([])
  })

  it('are asked of an exhaustive run where no representative proves them', () => {
    const after = (reference: string, kind: RunKind, ...passed: string[]): string[] =>
      unprovedBy({ kind, passed: passed.map((name) => ['boats', `'${name}' leaves`]) }, rowsWith([reference]), index)
        .map(({ message }) => message)
        .filter((message) => message.includes('leaves'))
    const missing = (reference: string): string[] => [`no test named "${reference}" passed`]
    expect(after("'Nele' leaves", 'e2e', 'Ida')).toEqual(missing("'Nele' leaves"))
    expect(after("'Nele' leaves", 'e2e', 'Nele')).toEqual([])
    expect(after('* leaves', 'e2e')).toEqual(missing('* leaves'))
    expect(after('* leaves', 'e2e', 'Ida')).toEqual([])
    expect(after("'Klara' leaves", 'e2e')).toEqual([])
    expect(after("'Klara' leaves", 'exhaustive', 'Nele', 'Ida')).toEqual(missing("'Klara' leaves"))
    expect(after("'Klara' leaves", 'exhaustive', 'Klara')).toEqual([])
  })

  it('come from lists by kind, and stand by document and section with links to the files of their tests', () => {
    const lists: SectionRows[] = [
      {
        document: 'S1',
        section: 2,
        rows: {
          screen: { 'Pier | map': 'moorings > moorings > in Lisbon > are large' },
          rule: {
            Rent: ['hold 1 boats', 'boats > are let to one boat'],
            Leave: ["'Ida' leaves", "'Klara' leaves"],
            Storm: 'storms > are survived at force 10',
          },
        },
      },
    ]
    const page = coveragePage(rowsOf(lists), index)
    expect(page).toContain('### S1 section 2: Screens and routes')
    expect(page).toContain('| screen | Pier \\| map | [moorings › in Lisbon › are large](../tests/api/moorings.test.ts) |')
    expect(page).toContain('[hold 1 boats](../tests/api/moorings.test.ts)<br>[are let to one boat](../tests/e2e/boats.e2e.ts)')
    expect(page).toContain(
      `| Leave | ['Ida' leaves](../tests/e2e/boats.e2e.ts)<br>['Klara' leaves](../tests/e2e/boats.e2e.ts) (exhaustive) |`,
    )
    expect(page).toContain('[are survived at force 10](../tests/exhaustive/storms.test.ts) (exhaustive) |')
    expect(page).toContain('4 facts')
  })
})
