import { describe, expect, it } from 'vitest'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { sectionCards } from '../layout/layout.ts'
import { layoutOf } from '../layout/layout.ts'
import { needsOutline, outlineOf } from './outline.ts'
import type { Place } from './outline.ts'

const group = (...names: string[]): PropertySchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const schema = {
  $id: 'thing',
  type: 'object',
  properties: {
    name: { type: 'string' },
    site: group('street'),
    owner: group('mail'),
    links: { type: 'object', properties: { a: group('speed'), b: group('speed') } },
  },
} as unknown as EntitySchema

const layout = (sections: NonNullable<Parameters<typeof layoutOf>[1]['editor']>['sections']) =>
  layoutOf(schema, { group: 'g', editor: { sections } }, true)
const names = (places: readonly Place[]): unknown[] => places.map(({ title, places: inner }) => [title.name, ...names(inner)])
const outline = (sections: Parameters<typeof layout>[0]) => names(outlineOf(sectionCards(layout(sections).sections)))

describe('the outline of an editor', () => {
  it('lists the groups of a section only if there are several', () => {
    expect(outline({ one: ['name', 'site'], two: ['site', 'owner'] })).toEqual([['one'], ['two', ['/site'], ['/owner']]])
  })

  it('lists objects shown in tabs, including nested tabs', () => {
    const [place] = outlineOf(sectionCards(layout({ wan: { fields: ['links'], tab: 'net' } }).sections))
    expect(names([place!])).toEqual([['net', ['wan', ['/links/a'], ['/links/b']]]])
    expect(place!.places[0]!.places[1]!.tabs).toEqual([
      ['net', 'wan'],
      ['/links', 'b'],
    ])
  })

  it('is shown for editors with several cards and at least three entries', () => {
    expect(needsOutline(layout({ one: ['name'], two: ['site'] }))).toBe(false)
    expect(needsOutline(layout({ one: ['site', 'owner', 'links'] }))).toBe(false)
    expect(needsOutline(layout({ one: ['name'], two: ['links'] }))).toBe(true)
  })

  it('distinguishes a card of tabs from a section of the same name', () => {
    const ids = sectionCards(layout({ net: ['name'], wan: { fields: ['links'], tab: 'net' } }).sections).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
  })
})
