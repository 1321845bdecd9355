// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { afterPress } from './after-press.ts'

const tell = (type: string, buttons = 0): boolean => document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, buttons }))

describe('afterPress', () => {
  afterEach(() => vi.useRealTimers())

  it('runs the work at once while no button is pressed', () => {
    const work = vi.fn<() => void>()
    afterPress(work)
    expect(work).toHaveBeenCalledOnce()
  })

  it.each([['pointerup'], ['pointercancel'], ['pointermove']])('waits for the click while a button is pressed, at most until %s', (end) => {
    vi.useFakeTimers()
    const done: string[] = []
    tell('pointerdown', 1)
    afterPress(() => done.push('work'))
    tell('pointermove', 1)
    vi.runAllTimers()
    expect(done).toEqual([])
    tell(end)
    done.push('click')
    vi.runAllTimers()
    expect(done).toEqual(['click', 'work'])
    afterPress(() => done.push('later'))
    expect(done).toEqual(['click', 'work', 'later'])
  })
})
