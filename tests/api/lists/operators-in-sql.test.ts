import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SqlValue } from '../../../schemas/vocabulary/operators/operator.ts'
import { operators } from '../../../schemas/vocabulary/operators/operators.ts'
import { extract } from '../../../server/entities/model/field.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'

/** Values as they are stored, and operands, of each kind of field. */
const kinds: { kind: SqlValue['kind']; format?: string; stored: unknown[]; operands: unknown[] }[] = [
  {
    kind: 'text',
    stored: [null, '', 'a', 'B', 'b', "O'Neill", 'é', 'ab'],
    operands: [null, '', 'a', 'B', "O'Neill", 'é', ['a', null, 'B'], []],
  },
  {
    kind: 'text',
    format: 'date-time',
    stored: [null, '', '2026-05-01T10:00:00.000Z', '2026-05-01T13:30:00.000Z'],
    operands: ['2026-05-01T12:00:00+02:00', '2026-05-01T10:00:00Z', '2026-05-01T09:00:00.000-04:30'],
  },
  { kind: 'integer', stored: [null, -1, 0, 3, 10], operands: [null, 0, 3, [3, null], 9.5] },
  { kind: 'number', stored: [null, 0.5, 2], operands: [0.5, 1, [2]] },
  { kind: 'boolean', stored: [null, true, false], operands: [true, false, null, [true, null]] },
  { kind: 'list', stored: [null, [], [1], ['a']], operands: [null] },
  { kind: 'map', stored: [null, {}, { a: 1 }], operands: [null] },
  { kind: 'object', stored: [null, {}, { a: 1 }], operands: [null] },
]

const situation = { stored: () => undefined, creating: false }
const fieldTypes = { integer: 'number', number: 'number', boolean: 'boolean', list: 'json', map: 'json', object: 'json' } as const

describe.each(places)('operators in SQL on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => void (world = await apiWorld(place)))
  afterAll(() => world.dispose())

  it('hold for the same stored values as in memory', async () => {
    const compared = new Set<string>()
    for (const { kind, format, stored, operands } of kinds)
      for (const [name, operator] of Object.entries(operators))
        for (const operand of name === 'empty' ? [true, false] : operands) {
          if (!operator.kinds.includes(kind) || operator.complain?.(operand) !== undefined) continue
          const value = extract('d.data', 'v', kind in fieldTypes ? fieldTypes[kind as keyof typeof fieldTypes] : 'text')
          const test = operator.sql?.({ sql: value, kind, format }, operand)
          if (test === undefined) continue
          compared.add(`${kind} ${name}`)
          const rows = JSON.stringify(stored.map((v) => ({ v })))
          const found = await world.database.asOwner((queries) =>
            sql<{ holds: boolean }>`select coalesce(${sql.raw(test)}, false) as holds
              from jsonb_array_elements(${rows}::jsonb) with ordinality as d(data, n) order by n`.execute(queries),
          )
          const expected = stored.map((v) => operator.holds(v, operand, situation))
          expect([kind, name, operand, found.rows.map(({ holds }) => holds)]).toEqual([kind, name, operand, expected])
        }
    expect([...compared]).toEqual(
      expect.arrayContaining([
        'text eq',
        'text in',
        'text lt',
        'text empty',
        'integer ge',
        'number gt',
        'boolean eq',
        'list empty',
        'map empty',
        'object eq',
      ]),
    )
  })
})
