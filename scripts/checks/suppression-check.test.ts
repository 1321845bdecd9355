import { expect, it } from 'vitest'
import { checkSuppressions } from './suppression-check.ts'

// Written in parts, so that this file silences nothing.
const OFF = `// oxlint-${'disable'}-next-line no-eval`
const CAST = 'const one = other as unknown as One'

const idsOf = (source: string, file = 'src/one.ts'): string[] =>
  checkSuppressions(new Map([[file, source]])).map(({ id, where }) => `${id} ${where}`)

it.each([
  ['a rule that is switched off without a reason', `${OFF}\neval('')`, ['suppression.reason src/one.ts:1']],
  ['an empty reason', `${OFF} -- \neval('')`, ['suppression.reason src/one.ts:1']],
  ['a rule that is switched off with a reason', `${OFF} -- the console of a workbench\neval('')`, []],
  ['a cast through unknown', `${CAST}\n`, ['suppression.cast src/one.ts:1']],
  ['a cast to never', 'const pool = { connect: bound as never }', ['suppression.cast src/one.ts:1']],
  ['a cast behind a reason', `// The types of the package lack it.\n${CAST}`, []],
  ['a cast beside a reason', `${CAST} // the types of the package lack it`, []],
  [
    'a cast below what a function is for',
    `/** The types of the package lack it. */\nfunction one(): One {\n  return other as unknown as One\n}`,
    [],
  ],
  ['an address beside a cast', `const at = 'https://one.test' as unknown as Address`, ['suppression.cast src/one.ts:1']],
  ['a plain cast', 'const one = other as One', []],
  ['a comment about never', '// As good as never.', []],
])('finds what silences linter or compiler without a reason: %s', (_, source, found) => {
  expect(idsOf(source)).toEqual(found)
})

it('lets tests give a part of a thing for the whole of it', () => {
  expect(idsOf(CAST, 'renderer/one.test.tsx')).toEqual([])
  expect(idsOf(CAST, 'tests/support/one.ts')).toEqual([])
  expect(idsOf(OFF, 'tests/support/one.ts')).toEqual(['suppression.reason tests/support/one.ts:1'])
})
