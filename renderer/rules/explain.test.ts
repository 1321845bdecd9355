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

describe('an explanation', () => {
  it('says what is needed and how it stands now', () => {
    expect(words('L3')).toBe('editor.why.now|rule.test.eq|mode|L3|now')
    expect(words(['a', 'b'])).toBe('editor.why.now|rule.test.in|mode|a or b|now')
    expect(words({ ge: 3 })).toBe('editor.why.now|rule.test.ge|mode|3|now')
  })

  it('turns tests around that are negated, also twice', () => {
    expect(words({ not: true })).toContain('rule.test.not.eq|mode|true')
    expect(words({ not: ['a'] })).toContain('rule.test.not.in|mode|a')
    expect(words({ not: { not: { ge: 3 } } })).toContain('rule.test.ge|mode|3')
  })

  it('leaves the present value out where the test holds', () => {
    expect(words('L3', true)).toBe('rule.test.eq|mode|L3')
  })
})

describe('the state of a control', () => {
  const ruled = { visible: true, enabled: true, required: false, why: [] }

  it('is required when the schema says so, unless it cannot be filled in', { tags: ['S0-5.4'] }, () => {
    expect(combineState(ruled, { shownOnly: false, mandatory: true })).toMatchObject({
      required: true,
      why: [{ because: 'editor.because.mandatory' }],
    })
    expect(combineState({ ...ruled, enabled: false }, { shownOnly: false, mandatory: true }).required).toBe(false)
  })

  it('is locked with a reason where the screen only shows the field', () => {
    expect(combineState({ ...ruled, required: true }, { shownOnly: true, mandatory: true })).toMatchObject({
      enabled: false,
      required: false,
      why: [{ because: 'editor.because.shownOnly' }],
    })
  })

  it('is what the rules say where nothing else is said', () => {
    expect(combineState(ruled, { shownOnly: false, mandatory: false })).toBe(ruled)
  })
})
