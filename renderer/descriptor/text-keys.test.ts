import { expect, it } from 'vitest'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { textKeys } from './text-keys.ts'

it('the required text keys include those of actions at any depth and of rows that cannot be deleted', () => {
  const action = (because: string, confirm?: true) => ({ set: { state: 'on' }, because, ...(confirm && { confirm }) })
  const schema = {
    $id: 'rack',
    'x-entity': { name: 'rack' },
    properties: {
      lan: { type: 'object', properties: {}, 'x-actions': { reset: action('rack.because.reset', true) } },
      rows: {
        type: 'array',
        items: { type: 'object', properties: {}, 'x-actions': { open: action('rack.because.open') } },
        'x-rows': { delete: { when: { id: 'x' }, because: 'rack.because.rows' } },
      },
    },
    'x-actions': { close: action('rack.because.close') },
  } as unknown as EntitySchema
  const { required } = textKeys(schema)
  expect(required.filter((key) => !/\.(one|many|about)$|\.field\./.test(key)).sort()).toEqual([
    'rack.action.close',
    'rack.action.lan.reset',
    'rack.action.rows.open',
    'rack.because.close',
    'rack.because.open',
    'rack.because.reset',
    'rack.because.rows',
    'rack.confirm.lan.reset',
  ])
})
