import { expect, it } from 'vitest'
import { withGenericTexts } from './generic-texts.ts'

it('gives every entity the generic texts that it does not word itself', () => {
  const texts = { 'entity.field.oid': 'Identifier', 'entity.tab.all': 'All', 'berth.tab.all': 'Every berth', 'list.search': 'Search' }
  expect(withGenericTexts(texts, ['berth', 'pier'])).toEqual({
    ...texts,
    'berth.field.oid': 'Identifier',
    'pier.field.oid': 'Identifier',
    'pier.tab.all': 'All',
  })
})
