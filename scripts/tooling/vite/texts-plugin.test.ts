import { describe, expect, it } from 'vitest'
import { partOf, unbroken } from './texts-plugin.ts'

describe('the part of the texts that contains a key', () => {
  it.each(['editor.month.open', 'editor.search.nothing', 'editor.because.readOnly'])(
    'is the base part for %s, which filters and sheets also show',
    (key) => expect(partOf(key)).toBe('base'),
  )

  it.each(['editor.bar.changes', 'editor.table.add', 'editor.dual.open'])(
    'is the pages part, loaded by all pages but lists, for %s',
    (key) => expect(partOf(key)).toBe('pages'),
  )

  it('is a part of their own for sheets and journals', () => {
    expect(['bulk.title', 'journal.title'].map(partOf)).toEqual(['bulk', 'journal'])
  })
})

it('no line of a French text ends before a colon or inside quotation marks', () => {
  expect(unbroken('Vérifiez-les : « Parent », puis « Type » ?', 'fr')).toBe(
    'Vérifiez-les\u00a0: «\u00a0Parent\u00a0», puis «\u00a0Type\u00a0»\u00a0?',
  )
  expect(unbroken('Check : this', 'en')).toBe('Check : this')
})
