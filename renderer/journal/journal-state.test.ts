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
    { ...defaultJournalState, event: 'update', before: '12h', size: 100, search: 'a & b' },
    { ...defaultJournalState, period: 'yesterday', person: 'p1', source: 'import', entity: 'rack' },
    { ...defaultJournalState, period: { from: '2025-06-01T10:00:00.000Z' } },
    { ...defaultJournalState, period: { from: '2025-06-01T10:00:00.000Z', to: '2025-06-02T10:00:00.000Z' } },
    { ...defaultJournalState, before: { at: '2025-06-01T10:00:00.000Z' }, size: 50 },
  ])('is restored unchanged from the address', (state) => {
    expect(read(journalStateToParams(state).toString())).toEqual(state)
  })

  it.each([
    'event=flooding',
    'before=soon',
    'before=2025',
    'before=constructor',
    'before=2025-99-99T10:00',
    'size=21',
    'q=%20',
    'period=constructor',
    'from=2025',
    'to=x',
  ])('replaces %s with the default or a valid time', (address) => {
    const { before, ...rest } = read(address)
    const { before: _, ...defaults } = defaultJournalState
    expect(rest).toEqual(defaults)
    expect(before === 'now' || (typeof before === 'object' && !Number.isNaN(Date.parse(before.at)))).toBe(true)
  })

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
    const state: JournalState = { ...defaultJournalState, event: 'update', size: 50, search: 'du%' }
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

  it('queries by person, source, entity and period, of one theme or of all', () => {
    const state: JournalState = { ...defaultJournalState, person: 'p"1', source: 'import', entity: 'rack' }
    const range = { from: '2025-06-01T00:00:00.000Z', to: '2025-06-02T00:00:00.000Z' }
    const filter = String.raw`creationDate=ge=2025-06-01T00:00:00.000Z;creationDate=lt=2025-06-02T00:00:00.000Z;principal.oid=="p\"1";source=="import"`
    expect(journalQuery(state, { tenantOid: 'acme', before: undefined, range })).toEqual({
      tenantOid: 'acme',
      entity: 'rack',
      limit: 20,
      filter,
    })
    expect(journalQuery(state, { theme: 'Racks', tenantOid: 'acme', before: undefined, range })).toEqual({
      tenantOid: 'acme',
      theme: 'Racks',
      limit: 20,
      filter,
    })
  })
})
