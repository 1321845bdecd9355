import { beforeAll, describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { exampleSchema, exampleScreen } from '../data/example.fixture.ts'
import { readColumnChoice } from './columns/column-choice.ts'
import { earlierNames, learnEarlierNames } from './earlier-names.ts'
import { listMemory } from './list-memory.ts'
import { listStateFromParams } from './list-state.ts'

/** Fields, a tab and an option that were called otherwise in the last release. */
const schema: EntitySchema = {
  ...exampleSchema,
  'x-former': { tabs: { vacant: 'free', drowned: null } },
  properties: {
    ...exampleSchema.properties,
    heightU: { ...exampleSchema.properties['heightU'], 'x-was': ['height', '/size/units'] },
    state: { ...exampleSchema.properties['state'], 'x-options': { free: { 'x-was': ['vacant'] } } },
    holder: { ...exampleSchema.properties['holder'], 'x-removed': '2999-01-01' },
  },
}
const shape = { schema, screen: exampleScreen }
const read = (address: string) => listStateFromParams(new URLSearchParams(address), shape)

describe('a list state of before fields were renamed', () => {
  beforeAll(() => learnEarlierNames(schema))

  it('still means the same rows in the same order', () => {
    const state = read('tab=vacant&sort=-height&f.size/units=3..12&f.state=vacant,closed&q=north&page=2')
    expect(state).toMatchObject({ tab: 'free', sort: { by: 'heightU', order: 'desc' }, search: 'north', page: 2 })
    expect(state.filters).toEqual({ heightU: { kind: 'range', from: 3, to: 12 }, state: { kind: 'oneOf', values: ['free', 'closed'] } })
    expect(read('sort=height')).toMatchObject({ sort: { by: 'heightU', order: 'asc' } })
    expect(read('tab=drowned').tab).toBe('all')
  })

  it('is remembered by the browser, columns included', async () => {
    const plural = schema['x-entity'].plural
    const kept = new Map([
      [`${plural}ActiveTenant`, 't'],
      [`${plural}ActiveFilter`, 'vacant'],
      [`${plural}ActiveView`, 'sort=-height&f.height=3..'],
      [
        `${plural}Columns`,
        JSON.stringify({ order: ['height', 'code'], shown: { 'size/units': false }, widths: { height: 90 }, pinned: { height: 'left' } }),
      ],
    ])
    const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
    expect(listMemory(shape, storage).read('t')).toMatchObject({
      tab: 'free',
      sort: { by: 'heightU', order: 'desc' },
      filters: { heightU: { kind: 'range', from: 3 } },
    })
    expect(earlierNames(schema)?.choice(readColumnChoice(plural, storage))).toEqual({
      order: ['heightU', 'code'],
      shown: { heightU: false },
      widths: { heightU: 90 },
      pinned: { heightU: 'left' },
    })
    expect(earlierNames(schema)?.widths({ height: 71, 'size/units': 80, code: 90 })).toEqual({ heightU: 80, code: 90 })
    await learnEarlierNames(exampleSchema)
    expect(earlierNames(exampleSchema)).toBeUndefined()
  })

  it('leaves a name to the option that has it now', () => {
    const property = { enum: ['free', 'vacant'], 'x-options': { free: { 'x-was': ['vacant'] } } }
    const swapped = { ...shape, schema: { ...schema, properties: { ...schema.properties, state: property } } }
    expect(listStateFromParams(new URLSearchParams('f.state=vacant'), swapped).filters).toEqual({
      state: { kind: 'oneOf', values: ['vacant'] },
    })
  })

  it('offers no filter by a field that goes', () => {
    expect(read('f.holder=x').filters).toEqual({})
    expect(listStateFromParams(new URLSearchParams('f.holder=x'), { ...shape, schema: exampleSchema }).filters).toHaveProperty('holder')
  })
})
