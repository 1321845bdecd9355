import { describe, expect, it } from 'vitest'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { readState, servedState } from './view-state.ts'

/** A field that was called otherwise, and one that few may read. */
const schema = {
  $id: 'example',
  type: 'object',
  'x-entity': { name: 'example', plural: 'examples', label: 'name' },
  'x-sort': ['name', 'heightU'],
  'x-search': ['name'],
  'x-key': ['name'],
  properties: {
    name: { type: 'string' },
    heightU: { type: 'integer', 'x-was': ['height'] },
    domain: { type: 'string' },
  },
} as unknown as EntitySchema
const domain = { read: { when: { holds: ({ context }: { context: RuleContext }) => context.can['readDomain'] === true } } }
const model = { schema, fields: new Map([['domain', domain]]) } as unknown as EntityModel
const accept = (): void => {}
const contextOf = (readDomain: boolean) => ({ can: { readDomain } }) as unknown as RuleContext

describe('the state of a view', () => {
  it('is kept and served under the present names of fields', () => {
    const columns = { order: ['height'], shown: { height: true }, widths: { height: 90 }, pinned: { height: 'left' } } as const
    const present = {
      query: 'f.heightU=3..&sort=-heightU&group=heightU',
      columns: { order: ['heightU'], shown: { heightU: true }, widths: { heightU: 90 }, pinned: { heightU: 'left' } },
    }
    const query = 'f.height=3..&sort=-height&group=height'
    expect(readState(model, { query, columns }, accept)).toEqual(present)
    const stored = { query, columns: { ...columns, order: [...columns.order] } }
    expect(servedState(model, stored, { context: contextOf(true), checkWhere: accept })).toEqual({ state: present, isPartial: false })
  })

  it('is served without what the reader may not read, and says so', () => {
    const columns = { order: ['domain', 'name'], shown: { domain: true }, widths: {}, pinned: {} }
    const stored = { query: 'f.domain=acme&f.name=a&group=domain', columns }
    expect(servedState(model, stored, { context: contextOf(true), checkWhere: accept })).toMatchObject({
      state: { query: stored.query },
      isPartial: false,
    })
    expect(servedState(model, stored, { context: contextOf(false), checkWhere: accept })).toEqual({
      state: { query: 'f.name=a', columns: { ...columns, order: ['name'], shown: {} } },
      isPartial: true,
    })
  })

  it('keeps conditions under present names, refuses those that the list refuses, and serves none of these', () => {
    const query = `where=${encodeURIComponent('height=gt=3;boxes=any=(size==1)')}`
    const present = `where=${new URLSearchParams({ x: 'heightU=gt=3;boxes=any=(size==1)' }).toString().slice(2)}`
    expect(readState(model, { query, columns: {} }, accept).query).toBe(present)
    const stored = { query, columns: { order: [], shown: {}, widths: {}, pinned: {} } }
    expect(servedState(model, stored, { context: contextOf(true), checkWhere: accept }).state.query).toBe(present)
    const refuse = (): void => {
      throw new HttpProblem(400, "Unknown field 'boxes'")
    }
    expect(() => readState(model, { query, columns: {} }, refuse)).toThrow("Unknown field 'boxes'")
    expect(servedState(model, stored, { context: contextOf(true), checkWhere: refuse })).toMatchObject({
      state: { query: '' },
      isPartial: true,
    })
  })
})
