import { describe, expect, it } from 'vitest'
import { factsOf, sections, type FactFile } from './facts.ts'
import { proofFindings, unprovedBy, type PassedTest, type RunKind } from './findings.ts'
import { coveragePage } from './page.ts'
import { proofsIn } from './tags.ts'

const file = 'tests/api/racks.test.ts'
const proofs = proofsIn(
  file,
  `const facts = { Porto: ['S0-5.5'] }
   describe('racks', { tags: ['S0-5.1'] }, () => {
     it('are let to one tenant', { tags: ['S0-5.2', 'S0-5.3'] }, () => {})
     eachCase<[string, number]>([['Nele', 9, 'S0-5.4'], ['Ida', 12]])('hold %s', () => {})
     for (const size of [1, 2]) it(\`are \${size} m long\`, { tags: ['S0-5.4'] }, () => {})
   })`,
)
const suite = proofsIn(
  'tests/e2e/servers.e2e.ts',
  `const facts = { Nele: ['S0-5.1'], Klara: ['S0-5.6'] }
   describe.each(inExtent(servers, 'name', ['Nele', 'Ida']))('$name', ({ name }) => {
     it('leaves', { tags: facts[name] ?? [] }, () => {})
     it('returns', { tags: ['S0-5.7'] }, () => {})
   })`,
)
const storm = proofsIn('tests/exhaustive/storms.test.ts', `it('are survived', { tags: ['S0-5.7'] }, () => {})`)
const samples = proofsIn(
  'schemas/entities/room.samples.json',
  `{
    "valid": [{ "about": "a long one", "facts": ["S0-5.8"] }],
    "rules": { "has-a-light": { "facts": ["S0-5.9"], "accepts": {} } }
  }`,
)
const all = [...proofs, ...suite, ...storm, ...samples]

/** A fact in every section, and the numbered ones of the section at hand. */
const others: FactFile = Object.fromEntries(
  Object.entries(sections).flatMap(([document, titles]) =>
    Object.keys(titles).map((section) => [`${document}-${section}.99`, { rule: `Fact of ${document} ${section}` }]),
  ),
)
const numbered = (...numbers: number[]): FactFile =>
  Object.fromEntries(numbers.map((number) => [`S0-5.${number}`, { limit: `Rack | ${number}` }]))
const tagged = Object.keys(others).map((fact) => ({ ...proofs[0]!, fact }))
const found = (facts: FactFile, of = all): string[] =>
  proofFindings(factsOf({ ...others, ...facts }), [...tagged, ...of]).map(({ id, where }) => `${id} ${where}`)

describe('what tests say that they prove', () => {
  it('is read from their tags and from the cases of their tables, with their lines', () => {
    expect(proofs.map(({ fact, line, names }) => [fact, line, names.join(' > ')])).toEqual([
      ['S0-5.5', 1, 'racks > Porto'],
      ['S0-5.1', 2, 'racks'],
      ['S0-5.2', 3, 'racks > are let to one tenant'],
      ['S0-5.3', 3, 'racks > are let to one tenant'],
      ['S0-5.4', 4, 'racks > hold … > Nele'],
      ['S0-5.4', 5, 'racks > are … m long'],
    ])
  })

  it('stands in files of samples, too, which one test runs', () => {
    expect(samples.map(({ fact, line, names, test }) => [fact, line, names.join(' > '), test])).toEqual([
      ['S0-5.8', 2, 'room > valid > a long one', 'schemas/rules/every-rule.test.ts'],
      ['S0-5.9', 3, 'room > rules > has-a-light', 'schemas/rules/every-rule.test.ts'],
    ])
  })

  it('tells which of it only an exhaustive run has: tests of its folder, and cases that are no representatives', () => {
    const rare = [...suite, ...storm].filter(({ isExhaustive }) => isExhaustive)
    expect(rare.map(({ names }) => names.join(' > '))).toEqual(['servers > Klara', 'are survived'])
  })

  it('cannot be read where an extent hides its representatives', () => {
    expect(() => proofsIn(file, `it.each(inExtent(servers, 'name', few))('$name', () => {})`)).toThrow('as literals')
    expect(() => proofsIn(file, `it.each(inExtent(servers, 'name', [few]))('$name', () => {})`)).toThrow('as literals')
  })
})

describe('facts', () => {
  it('are sound where each has a test, and each tag a fact', () => {
    expect(found(numbered(1, 2, 3, 4, 5, 6, 7, 8, 9))).toEqual([])
  })

  it('fail without a test, and where a tag names none, by its file and line', () => {
    expect(found(numbered(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))).toEqual(['proof.untested tests/proofs/s0.json: S0-5.10'])
    expect(found(numbered(1, 2, 3, 4, 5, 6, 7, 9))).toEqual(['proof.unknown schemas/entities/room.samples.json:2'])
  })

  it('fail twice in one section, in an unknown one, of an unknown kind, and where a section has none', () => {
    expect(found({ 'S0-5.1': { limit: 'One server' }, 'S0-5.2': { limit: 'One server' } }, proofs.slice(1, 3))).toEqual([
      'proof.twice tests/proofs/s0.json: S0-5.2',
    ])
    for (const [id, kind] of [
      ['S0-10.1', 'rule'],
      ['D-8.1', 'rule'],
      ['S0-5.1', 'hope'],
    ] as const)
      expect(found({ [id]: { [kind]: 'x' } }, [{ ...proofs[0]!, fact: id }])).toEqual([expect.stringMatching('^proof.section')])
    const without = factsOf(Object.fromEntries(Object.entries(others).filter(([id]) => id !== 'S2-8.99')))
    expect(proofFindings(without, tagged).map(({ where }) => where)).toContain('tests/proofs/s2.json: S2 section 8')
  })

  it('are unproved by a run in which no test of a file that has their tag passed', () => {
    // Tests that passed under any name.
    const everyName = [...proofs, ...suite, ...storm].map(({ titles }) => titles.join(' ')).join(' ')
    const after = (kind: RunKind, ...passed: Omit<PassedTest, 'name'>[]): string[] =>
      unprovedBy({ kind, passed: passed.map((test) => ({ ...test, name: everyName })) }, all).map(
        ({ message }) => /that proves (\S+)/.exec(message)?.[1] ?? '',
      )
    const racks = { file, tags: ['S0-5.1', 'S0-5.2', 'S0-5.4', 'S0-5.5'] }
    const rules = { file: 'schemas/rules/every-rule.test.ts', tags: ['S0-5.8', 'S0-5.9'] }
    expect(after('test', racks, rules)).toEqual(['S0-5.3'])
    expect(after('test', { ...racks, tags: [...racks.tags, 'S0-5.3'] }, rules)).toEqual([])
    expect(after('e2e', racks)).toEqual(['S0-5.1', 'S0-5.7'])
    expect(after('e2e', { file: 'tests/e2e/servers.e2e.ts', tags: ['S0-5.1', 'S0-5.7'] })).toEqual([])
    const servers = { file: 'tests/e2e/servers.e2e.ts', tags: ['S0-5.1', 'S0-5.7'] }
    expect(after('exhaustive', { ...racks, tags: [...racks.tags, 'S0-5.3'] }, rules, servers)).toEqual(['S0-5.6', 'S0-5.7'])
  })

  it('are unproved by a run in which one of two tests of a file that have their tag did not pass', () => {
    const two = proofsIn(
      file,
      `describe('racks', () => {
         it('are let for a night', { tags: ['S0-5.1'] }, () => {})
         for (const size of [1, 2]) it(\`are \${size} m long (at most)\`, { tags: ['S0-5.1'] }, () => {})
       })`,
    )
    const after = (...names: string[]): string[] => {
      const passed = names.map((name) => ({ file, name, tags: ['S0-5.1'] }))
      return unprovedBy({ kind: 'test', passed }, two).map(({ where }) => where)
    }
    expect(after('racks are let for a night', 'racks are 2 m long (at most)')).toEqual([])
    expect(after('racks are let for a night')).toEqual([`${file}:3`])
    expect(after('racks are 1 m long (at most)')).toEqual([`${file}:2`])
  })

  it('stand in a table by document and section with links to the lines of their proofs', () => {
    const page = coveragePage(factsOf(numbered(2, 6, 7)), all)
    expect(page).toContain('### S0 section 5: Validation')
    expect(page).toContain('| S0-5.2 | limit | Rack \\| 2 | [racks › are let to one tenant](../tests/api/racks.test.ts#L3) |')
    expect(page).toContain('| S0-5.6 | limit<br>exhaustive | Rack \\| 6 | [servers › Klara](../tests/e2e/servers.e2e.ts#L1) (exhaustive) |')
    expect(page).toContain(
      '[… › returns](../tests/e2e/servers.e2e.ts#L4)<br>[are survived](../tests/exhaustive/storms.test.ts#L1) (exhaustive)',
    )
    expect(page).toContain('3 facts')
  })
})
