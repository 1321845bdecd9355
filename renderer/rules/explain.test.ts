import { describe, expect, it } from 'vitest'
import { combineState } from './combine-state.ts'
import { explain } from './explain.ts'

const ports = {
  t: (key: string, params: Record<string, unknown> = {}) => [key, ...Object.values(params)].join('|'),
  language: 'en',
  name: (path: string) => path.slice(1),
  value: (_path: string, value: unknown) => String(value),
}
const fact = (needed: unknown, holds = false) => ({ path: '/mode', actual: 'now', needed, holds })
const words = (needed: unknown, holds?: boolean) =>
  explain([{ rule: 'r', effect: 'enable', because: 'b', facts: [fact(needed, holds)] }], ports)[0]?.facts[0]?.text

describe('the explanation of a condition', () => {
  it('states the required value and the current value', () => {
    expect(words('L3')).toBe('editor.why.now|rule.test.eq|mode|L3|now')
    expect(words(['a', 'b'])).toBe('editor.why.now|rule.test.in|mode|a or b|now')
    expect(words({ ge: 3 })).toBe('editor.why.now|rule.test.ge|mode|3|now')
  })

  it('inverts negated tests, including double negation', () => {
    expect(words({ not: true })).toContain('rule.test.not.eq|mode|true')
    expect(words({ not: ['a'] })).toContain('rule.test.not.in|mode|a')
    expect(words({ not: { not: { ge: 3 } } })).toContain('rule.test.ge|mode|3')
  })

  it('omits the current value if the test holds', () => {
    expect(words('L3', true)).toBe('rule.test.eq|mode|L3')
  })
})

describe('the state of a control', () => {
  const ruled = { visible: true, enabled: true, required: false, why: [] }

  it('is required if the schema requires it, unless it cannot be filled in', () => {
    expect(combineState(ruled, { mandatory: true })).toMatchObject({
      required: true,
      why: [{ because: 'editor.because.mandatory' }],
    })
    expect(combineState({ ...ruled, enabled: false }, { mandatory: true }).required).toBe(false)
  })

  it('is locked with a reason if the screen makes the field read-only', () => {
    expect(combineState({ ...ruled, required: true }, { shownOnly: 'editor.because.shownOnly', mandatory: true })).toMatchObject({
      enabled: false,
      required: false,
      why: [{ because: 'editor.because.shownOnly' }],
    })
  })

  it('follows the rules otherwise', () => {
    expect(combineState(ruled, { mandatory: false })).toBe(ruled)
  })
})
