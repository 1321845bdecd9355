import { describe, expect, it } from 'vitest'
import { factsOf, sections, type FactFile } from './facts.ts'
import { proofFindings, unprovedBy, type TaggedTest, type RunKind } from './findings.ts'
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

/** One fact in every section, so that none is reported as empty. */
const others: FactFile = Object.fromEntries(
  Object.entries(sections).flatMap(([document, titles]) =>
    Object.keys(titles).map((section) => [`${document}-${section}.99`, { rule: `Fact of ${document} ${section}` }]),
  ),
)
const numbered = (...numbers: number[]): FactFile =>
  Object.fromEntries(numbers.map((number) => [`S0-5.${number}`, { limit: `Rack | ${number}` }]))
const tagged = Object.keys(others).map((fact) => ({ ...proofs[0]!, fact }))
const findings = (facts: FactFile, declared = all): string[] =>
  proofFindings(factsOf({ ...others, ...facts }), [...tagged, ...declared]).map(({ id, where }) => `${id} ${where}`)

describe('the proofs in a test file', () => {
  it('are read with their lines from the tags of tests and from the cases of tables', () => {
    expect(proofs.map(({ fact, line, names }) => [fact, line, names.join(' > ')])).toEqual([
      ['S0-5.5', 1, 'racks > Porto'],
      ['S0-5.1', 2, 'racks'],
      ['S0-5.2', 3, 'racks > are let to one tenant'],
      ['S0-5.3', 3, 'racks > are let to one tenant'],
      ['S0-5.4', 4, 'racks > hold … > Nele'],
      ['S0-5.4', 5, 'racks > are … m long'],
    ])
  })

  it('are read from sample files, too, and belong to the test that runs the samples', () => {
    expect(samples.map(({ fact, line, names, test }) => [fact, line, names.join(' > '), test])).toEqual([
      ['S0-5.8', 2, 'room > valid > a long one', 'schemas/rules/every-rule.test.ts'],
      ['S0-5.9', 3, 'room > rules > has-a-light', 'schemas/rules/every-rule.test.ts'],
    ])
  })

  it('are marked as exhaustive in the folder of exhaustive tests, and for cases that are not representatives', () => {
    const exhaustive = [...suite, ...storm].filter(({ isExhaustive }) => isExhaustive)
    expect(exhaustive.map(({ names }) => names.join(' > '))).toEqual(['servers > Klara', 'are survived'])
  })

  it('cannot be read if the representatives are not literals', () => {
    expect(() => proofsIn(file, `it.each(inExtent(servers, 'name', few))('$name', () => {})`)).toThrow('as literals')
    expect(() => proofsIn(file, `it.each(inExtent(servers, 'name', [few]))('$name', () => {})`)).toThrow('as literals')
  })
})

describe('facts', () => {
  it('are valid if each has a test and each tag names one', () => {
    expect(findings(numbered(1, 2, 3, 4, 5, 6, 7, 8, 9))).toEqual([])
  })

  it('are reported if they have no test; a tag that names none is reported with its file and line', () => {
    expect(findings(numbered(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))).toEqual(['proof.untested tests/proofs/s0.json: S0-5.10'])
    expect(findings(numbered(1, 2, 3, 4, 5, 6, 7, 9))).toEqual(['proof.unknown schemas/entities/room.samples.json:2'])
  })

  it('are reported if two of a section are the same, if section or kind is unknown, and if a section has none', () => {
    expect(findings({ 'S0-5.1': { limit: 'One server' }, 'S0-5.2': { limit: 'One server' } }, proofs.slice(1, 3))).toEqual([
      'proof.twice tests/proofs/s0.json: S0-5.2',
    ])
    for (const [id, kind] of [
      ['S0-10.1', 'rule'],
      ['D-9.1', 'rule'],
      ['S0-5.1', 'hope'],
    ] as const)
      expect(findings({ [id]: { [kind]: 'x' } }, [{ ...proofs[0]!, fact: id }])).toEqual([expect.stringMatching('^proof.section')])
    const without = factsOf(Object.fromEntries(Object.entries(others).filter(([id]) => id !== 'S2-8.99')))
    expect(proofFindings(without, tagged).map(({ where }) => where)).toContain('tests/proofs/s2.json: S2 section 8')
  })

  it('are unproved if no test with their tag passed in a run that includes the file', () => {
    // A name that matches the titles of every test.
    const everyName = [...proofs, ...suite, ...storm].map(({ titles }) => titles.join(' ')).join(' ')
    const after = (kind: RunKind, ...passed: Omit<TaggedTest, 'name'>[]): string[] =>
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

  it('are unproved if only one of two tests with their tag passed', () => {
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

  it('are listed in tables by document and section, with links to the lines of their proofs', () => {
    const page = coveragePage(factsOf(numbered(2, 6, 7)), all, {
      'S0-5.2': { commit: 'abc1234', file: 'schemas/rack.ts', change: '1 → 2' },
    })
    expect(page).toContain('### S0 section 5: Validation')
    expect(page).toContain('| S0-5.2 | limit | Rack \\| 2 | [racks › are let to one tenant](../tests/api/racks.test.ts#L3) | abc1234 |')
    expect(page).toContain(
      '| S0-5.6 | limit<br>exhaustive | Rack \\| 6 | [servers › Klara](../tests/e2e/servers.e2e.ts#L1) (exhaustive) |  |',
    )
    expect(page).toContain(
      '[… › returns](../tests/e2e/servers.e2e.ts#L4)<br>[are survived](../tests/exhaustive/storms.test.ts#L1) (exhaustive)',
    )
    expect(page).toContain('3 facts')
    expect(page).toContain('The tests of 1 of 3 facts have been seen red')
  })
})
