import { expect, it } from 'vitest'
import { placeOf } from './marked-text.tsx'

it.each<[text: string, term: string, marked: string | undefined]>([
  ['a-coruna-buro-1', 'coruna', 'coruna'],
  ['A Coruña Büro', 'coruna', 'Coruña'],
  // One letter that becomes two, before and within the place.
  ['İstanbul Straße', 'stra', 'Stra'],
  ['xmsp msp', 'msp', 'msp'],
  ['SDR4-2206', 'sdr4-22', 'SDR4-22'],
  ['𝔸 box', 'box', 'box'],
  ['box', '', undefined],
  ['box', 'fox', undefined],
])('marks in "%s" for "%s": %s', (text, term, marked) => {
  const place = placeOf(text, term)
  expect(place && text.slice(place.from, place.to)).toBe(marked)
})

it('prefers the beginning of a word', () => {
  expect(placeOf('xmsp msp', 'msp')).toEqual({ from: 5, to: 8 })
})
