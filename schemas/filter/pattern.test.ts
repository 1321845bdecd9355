import { describe, expect, it } from 'vitest'
import { isSelective, patternsOf, safePattern, searchPattern, shortTerm } from './pattern.ts'

describe('patterns of =ilike=', () => {
  it.each([
    ['%ab%', 'ab'],
    ['%a%', 'a'],
    ['%\\%%', '\\%'],
    ['%\\\\a%', '\\\\a'],
    ['%abc%', undefined],
    ['ab%', undefined],
    ['%_b%', undefined],
    ['%%', undefined],
    ['%é😀%', 'é😀'],
  ])('finds the short term of %s', (pattern, term) => expect(shortTerm(pattern)).toBe(term))

  it('turns a short term into word prefixes', () => {
    expect(patternsOf('%ab%')).toEqual(['ab%', '% ab%'])
    expect(searchPattern('%ab%')).toBe('% ab%')
    expect(patternsOf('%abc%')).toEqual(['%abc%'])
  })

  it.each([
    ['a\\', 'a\\\\'],
    ['a\\\\', 'a\\\\'],
    ['a\\\\\\', 'a\\\\\\\\'],
  ])('makes a dangling escape of %s literal', (pattern, safe) => expect(safePattern(pattern)).toBe(safe))

  it.each([
    ['%abc%', true],
    ['%a\\bc%', true],
    ['%a b%', false],
    ['%ab%', true],
    ['%--%', false],
    ['%ab_c%', false],
  ])('detects whether trigrams narrow %s', (pattern, selective) => expect(isSelective(pattern)).toBe(selective))
})
