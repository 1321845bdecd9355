import { describe, expect, it } from 'vitest'
import { initialState, unwrittenRows, type BulkState, type Outcome } from './bulk-state.ts'

const sheet = (name: string, worked: number) => ({ name, total: 9, worked, invalid: 0, selected: 0, selectedInvalid: 0 })
const draft = { planned: 2, skipped: 1, creates: 1, updates: 1, cells: 7, inner: { created: 2, changed: 1, deleted: 0 } }
const written = { kind: 'write', draft, undone: false } as Outcome
const loading = { step: 'loading', done: 0, total: 0 } as const

describe('the number of rows lost by leaving the sheet', () => {
  it.each<[string, number, Partial<BulkState>]>([
    ['all new or changed rows', 6, { working: undefined }],
    ['only the skipped rows, while the written rows reload', 1, { working: loading, outcome: written }],
    ['all new or changed rows, once the written rows have reloaded', 6, { working: undefined, outcome: written }],
    ['all rows, while an import is undone', 6, { working: loading, outcome: { ...written, undone: true } }],
    ['all rows, while rows are deleted', 6, { working: loading, outcome: { ...written, kind: 'delete' } }],
  ])('counts %s', (_what, expected, state) => {
    expect(unwrittenRows({ ...initialState, sheets: [sheet('box', 3), sheet('subnets', 3)], ...state })).toBe(expected)
  })
})
