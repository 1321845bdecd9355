import { describe, expect, it } from 'vitest'
import { factsOf } from '../facts.ts'
import { proofsIn } from '../tags.ts'
import { changed, describeChange, parseChanges, quickFilesOf, refusals, testFilesOf, type Change } from './changes.ts'
import { redFiles, redFindings, type RedRecord } from './records.ts'
import { roundsFor, verdictOf } from './rounds.ts'

const proofs = [
  ...proofsIn('schemas/racks.test.ts', `it('have a width', { tags: ['S0-5.1', 'S0-5.2'] }, () => {})`),
  ...proofsIn('tests/api/racks.test.ts', `it('are let', { tags: ['S0-5.2'] }, () => {})`),
  ...proofsIn('tests/e2e/racks.e2e.ts', `it('are drawn', { tags: ['S0-5.3'] }, () => {})`),
  ...proofsIn('tests/exhaustive/racks.test.ts', `it('withstand storms', { tags: ['S0-5.1'] }, () => {})`),
]
const facts = factsOf({ 'S0-5.1': { limit: 'Width' }, 'S0-5.2': { limit: 'Tenants' }, 'S0-5.3': { screen: 'Drawing' } })
const plan = { known: new Set(facts.map(({ id }) => id)), proofs, kinds: ['test'] as const }
const change: Change = { facts: ['S0-5.1'], file: 'schemas/rack.ts', replace: 'width <= 19', with: 'width <= 20' }
const record: RedRecord = { commit: 'abc1234', file: change.file, change: describeChange(change) }

describe('a list of changes', () => {
  it('is a JSON array of facts, file and the text before and after', () => {
    expect(parseChanges(JSON.stringify([change]))).toEqual([change])
  })

  it('is refused with the entry that is incomplete', () => {
    const { with: _, ...incomplete } = change
    expect(() => parseChanges(JSON.stringify([change, incomplete]))).toThrow('Entry 1')
    expect(() => parseChanges(JSON.stringify([{ ...change, facts: 'S0-5.1' }]))).toThrow('Entry 0')
    expect(() => parseChanges(JSON.stringify(change))).toThrow('JSON array')
  })
})

describe('a change', () => {
  it('replaces a text that occurs once, literally', () => {
    expect(changed('if (width <= 19) fit()', change)).toBe('if (width <= 20) fit()')
    expect(changed('width <= 19', { ...change, with: '$& < $1' })).toBe('$& < $1')
    expect(() => changed('', change)).toThrow('occurs 0 times')
    expect(() => changed('width <= 19 || width <= 19', change)).toThrow('occurs 2 times')
  })

  it('is described in one short line', () => {
    expect(describeChange(change)).toBe('width <= 19 → width <= 20')
    expect(describeChange({ ...change, replace: 'a\n    b', with: '' })).toBe('a b → (removed)')
    expect(describeChange({ ...change, with: 'x'.repeat(100) })).toBe(`width <= 19 → ${'x'.repeat(59)}…`)
    const shared = 'x'.repeat(100)
    expect(describeChange({ ...change, replace: `${shared}1`, with: `${shared}2` })).toBe(`…${'x'.repeat(30)}1 → …${'x'.repeat(30)}2`)
  })

  it('runs the tests of its facts, of one kind of run', () => {
    expect(testFilesOf(['S0-5.1', 'S0-5.2'], 'test', proofs)).toEqual(['schemas/racks.test.ts', 'tests/api/racks.test.ts'])
    expect(testFilesOf(['S0-5.1', 'S0-5.3'], 'e2e', proofs)).toEqual(['tests/e2e/racks.e2e.ts'])
    expect(testFilesOf(['S0-5.1', 'S0-5.3'], 'exhaustive', proofs)).toEqual(['tests/exhaustive/racks.test.ts'])
  })

  it('runs the quick ones of its tests alone, if the fact has some', () => {
    expect(quickFilesOf(['S0-5.2'], 'test', proofs)).toEqual(['schemas/racks.test.ts'])
    const slow = proofs.filter(({ file }) => file.startsWith('tests/'))
    expect(quickFilesOf(['S0-5.2'], 'test', slow)).toEqual(['tests/api/racks.test.ts'])
  })

  it('is refused if a fact does not exist or no test of the run proves it', () => {
    expect(refusals(change, plan)).toEqual([])
    expect(refusals({ ...change, facts: [] }, plan)).toEqual(['the change names no fact'])
    expect(refusals({ ...change, facts: ['S0-5.9'] }, plan)).toEqual(['there is no fact "S0-5.9" in tests/proofs'])
    expect(refusals({ ...change, facts: ['S0-5.3'] }, plan)).toEqual([expect.stringContaining('add --browser')])
    expect(refusals({ ...change, facts: ['S0-5.3'] }, { ...plan, kinds: ['test', 'e2e'] })).toEqual([])
  })

  it.each([
    'tests/support/rack.ts',
    'schemas/rack.test.ts',
    'schemas/rack.samples.json',
    'schemas/generated/rack.ts',
    'schemas/../tests/rack.ts',
  ])('is refused outside the source of the product: %s', (file) =>
    expect(refusals({ ...change, file }, plan)).toEqual([`"${file}" is no source of the product`]),
  )

  it('is refused if it changes nothing', () => {
    expect(refusals({ ...change, with: change.replace }, plan)).toEqual(['the change changes nothing'])
    expect(refusals({ ...change, replace: '' }, plan)).toEqual(['the change changes nothing'])
  })
})

describe('changes that are tried together', () => {
  it.each([
    [2, 2],
    [10, 5],
    [35, 7],
  ])('%i take %i rounds, and the rounds of none contain those of another', (changes, count) => {
    const rounds = roundsFor(changes)
    expect([rounds.count, rounds.of.length]).toEqual([count, changes])
    for (const [index, own] of rounds.of.entries())
      for (const other of rounds.of.toSpliced(index, 1)) expect(own.every((round) => other.includes(round))).toBe(false)
  })

  it('are what makes a fact fail if it fails in exactly their rounds', () => {
    expect(verdictOf([0, 2], [0, 2])).toBe('red')
    expect(verdictOf([0, 1, 2], [0, 2])).toBe('unclear')
    expect(verdictOf([0], [0, 2])).toBe('green')
    expect(verdictOf([], [0, 2])).toBe('green')
  })
})

describe('the records of failing tests', () => {
  it('are a file per document, sorted by section and number, whatever the order of their making', () => {
    const files = redFiles({ 'S0-10.1': record, 'S2-1.1': record, 'S0-5.10': record, 'S0-5.2': record })
    expect([...files.keys()].toSorted()).toEqual(['tests/proofs/red/s0.json', 'tests/proofs/red/s2.json'])
    expect(Object.keys(JSON.parse(files.get('tests/proofs/red/s0.json') ?? '') as object)).toEqual(['S0-5.2', 'S0-5.10', 'S0-10.1'])
  })

  it('are refused for facts that do not exist, and if they are incomplete', () => {
    expect(redFindings(facts, { 'S0-5.1': record })).toEqual([])
    const found = redFindings(facts, { 'S0-5.1': { ...record, commit: 'soon' }, 'S0-5.9': record })
    expect(found.map(({ id, where }) => `${id} ${where}`)).toEqual([
      'proof.red-incomplete tests/proofs/red/s0.json: S0-5.1',
      'proof.red-unknown tests/proofs/red/s0.json: S0-5.9',
    ])
  })
})
