import { describe, expect, it } from 'vitest'
import { initialState, unwrittenRows, type BulkState, type Outcome } from './bulk-state.ts'

const sheet = (name: string, worked: number) => ({ name, total: 9, worked, invalid: 0, selected: 0, selectedInvalid: 0 })
const draft = { planned: 2, skipped: 1, creates: 1, updates: 1, cells: 7, inner: { created: 2, changed: 1, deleted: 0 } }
const written = { kind: 'write', draft, undone: false } as unknown as Outcome
const loading = { step: 'loading', done: 0, total: 0 } as const

describe('rows that leaving the sheet would lose', () => {
  it.each<[string, number, Partial<BulkState>]>([
    ['all that hold something new', 6, { working: undefined }],
    ['those that were left out, while what was written is read again', 1, { working: loading, outcome: written }],
    ['what the sheet says, once it is read', 6, { working: undefined, outcome: written }],
    ['all, while what was written is taken back', 6, { working: loading, outcome: { ...written, undone: true } }],
    ['all, while rows are deleted', 6, { working: loading, outcome: { ...written, kind: 'delete' } }],
  ])('are %s', (_what, expected, state) => {
    expect(unwrittenRows({ ...initialState, sheets: [sheet('box', 3), sheet('subnets', 3)], ...state })).toBe(expected)
  })
})
