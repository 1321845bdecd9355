import { describe, expect, it } from 'vitest'
import type { Condition } from '../../../schemas/vocabulary/types.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { conditionSql } from './condition-sql.ts'
import { createCatalogue } from '../model/entity-model.ts'
import { tabsOf } from '../list/tabs.ts'

const catalogue = createCatalogue(entitySchemas, Object.fromEntries(Object.keys(entitySchemas).map((name) => [name, () => []])))
const partner = catalogue.model('partner')
const text = (condition: Condition): string => conditionSql(condition, { model: partner, valueOf: ({ name }) => name })

describe('a tab condition in SQL', () => {
  it.each<[Condition, string]>([
    [{ state: 'active' }, `(state = 'active')`],
    [{ name: `O'Neill` }, `(name = 'O''Neill')`],
    [{ partnerCount: { ge: 2, lt: 5 } }, `((partnerCount >= 2 and partnerCount < 5))`],
    [{ type: ['msp', null] }, `((type = 'msp' or type is null))`],
    [{ any: [{ state: 'active' }, { not: { type: 'vad' } }] }, `(((state = 'active') or (((type = 'vad')) is not true)))`],
    [{ contactDetails: { empty: true } }, `(((coalesce(contactDetails, '') = '')))`],
    [{ type: { not: 'vad' } }, `(((type = 'vad') is not true))`],
  ])('%j', (condition, sql) => expect(text(condition)).toBe(sql))

  it('throws on a condition that cannot be expressed in SQL', () => {
    expect(() => text({ '$can.update': true })).toThrow(`a tab cannot ask for '$can.update'`)
    expect(() => text({ name: { contains: 'x' } })).toThrow(`cannot use 'contains'`)
    expect(() => text({ partnerCount: 'two' })).toThrow(`cannot use 'eq'`)
  })
})

describe('list tabs', () => {
  it('read each column once', () => {
    const { columns, counts, where } = tabsOf(partner)
    expect(columns.match(/->>'state'/g)).toHaveLength(1)
    expect(columns.match(/->>'type'/g)).toHaveLength(1)
    expect(counts('rows')).toContain(`'all', count(*), 'active', count(*) filter (where (tab_value_0 = 'active'))`)
    expect(where('active')).toBe(`(tab_value_0 = 'active')`)
    expect([where(undefined), where('all'), where('gone')]).toEqual(['true', 'true', undefined])
  })
})
