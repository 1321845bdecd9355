import { describe, expect, it } from 'vitest'
import { exampleSchema, exampleScreen } from '../../data/example.fixture.ts'
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
  it('shows those of the screen and offers the other readable ones', () => {
    expect(fields(columns)).toEqual(['code', 'roomName', 'heightU', 'state', 'serverCount', 'updatedAt'])
    expect(columns.filter((column) => column.hidden).map((column) => column.field)).toEqual(['oid', 'powerFeed', 'holder'])
  })

  it('leaves out a column that the person may not read', () => {
    expect(fields(listColumns(exampleSchema, exampleScreen, { ...facts, readable: (field) => field !== 'heightU' }))).not.toContain(
      'heightU',
    )
  })

  it('refuses a column that the schema does not know', () => {
    const screen = { ...exampleScreen, list: { columns: ['cood'] } }
    expect(() => listColumns(exampleSchema, screen, facts)).toThrow(/"cood"/)
  })

  it('draws a state as a status, a number right-aligned and only offered orders as sortable', () => {
    const by = new Map(columns.map((column) => [column.field, column]))
    expect(by.get('state')?.widget).toBe('status')
    expect(by.get('heightU')).toMatchObject({ numeric: true, sortable: true, width: 90 })
    expect(by.get('roomName')?.sortable).toBe(false)
  })

  it('are wide enough for their heads and their longest option', () => {
    const width = (field: string, more: Partial<typeof facts> = {}) =>
      listColumns(exampleSchema, exampleScreen, { ...facts, ...more }).find((column) => column.field === field)?.width ?? 0
    expect(width('serverCount', { fieldName: () => 'Servers that the rack holds' })).toBeGreaterThan(width('serverCount'))
    // A head of wide letters (13 px, medium) and its paddings.
    expect(width('serverCount', { fieldName: () => 'Customers' })).toBeGreaterThanOrEqual(68 + 24)
    expect(width('state', { longestOption: () => 20 })).toBeGreaterThan(width('state'))
    expect(width('state', { longestOption: () => 500 })).toBe(148)
  })

  it('give the room that is left to names and texts: options, numbers and dates show no more in it', () => {
    const likes = (field: string): number =>
      columns.filter((column) => column.field === field).reduce((sum, { grow, width }) => sum + grow - width, 0)
    expect(likes('code')).toBeGreaterThan(0)
    expect(likes('roomName')).toBeGreaterThan(0)
    expect(['state', 'serverCount', 'updatedAt'].map(likes)).toEqual([0, 0, 0])
  })

  it('follows the order, the visibility and the widths of the person', () => {
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

  it('take the width that the grid fitted to their content, unless the screen or the person gave one; texts give way in a narrow window', () => {
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

  it('stand at the side that they are pinned to', () => {
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

  it('keep the side of a column that the grid unpinned in a narrow window, and take that of one that was dragged', () => {
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

  it('keep fitted widths for the same words and records', () => {
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

  it('reads a choice from before columns could be pinned', () => {
    const text = '{"order":["state"],"shown":{},"widths":{"code":300}}'
    expect(readColumnChoice('racks', { getItem: () => text })).toEqual({ order: ['state'], shown: {}, widths: { code: 300 }, pinned: {} })
  })

  it('keeps a column that came later and forgets one that is gone', () => {
    const chosen = chosenColumns(columns, { order: ['gone', 'state', 'code'], shown: {}, widths: {}, pinned: {} })
    expect(fields(chosen)).toEqual(['state', 'code', 'roomName', 'heightU', 'serverCount', 'updatedAt'])
  })

  it.each(['', 'null', '{"order":1}', '{"order":[],"shown":{"a":1},"widths":{}}', '[]', '{'])(
    'starts from the screen when %s is stored',
    (text) => {
      expect(readColumnChoice('racks', { getItem: () => text })).toEqual(noColumnChoice)
    },
  )
})
