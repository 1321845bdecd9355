import { describe, expect, it } from 'vitest'
import { proofFindings, unprovedBy } from './findings.ts'
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
   })
   it(title, () => {})`,
)
const others = namesIn('tests/e2e/boats.e2e.ts', `it('are let to one boat', () => {})`)
const index = indexOf([...names, ...others])

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
      'moorings > *',
    ])
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
    const rows = rowsWith(['moorings > hold 2 boats', 'boats > are let to one boat'])
    const after = (kind: 'test' | 'e2e', ...passed: string[][]): string[] =>
      unprovedBy({ kind, passed }, rows, index).map(({ message }) => message)
    const common = ['moorings', 'moorings', 'are let to one boat']
    expect(after('test', common, ['moorings', 'moorings', 'hold 2 boats'])).toEqual([])
    expect(after('test', common, ['moorings', 'moorings', 'hold 3 boats'])).toEqual(['no test named "moorings > hold 2 boats" passed'])
    expect(after('e2e')).toEqual(['no test named "boats > are let to one boat" passed'])
    expect(after('e2e', ['boats', 'are let to one boat'])).toEqual([])
  })

  it('come from lists by kind, and stand by document and section with links to the files of their tests', () => {
    const lists: SectionRows[] = [
      {
        document: 'S1',
        section: 2,
        rows: {
          screen: { 'Pier | map': 'moorings > moorings > in Lisbon > are large' },
          rule: { Rent: ['hold 1 boats', 'boats > are let to one boat'] },
        },
      },
    ]
    const page = coveragePage(rowsOf(lists), index)
    expect(page).toContain('### S1 section 2: Screens and routes')
    expect(page).toContain('| screen | Pier \\| map | [moorings › in Lisbon › are large](../tests/api/moorings.test.ts) |')
    expect(page).toContain('[hold 1 boats](../tests/api/moorings.test.ts)<br>[are let to one boat](../tests/e2e/boats.e2e.ts)')
    expect(page).toContain('2 facts')
  })
})
