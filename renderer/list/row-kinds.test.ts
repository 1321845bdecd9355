import { describe, expect, it, vi } from 'vitest'
import { example, exampleSchema, exampleScreen } from '../data/example.fixture.ts'
import type { Screen } from '../descriptor/screen.ts'
import type { RendererHost } from '../host.tsx'
import { deletionPlan } from '../record-actions/chosen-rows.ts'
import { shownText } from './export/list-export.ts'
import { listColumns } from './columns/list-columns.ts'
import { placesOf, rowLinkOf } from './row-kinds.ts'

/** Racks in one list with their servers; a closed rack represents neither a rack nor a server. */
const schema = {
  ...exampleSchema,
  'x-entity': { ...exampleSchema['x-entity'], readOnly: true, rowsOf: { field: 'state', entities: { free: 'room', taken: 'server' } } },
}
const shape = {
  schema,
  screen: {
    group: 'hosting',
    list: {
      ...exampleScreen.list,
      columns: ['code'],
      kinds: { closed: { create: 'server', prefill: { rack: 'code', height: 'heightU', owner: 'holder' } } },
    },
  },
} satisfies { schema: typeof schema; screen: Screen }

function hostWith(can: Record<string, boolean> = { create: true }): RendererHost {
  const pages: Record<string, Screen> = {
    server: { ...exampleScreen, editor: { sections: {}, verbs: { create: 'attach' } } },
    room: { group: 'hosting', editor: { sections: {} } },
  }
  const host: Partial<RendererHost> = {
    listPath: (entity) => `/${entity}s`,
    listOf: (entity) => entity,
    screenOf: (entity) => pages[entity],
    ruleContext: vi.fn<RendererHost['ruleContext']>(() => ({
      tenant: { oid: 'acme', name: 'Acme', type: 'msp' },
      user: { oid: 'm' },
      can,
      feature: {},
      editor: {},
    })),
  }
  return host as RendererHost
}

describe('a list whose rows represent records of several entities', () => {
  it('opens each row in the editor of its entity, read-only without the right to update', { tags: ['S1-2.2'] }, () => {
    expect(rowLinkOf(example(1, { state: 'free' }), shape, hostWith())).toEqual({ kind: 'edit', path: '/rooms/edit/b1' })
    expect(rowLinkOf(example(2, { state: 'taken', can: {} }), shape, hostWith())).toEqual({ kind: 'view', path: '/servers/consult/b2' })
  })

  it('opens a row without a record as a new record with the values of the row, given the right to create', { tags: ['S1-2.3'] }, () => {
    const row = example(3, { state: 'closed' })
    expect(rowLinkOf(row, shape, hostWith())).toEqual({
      kind: 'configure',
      path: '/servers/attach',
      state: { prefill: { rack: 'A3', height: 3 } },
    })
    expect(rowLinkOf(row, shape, hostWith({}))).toBeUndefined()
    expect(rowLinkOf(example(4, { state: 'unknown' }), shape, hostWith())).toBeUndefined()
  })

  it('deletes the records that its rows represent', () => {
    const rows = [example(1, { state: 'free', revision: 4 }), example(2, { state: 'taken' })]
    expect(deletionPlan(schema, rows, 'acme').items).toEqual([
      { entity: 'room', action: 'delete', oid: 'b1', revision: 4 },
      { entity: 'server', action: 'delete', oid: 'b2', revision: 1 },
    ])
  })

  it('links to the existing pages of these entities', { tags: ['S1-2.2'] }, () => {
    expect(placesOf(shape, hostWith()).map(({ entity, addresses, has }) => [entity, addresses.create, has.bulk, has.journal])).toEqual([
      ['room', '/rooms/new', false, false],
      ['server', '/servers/attach', true, true],
    ])
  })
})

describe('the text of a column in an exported view', () => {
  it('contains what the cell shows: every entry of a list, and the additional fields of the cell', () => {
    const columns = listColumns(
      schema,
      { group: 'hosting', list: { columns: [{ field: 'code', use: { use: 'text', with: ['holder', 'heightU'] } }, 'tags', 'state'] } },
      { readable: () => true, fieldName: (field) => field, longestOption: () => 4 },
    )
    const row = example(1, { state: 'free', tags: ['a', 'b'], holder: undefined })
    const texts = columns.filter(({ hidden }) => !hidden).map((column) => shownText(column, row, (value) => `<${String(value)}>`))
    expect(texts).toEqual(['A1 1', 'a, b', '<free>'])
  })
})
