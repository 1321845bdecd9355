import { describe, expect, it } from 'vitest'
import { exampleSchema, exampleScreen } from '../../data/example.fixture.ts'
import { defaultListState, type ListState } from '../list-state.ts'
import { optionQuery, optionTabs } from './option-counts.ts'

const shape = { schema: exampleSchema, screen: exampleScreen }
const filterOf = (state: Partial<ListState>, conditions = exampleSchema['x-conditions']): string | undefined =>
  optionQuery(
    { ...defaultListState(shape), ...state },
    { schema: { ...exampleSchema, 'x-conditions': conditions! }, field: 'holder', tenantOid: 'acme' },
  ).filter

describe('option counts of a filter', () => {
  it('come from tabs whose only condition is that option', () => {
    const conditions = { free: { state: 'free' }, closed: { state: 'closed', heightU: 3 }, both: { state: ['free', 'closed'] } }
    expect([...optionTabs({ 'x-conditions': conditions }, 'state')]).toEqual([['free', 'free']])
    expect(optionTabs({}, 'state').size).toBe(0)
  })

  it('cover the rows of the selected tab, ignoring the filter on the field itself', () => {
    expect(filterOf({})).toBeUndefined()
    expect(filterOf({ tab: 'free', filters: { holder: { kind: 'contains', text: 'x' } } })).toBe('state=="free"')
    expect(filterOf({ tab: 'both' }, { both: { state: ['free', 'closed'], heightU: 3 } })).toBe('state=in=("free","closed");heightU=="3"')
  })

  it('cover all rows if the condition of the tab cannot be expressed as a filter', () => {
    expect(filterOf({ tab: 'long' }, { long: { heightU: { gt: 3 } } })).toBeUndefined()
    expect(filterOf({ tab: 'ours' }, { ours: { '$tenant.type': 'po' } })).toBeUndefined()
    expect(filterOf({ tab: 'any' }, { any: { any: [{ state: 'free' }] } })).toBeUndefined()
  })
})
