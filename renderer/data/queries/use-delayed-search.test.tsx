// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { searchDelayMs, useDelayedSearch } from './use-delayed-search.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function search(applied = '') {
  const apply = vi.fn<(text: string) => void>()
  const hook = renderHook(({ value }) => useDelayedSearch(value, apply), { initialProps: { value: applied } })
  return { ...hook, apply }
}

describe('a delayed search', () => {
  it('waits one second after the last keystroke', { tags: ['S0-2.26'] }, () => {
    const { result, apply } = search()
    act(() => result.current.type('a'))
    act(() => void vi.advanceTimersByTime(999))
    act(() => result.current.type('ac '))
    act(() => void vi.advanceTimersByTime(999))
    expect(apply).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    expect(apply.mock.calls).toEqual([['ac']])
  })

  it('is applied at once on request, and not a second time', () => {
    const { result, apply, rerender } = search()
    act(() => result.current.type('acme'))
    act(() => result.current.applyNow())
    expect(apply.mock.calls).toEqual([['acme']])
    rerender({ value: 'acme' })
    act(() => void vi.advanceTimersByTime(5 * searchDelayMs))
    expect(apply.mock.calls).toEqual([['acme']])
  })

  it('follows a search that changed elsewhere', () => {
    const { result, rerender } = search('old')
    rerender({ value: '' })
    expect(result.current.text).toBe('')
    expect(result.current.isPending).toBe(false)
  })

  it('is dropped when the page is left', () => {
    const { result, apply, unmount } = search()
    act(() => result.current.type('acme'))
    unmount()
    void vi.advanceTimersByTime(5 * searchDelayMs)
    expect(apply).not.toHaveBeenCalled()
  })
})
