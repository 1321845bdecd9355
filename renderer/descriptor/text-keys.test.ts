import { expect, it } from 'vitest'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { textKeys } from './text-keys.ts'

it('asks for the texts of actions, wherever their object stands, and of rows that may not go', () => {
  const action = (because: string, confirm?: true) => ({ set: { state: 'on' }, because, ...(confirm && { confirm }) })
  const schema = {
    $id: 'berth',
    'x-entity': { name: 'berth' },
    properties: {
      lan: { type: 'object', properties: {}, 'x-actions': { reset: action('berth.because.reset', true) } },
      rows: {
        type: 'array',
        items: { type: 'object', properties: {}, 'x-actions': { open: action('berth.because.open') } },
        'x-rows': { delete: { when: { id: 'x' }, because: 'berth.because.rows' } },
      },
    },
    'x-actions': { close: action('berth.because.close') },
  } as unknown as EntitySchema
  const { required } = textKeys(schema)
  expect(required.filter((key) => !/\.(one|many|about)$|\.field\./.test(key)).sort()).toEqual([
    'berth.action.close',
    'berth.action.lan.reset',
    'berth.action.rows.open',
    'berth.because.close',
    'berth.because.open',
    'berth.because.reset',
    'berth.because.rows',
    'berth.confirm.lan.reset',
  ])
})
