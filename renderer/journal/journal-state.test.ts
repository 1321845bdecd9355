import { describe, expect, it } from 'vitest'
import {
  beforeMoment,
  defaultJournalState,
  journalQuery,
  journalStateFromParams,
  journalStateToParams,
  type JournalState,
} from './journal-state.ts'

const tabs = ['all', 'creation', 'update']
const read = (address: string) => journalStateFromParams(new URLSearchParams(address), tabs)

describe('the state of a journal', () => {
  it.each<JournalState>([
    defaultJournalState,
    { event: 'update', before: '12h', size: 100, search: 'a & b' },
    { event: 'all', before: { at: '2025-06-01T10:00:00.000Z' }, size: 50, search: '' },
  ])('is restored unchanged from the address', (state) => {
    expect(read(journalStateToParams(state).toString())).toEqual(state)
  })

  it.each(['event=flooding', 'before=soon', 'before=2025', 'before=constructor', 'before=2025-99-99T10:00', 'size=21', 'q=%20'])(
    'replaces %s with the default or a valid time',
    (address) => {
      const { before, ...rest } = read(address)
      expect(rest).toEqual({ event: 'all', size: 20, search: '' })
      expect(before === 'now' || (typeof before === 'object' && !Number.isNaN(Date.parse(before.at)))).toBe(true)
    },
  )

  it.each([
    ['10m', 10],
    ['30m', 30],
    ['1h', 60],
    ['12h', 720],
    ['1d', 1440],
    ['1w', 10_080],
    ['30d', 43_200],
  ] as const)('counts %s as %i minutes', (preset, minutes) => {
    const now = Date.parse('2025-06-01T12:00:00.000Z')
    expect(Date.parse(beforeMoment(preset, now) ?? '')).toBe(now - minutes * 60_000)
  })

  it('queries by event, time, page size and names', { tags: ['S0-7.9'] }, () => {
    const state: JournalState = { event: 'update', before: 'now', size: 50, search: 'du%' }
    expect(journalQuery(state, { theme: 'Racks', tenantOid: 'acme', before: '2025-06-01T10:00:00.000Z' })).toEqual({
      theme: 'Racks',
      tenantOid: 'acme',
      limit: 50,
      eventType: 'update',
      before: '2025-06-01T10:00:00.000Z',
      filter: String.raw`(subject.name=ilike="%du\\%%",principal.name=ilike="%du\\%%")`,
    })
    expect(journalQuery(defaultJournalState, { theme: 'Racks', tenantOid: 'acme', before: undefined })).toEqual({
      theme: 'Racks',
      tenantOid: 'acme',
      limit: 20,
    })
  })
})
