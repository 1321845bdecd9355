import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { testDatabase } from '../../db/test-database.ts'
import type { Field } from './field.ts'
import { orderKey } from '../../../schemas/filter/order-key.ts'
import { orderExpression, orderKeysOf } from './record-texts.ts'

const texts = [
  'Bäckerei',
  'BURY',
  'Łódź',
  'Ærø',
  'Ångström',
  'Straße',
  'İstanbul',
  'ılık',
  'Þór',
  'Œuvre',
  'plain text 12',
  'Ñandú',
  '',
  'Åsa 𝒳',
  'Ħal',
]
const schema = {
  'x-sort': ['name', 'site/name', 'kind', 'size'],
  properties: {
    name: { type: 'string' },
    site: { type: 'object', properties: { name: { type: 'string' } } },
    kind: { enum: ['A'] },
    size: { type: 'integer' },
  },
} as unknown as EntitySchema
const field = (more: Partial<Field>): Field => ({
  name: 'name',
  schema: {},
  type: 'text',
  stored: true,
  foldCase: true,
  sql: (alias) => `(${alias}.data->>'name')`,
  ...more,
})

describe('text sort keys', () => {
  it('ignore case and diacritics', () => {
    expect(texts.map(orderKey)).toEqual([
      'backerei',
      'bury',
      'lodz',
      'aro',
      'angstrom',
      'strase',
      'istanbul',
      'ilik',
      'tor',
      'ouvre',
      'plain text 12',
      'nandu',
      '',
      'asa 𝒳',
      'hal',
    ])
  })

  it('are stored only for the texts that the list can sort by', () => {
    expect(orderKeysOf(schema, { name: 'Ümit', site: { name: 'Łódź' }, kind: 'A', size: 3 })).toEqual({ name: 'umit', 'site/name': 'lodz' })
    expect(orderKeysOf(schema, { site: null, size: 3 })).toEqual({})
  })

  it('are read from the record if stored, and computed otherwise', () => {
    expect(orderExpression({ schema }, field({}), 'r')).toMatch(/^coalesce\(r\.sort_keys->>'name', lower\(/)
    expect(orderExpression({ schema }, field({ name: 'contact' }), 'r')).toMatch(/^lower\(/)
    expect(orderExpression({ schema }, field({ name: 'kind', foldCase: false }), 'r')).toBe(`(r.data->>'name') collate "C"`)
    expect(orderExpression({ schema }, field({ type: 'number' }), 'r')).toBe(`(r.data->>'name')`)
  })

  it('are the same in the database', async () => {
    const database = await testDatabase()
    const value = orderExpression({ schema }, field({ sql: () => 'v.text', stored: false }), 'v')
    const { rows } = await database.asOwner((queries) =>
      sql<{
        key: string
      }>`select ${sql.raw(value)} as key from json_array_elements_text(${JSON.stringify(texts)}::json) as v(text)`.execute(queries),
    )
    await database.close()
    expect(rows.map(({ key }) => key)).toEqual(texts.map(orderKey))
  })
})
