import { parse } from '@rsql/parser'
import { describe, expect, it } from 'vitest'
import { allOf, compare, contains, equals, oneOf, searchFilter } from './rsql.ts'

/** The value that the service reads back from a single comparison. */
function valueOf(filter: string): unknown {
  const node = parse(filter)
  if (node.type !== 'COMPARISON') throw new Error(`not a comparison: ${filter}`)
  return node.right.value
}

describe('list filters as RSQL', () => {
  it.each(['plain', 'with "quotes"', 'back\\slash', "it's; a,b (c)", '*', 'ends with \\'])(
    'carries the typed text %s unchanged',
    (text) => {
      expect(valueOf(equals('name', text))).toBe(text)
    },
  )

  it('makes wildcards of the person literal', { tags: ['S0-5.19', 'S2-5.24'] }, () => {
    expect(valueOf(contains('name', '100%_\\'))).toBe('%100\\%\\_\\\\%')
  })

  it('searches every field and ignores surrounding blanks', () => {
    expect(searchFilter(['name', 'mail'], '  ac  ')).toBe('(name=ilike="%ac%",mail=ilike="%ac%")')
  })

  it('has no filter for a blank search', () => {
    expect(searchFilter(['name'], '   ')).toBeUndefined()
  })

  it('binds the search tighter than the filters beside it', () => {
    const filter = allOf([searchFilter(['a', 'b'], 'x'), undefined, oneOf('type', ['msp', 'vad']), compare('n', 'ge', 3)])
    expect(filter).toBe('(a=ilike="%x%",b=ilike="%x%");type=in=("msp","vad");n=ge="3"')
    expect(() => parse(filter ?? '')).not.toThrow()
  })

  it('reads one value as equality', () => {
    expect(oneOf('type', ['msp'])).toBe('type=="msp"')
  })
})
