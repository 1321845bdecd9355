import { describe, expect, it } from 'vitest'
import { example } from '../../data/example.fixture.ts'
import { everyMatch, headState, isSelected, noSelection, selectedCount, withRows } from './selection.ts'

describe('the selected rows of a list', () => {
  it('include rows of earlier pages', () => {
    const one = withRows(noSelection, [example(1)], true)
    const two = withRows(one, [example(51)], true)
    expect(selectedCount(two, 214)).toBe(2)
    expect(selectedCount(withRows(two, [example(1)], false), 214)).toBe(1)
  })

  it('count all matching rows minus the deselected ones', () => {
    const most = withRows(everyMatch, [example(1), example(2)], false)
    expect(selectedCount(everyMatch, 1_000_000)).toBe(1_000_000)
    expect(selectedCount(most, 1_000_000)).toBe(999_998)
    expect(isSelected(most, 'b1')).toBe(false)
    expect(isSelected(most, 'b3')).toBe(true)
    expect(selectedCount(withRows(most, [example(1)], true), 1_000_000)).toBe(999_999)
  })

  it('distinguish none, some and all of the visible rows', () => {
    const rows = [example(1), example(2)]
    expect(headState(noSelection, rows)).toBe('none')
    expect(headState(withRows(noSelection, [example(1)], true), rows)).toBe('some')
    expect(headState(withRows(noSelection, rows, true), rows)).toBe('all')
    expect(headState(everyMatch, [])).toBe('none')
  })
})
