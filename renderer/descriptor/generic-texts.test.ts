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

it('lends a command the names of the fields and options that are those of its entity', () => {
  const texts = {
    'berth.field.code': 'Code',
    'berth.option.size.S': 'Small',
    'berth.help.code': 'Where',
    'move.field.to': 'To',
    'berth.field.to': 'Until',
  }
  const speakers = { move: { of: 'berth', prefill: { 'group/code': 'code', to: 'to' }, like: { newSize: 'size' } } }
  expect(withGenericTexts(texts, [], speakers)).toEqual({
    ...texts,
    'move.field.group.code': 'Code',
    'move.help.group.code': 'Where',
    'move.option.newSize.S': 'Small',
  })
})
