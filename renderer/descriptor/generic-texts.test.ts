import { expect, it } from 'vitest'
import { withGenericTexts } from './generic-texts.ts'

it('every entity inherits the generic texts that it does not define itself', () => {
  const texts = { 'entity.field.oid': 'Identifier', 'entity.tab.all': 'All', 'rack.tab.all': 'Every rack', 'list.search': 'Search' }
  expect(withGenericTexts(texts, ['rack', 'room'])).toEqual({
    ...texts,
    'rack.field.oid': 'Identifier',
    'room.field.oid': 'Identifier',
    'room.tab.all': 'All',
  })
})

it('a command reuses the labels of fields and options of its entity', () => {
  const texts = {
    'rack.field.code': 'Code',
    'rack.option.size.S': 'Small',
    'rack.help.code': 'Where',
    'move.field.to': 'To',
    'rack.field.to': 'Until',
  }
  const speakers = { move: { of: 'rack', prefill: { 'group/code': 'code', to: 'to' }, like: { newSize: 'size' } } }
  expect(withGenericTexts(texts, [], speakers)).toEqual({
    ...texts,
    'move.field.group.code': 'Code',
    'move.help.group.code': 'Where',
    'move.option.newSize.S': 'Small',
  })
})
