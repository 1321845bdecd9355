import { describe, expect, it } from 'vitest'
import type { ListViewState } from '../../../schemas/list-views.ts'
import { exampleSchema as schema, exampleScreen as screen } from '../../data/example.fixture.ts'
import { listColumns } from '../columns/list-columns.ts'
import { viewParts } from './view-parts.ts'

const columns = listColumns(schema, screen, { readable: () => true, fieldName: (field) => field, longestOption: () => 6 })
const none: ListViewState['columns'] = { order: [], shown: {}, widths: {}, pinned: {} }
const t = (key: string, params: Record<string, unknown> = {}): string => [key.replace(/^.*\./, ''), ...Object.values(params)].join(' ')
const words = { t, hasText: () => true, language: 'en', whereWords: (where: string) => (where === '' ? [] : where.split(';')) }
const parts = (theirs: Partial<ListViewState>, mine: Partial<ListViewState>) =>
  viewParts(
    { schema, screen, columns },
    { theirs: { query: '', columns: none, ...theirs }, mine: { query: '', columns: none, ...mine } },
    words,
  )
/** Parts that differ, with a mark at what only one version says. */
const different = (...versions: Parameters<typeof parts>) =>
  parts(...versions)
    .filter(({ isSame }) => !isSame)
    .map(({ id, theirs, mine, isReordered }) => {
      const say = (texts: typeof mine) => texts.map(({ text, isOnly }) => (isOnly ? `*${text}` : text)).join(', ')
      return `${id}: ${say(theirs)} | ${say(mine)}${isReordered ? ' reordered' : ''}`
    })

describe('two versions of a view', () => {
  it('differ by nothing where they say the same in other words', () => {
    expect(different({ query: 'sort=-code&tab=free' }, { query: 'tab=free&sort=-code' })).toEqual([])
    expect(different({ columns: { ...none, shown: { code: true } } }, {})).toEqual([])
  })

  it('are compared by rows: tab, search, filters and conditions', () => {
    const theirs = { query: 'tab=free&q=north&f.state=free&where=a%3D%3D1%3Bb%3D%3D2' }
    const mine = { query: 'tab=closed&f.state=free&f.heightU=3..&where=b%3D%3D2' }
    expect(different(theirs, mine)).toEqual([
      'tab: *free | *closed',
      'search: *“north” | ',
      'filters: state: free | state: free, *heightU: from 3',
      'where: *a==1, b==2 | b==2',
    ])
  })

  it('are compared by order, groups and pages', () => {
    expect(different({ query: 'sort=-heightU&group=state' }, { query: 'size=100' })).toEqual([
      'sort: *desc heightU | *asc code',
      'group: *state | ',
      'size: *rows 50 | *rows 100',
    ])
  })

  it('are compared by columns: added, hidden, moved, pinned and resized', () => {
    const theirs = { columns: { ...none, shown: { state: false, holder: true }, widths: { code: 300 } } }
    const mine = { columns: { ...none, order: ['updatedAt', 'code'], pinned: { code: 'right' } as const } }
    expect(different(theirs, mine)).toEqual([
      'columns: code, roomName, heightU, serverCount, updatedAt, *holder | updatedAt, roomName, heightU, *state, serverCount, code reordered',
      'pinned:  | *code: right',
      'widths: *code: 300 px | ',
    ])
  })

  it('leave fields out that the list does not have', () => {
    expect(different({ columns: { ...none, widths: { gone: 90 }, pinned: { gone: 'left' } } }, {})).toEqual([])
  })

  it('come with what is the same, behind what differs', () => {
    const all = parts({ query: 'size=100' }, {})
    expect([all[0]?.id, all.length, all.slice(1).every(({ isSame }) => isSame)]).toEqual(['size', 10, true])
  })
})
