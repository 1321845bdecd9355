import { describe, expect, it } from 'vitest'
import { exampleSchema, exampleScreen } from '../../data/example.fixture.ts'
import type { DateDisplay } from '../../parts/text/date-texts.ts'
import {
  arrangedChoice,
  chosenColumns,
  displayedColumns,
  keepFittedWidths,
  moveColumn,
  noColumnChoice,
  readColumnChoice,
  readFittedWidths,
} from './column-choice.ts'
import { listColumns } from './list-columns.ts'

const facts = { readable: () => true, fieldName: (field: string) => field, longestOption: () => 6 }
const columns = listColumns(exampleSchema, exampleScreen, facts)
const fields = (list: readonly { field: string; hidden: boolean }[]) =>
  list.filter((column) => !column.hidden).map((column) => column.field)

describe('the columns of a list', () => {
  it('are those of the screen; other readable columns are offered', () => {
    expect(fields(columns)).toEqual(['code', 'roomName', 'heightU', 'state', 'serverCount', 'updatedAt'])
    expect(columns.filter((column) => column.hidden).map((column) => column.field)).toEqual(['oid', 'powerFeed', 'holder'])
  })

  it('exclude a field that goes', () => {
    const holder = { ...exampleSchema.properties['holder'], 'x-removed': '2999-01-01' }
    const going = listColumns({ ...exampleSchema, properties: { ...exampleSchema.properties, holder } }, exampleScreen, facts)
    expect(going.map(({ field }) => field)).not.toContain('holder')
  })

  it('exclude a column that the user may not read', () => {
    expect(fields(listColumns(exampleSchema, exampleScreen, { ...facts, readable: (field) => field !== 'heightU' }))).not.toContain(
      'heightU',
    )
  })

  it('may not include a column that is not in the schema', () => {
    const screen = { ...exampleScreen, list: { columns: ['cood'] } }
    expect(() => listColumns(exampleSchema, screen, facts)).toThrow(/"cood"/)
  })

  it('show a state as a status, align numbers right, and are sortable only by the offered orders', () => {
    const by = new Map(columns.map((column) => [column.field, column]))
    expect(by.get('state')?.widget).toBe('status')
    expect(by.get('heightU')).toMatchObject({ numeric: true, sortable: true, width: 90 })
    expect(by.get('roomName')?.sortable).toBe(false)
  })

  it('are wide enough for their headers and their longest option', () => {
    const width = (field: string, more: Partial<typeof facts> = {}) =>
      listColumns(exampleSchema, exampleScreen, { ...facts, ...more }).find((column) => column.field === field)?.width ?? 0
    expect(width('serverCount', { fieldName: () => 'Servers that the rack holds' })).toBeGreaterThan(width('serverCount'))
    // A header of wide letters (13 px, medium) plus padding.
    expect(width('serverCount', { fieldName: () => 'Customers' })).toBeGreaterThanOrEqual(68 + 24)
    expect(width('state', { longestOption: () => 20 })).toBeGreaterThan(width('state'))
    expect(width('state', { longestOption: () => 500 })).toBe(148)
  })

  it('are as wide as their dates are written', () => {
    const width = (display: DateDisplay) =>
      listColumns(exampleSchema, { ...exampleScreen, dateDisplay: { updatedAt: display } }, facts).find(
        ({ field }) => field === 'updatedAt',
      )
    expect(width('exact')).toMatchObject({ display: 'exact', width: 184 })
    expect(width('date')?.width).toBeLessThan(width('planned')?.width ?? 0)
    expect(columns.find(({ field }) => field === 'updatedAt')).toMatchObject({ display: 'relative', width: 120 })
  })

  it('leave spare width to names and texts, not to options, numbers and dates', () => {
    const likes = (field: string): number =>
      columns.filter((column) => column.field === field).reduce((sum, { grow, width }) => sum + grow - width, 0)
    expect(likes('code')).toBeGreaterThan(0)
    expect(likes('roomName')).toBeGreaterThan(0)
    expect(['state', 'serverCount', 'updatedAt'].map(likes)).toEqual([0, 0, 0])
  })

  it('follow the order, visibility and widths that the user chose', () => {
    const choice = {
      order: moveColumn(columns, 'updatedAt', 'roomName'),
      shown: { serverCount: false, holder: true },
      widths: { code: 300 },
      pinned: {},
    }
    const chosen = chosenColumns(columns, choice)
    expect(fields(chosen)).toEqual(['code', 'updatedAt', 'roomName', 'heightU', 'state', 'holder'])
    expect(chosen[0]).toMatchObject({ width: 300, grow: 0 })
  })

  it('take the width fitted to their content unless the screen or the user sets one; text columns shrink in a narrow window', () => {
    const choice = { ...noColumnChoice, widths: { state: 200 } }
    const [estimate] = columns
    const by = new Map(
      chosenColumns(columns, choice, { code: 1000, serverCount: 71, heightU: 40, state: 99 }).map((column) => [column.field, column]),
    )
    expect(by.get('code')).toMatchObject({ width: estimate?.width, grow: 420, isEstimated: false })
    expect(by.get('serverCount')).toMatchObject({ width: 71, grow: 71, isEstimated: false })
    expect(by.get('heightU')).toMatchObject({ width: 90, grow: 0 })
    expect(by.get('state')).toMatchObject({ width: 200, grow: 0 })
    expect(by.get('roomName')?.isEstimated).toBe(true)
  })

  it('are placed on the side they are pinned to', () => {
    const pinned = { state: 'left', code: 'right' } as const
    expect(fields(displayedColumns(chosenColumns(columns, { ...noColumnChoice, pinned })))).toEqual([
      'state',
      'roomName',
      'heightU',
      'serverCount',
      'updatedAt',
      'code',
    ])
  })

  it('stay pinned if the grid unpinned them in a narrow window, and adopt the side they were dragged to', () => {
    const choice = { ...noColumnChoice, pinned: { state: 'left', code: 'right' } as const }
    const all = chosenColumns(columns, choice)
    const shown = ['state', 'heightU', 'roomName', 'serverCount', 'updatedAt', 'code'].map((field) => ({ field, side: 'none' as const }))
    const moved = arrangedChoice(choice, all, { shown, moved: new Set(['heightU']) })
    expect(moved.pinned).toEqual(choice.pinned)
    expect(moved.order.slice(0, 3)).toEqual(['state', 'heightU', 'roomName'])
    expect(arrangedChoice(choice, all, { shown, moved: new Set(['state']) }).pinned).toEqual({ state: 'none', code: 'right' })
    const untouched = ['state', 'roomName', 'heightU', 'serverCount', 'updatedAt', 'code'].map((field) => ({
      field,
      side: 'none' as const,
    }))
    expect(arrangedChoice(choice, all, { shown: untouched, moved: new Set() })).toBe(choice)
  })

  it('reuse fitted widths for the same texts and records', () => {
    const kept = new Map<string, string>()
    const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) }
    const scope = { plural: 'racks', language: 'en', tenantOid: 'acme' }
    keepFittedWidths(scope, { code: 120 }, storage)
    expect(readFittedWidths(scope, storage)).toEqual({ code: 120 })
    expect(readFittedWidths({ ...scope, language: 'de' }, storage)).toEqual({})
    expect(readFittedWidths({ ...scope, tenantOid: 'other' }, storage)).toEqual({})
    kept.set('racksColumnFit', '{"scope":"en acme","widths":{"code":"wide"}}')
    expect(readFittedWidths(scope, storage)).toEqual({})
  })

  it('accept a stored choice from before columns could be pinned', () => {
    const text = '{"order":["state"],"shown":{},"widths":{"code":300}}'
    expect(readColumnChoice('racks', { getItem: () => text })).toEqual({ order: ['state'], shown: {}, widths: { code: 300 }, pinned: {} })
  })

  it('include a column that was added later and drop a removed one', () => {
    const chosen = chosenColumns(columns, { order: ['gone', 'state', 'code'], shown: {}, widths: {}, pinned: {} })
    expect(fields(chosen)).toEqual(['state', 'code', 'roomName', 'heightU', 'serverCount', 'updatedAt'])
  })

  it.each(['', 'null', '{"order":1}', '{"order":[],"shown":{"a":1},"widths":{}}', '[]', '{'])(
    'fall back to the screen when %s is stored',
    (text) => {
      expect(readColumnChoice('racks', { getItem: () => text })).toEqual(noColumnChoice)
    },
  )
})
