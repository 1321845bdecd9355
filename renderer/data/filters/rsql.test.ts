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
  it.each(['plain', 'with "quotes"', 'back\\slash', "it's; a,b (c)", '*', 'ends with \\'])('keep the typed text %s unchanged', (text) => {
    expect(valueOf(equals('name', text))).toBe(text)
  })

  it('escape wildcards in the typed text', { tags: ['S0-5.19', 'S2-5.24', 'D-2.6'] }, () => {
    expect(valueOf(contains('name', '100%_\\'))).toBe('%100\\%\\_\\\\%')
  })

  it('search every field and ignore surrounding spaces', () => {
    expect(searchFilter(['name', 'mail'], '  ac  ')).toBe('(name=ilike="%ac%",mail=ilike="%ac%")')
  })

  it('are omitted for a blank search', () => {
    expect(searchFilter(['name'], '   ')).toBeUndefined()
  })

  it('put the search in parentheses next to other filters', () => {
    const filter = allOf([searchFilter(['a', 'b'], 'x'), undefined, oneOf('type', ['msp', 'vad']), compare('n', 'ge', 3)])
    expect(filter).toBe('(a=ilike="%x%",b=ilike="%x%");type=in=("msp","vad");n=ge="3"')
    expect(() => parse(filter ?? '')).not.toThrow()
  })

  it('compare a single value with equality', () => {
    expect(oneOf('type', ['msp'])).toBe('type=="msp"')
  })
})
