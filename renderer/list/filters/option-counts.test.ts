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

describe('the options of a field', () => {
  it('are counted by the tabs that ask for one of them and for nothing else', () => {
    const conditions = { free: { state: 'free' }, closed: { state: 'closed', heightU: 3 }, both: { state: ['free', 'closed'] } }
    expect([...optionTabs({ 'x-conditions': conditions }, 'state')]).toEqual([['free', 'free']])
    expect(optionTabs({}, 'state').size).toBe(0)
  })

  it('are counted among the rows of the chosen tab, whatever the field itself narrows', () => {
    expect(filterOf({})).toBeUndefined()
    expect(filterOf({ tab: 'free', filters: { holder: { kind: 'contains', text: 'x' } } })).toBe('state=="free"')
    expect(filterOf({ tab: 'both' }, { both: { state: ['free', 'closed'], heightU: 3 } })).toBe('state=in=("free","closed");heightU=="3"')
  })

  it('are counted among all rows where no filter can say what the tab asks for', () => {
    expect(filterOf({ tab: 'long' }, { long: { heightU: { gt: 3 } } })).toBeUndefined()
    expect(filterOf({ tab: 'ours' }, { ours: { '$tenant.type': 'po' } })).toBeUndefined()
    expect(filterOf({ tab: 'any' }, { any: { any: [{ state: 'free' }] } })).toBeUndefined()
  })
})
