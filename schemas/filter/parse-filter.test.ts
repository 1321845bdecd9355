import { describe, expect, it } from 'vitest'
import { FilterError, isGroup, parseFilter, type Filter } from './parse-filter.ts'

/** Selectors with the text that stands at their positions. */
function placesIn(filter: Filter, text: string): string[] {
  if (isGroup(filter)) return filter.parts.flatMap((part) => placesIn(part, text))
  const own = `${filter.selector}@${text.slice(filter.at, filter.at + filter.selector.length)}`
  return filter.kind === 'elements' ? [own, ...placesIn(filter.filter, text)] : [own]
}

function errorOf(text: string): Pick<FilterError, 'reason' | 'params'> {
  try {
    parseFilter(text)
  } catch (error) {
    if (error instanceof FilterError) return { reason: error.reason, params: error.params }
    throw error
  }
  throw new Error(`no error in ${text}`)
}

describe('a filter on elements', () => {
  it('stands in parentheses, or in quotes as RSQL has it', () => {
    const inner = {
      kind: 'and',
      parts: [
        { selector: 'a', values: ['x)y"'] },
        { selector: 'b', operator: '=lt=' },
      ],
    }
    for (const text of [`list=any=(a=='x)y"';b<3)`, `list=any="a=='x)y\\"';b<3"`])
      expect(parseFilter(text)).toMatchObject({ kind: 'elements', selector: 'list', operator: '=any=', filter: inner })
  })

  it('nests, and every comparison knows its place', () => {
    const text = `one==or;(two=any=( three=in=(1,2,"a;b") and four=none=(five!=6)),seven=="x=any=(y==1)")`
    expect(placesIn(parseFilter(text), text)).toEqual(['one@one', 'two@two', 'three@three', 'four@four', 'five@five', 'seven@seven'])
  })

  it.each([
    ['a==1;b', 'syntax', { position: 6 }],
    ['a==1;list=any=(b==1', 'syntax', { position: 15 }],
    ['a==1;list=any=(b==1;c)', 'syntax', { position: 21 }],
    ['a==1;list=any=(b=xx=1)', 'operator', { operator: '=xx=', position: 15 }],
    ['a==b c', 'syntax', { position: 5 }],
    ['a==1;b=any=()', 'syntax', { position: 12 }],
    ['list=any="b==("', 'syntax', {}],
    [`a=any=(${'('.repeat(20)}b==1${')'.repeat(20)})`, 'deep', { limit: 20 }],
    [`a=any="${'b==1;'.repeat(500)}b==1"`, 'terms', { limit: 500 }],
  ])('is refused where it is wrong: %s', (text, reason, params) => {
    expect(errorOf(text)).toMatchObject({ reason, params })
  })
})
