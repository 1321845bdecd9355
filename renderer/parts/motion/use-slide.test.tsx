// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showPart } from '../parts.fixture.tsx'
import { useMotion } from './motion-context.ts'
import { MotionRoot } from './motion-root.tsx'
import { sliding, useSlide } from './use-slide.ts'

const rowHeightPx = 36

// The DOM of the tests has no layout: the position of a row follows from its index.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    const row = this.closest('[role=row]')
    const index = row?.parentElement ? [...row.parentElement.children].indexOf(row) : 0
    return new DOMRect(0, index * rowHeightPx, 200, rowHeightPx)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function List() {
  const [names, setNames] = useState(['a', 'b', 'c'])
  const slide = useSlide()
  const turnOver = () => flushSync(() => setNames(names.toReversed()))
  return (
    <>
      <output>{useMotion() ? 'moves' : 'still'}</output>
      <button onClick={() => slide(turnOver)}>Move</button>
      <button onClick={turnOver}>Sort</button>
      <div role="rowgroup">
        {names.map((name) => (
          <div key={name} role="row">
            <div {...sliding}>{name}</div>
          </div>
        ))}
      </div>
    </>
  )
}

const show = () =>
  showPart(
    <MotionRoot>
      <List />
    </MotionRoot>,
  )

/** The rows, each with the offset in pixels at which it is drawn. */
const rows = () =>
  screen.getAllByRole('row').map(({ textContent, firstElementChild }) => {
    const [, byPx = 0] = /translate3d\(0px, (-?[\d.]+)px/.exec((firstElementChild as HTMLElement).style.transform) ?? []
    return [textContent, Number(byPx)]
  })

async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }))
  // The library measures at the end of the task.
  await act(async () => {})
}

it('moved rows slide from their previous positions', async () => {
  show()
  fireEvent.pointerMove(window)
  await screen.findByText('moves')
  // Time is frozen, however busy the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  await press('Move')
  const [[first, down], middle, [last, up]] = rows() as [[string, number], [string, number], [string, number]]
  expect([first, middle, last]).toEqual(['c', ['b', 0], 'a'])
  expect(down).toBeCloseTo(2 * rowHeightPx)
  expect(up).toBeCloseTo(-down)
})

it('rows do not slide if their order changes for another reason, or before the animation features have loaded', async () => {
  show()
  await press('Move')
  fireEvent.pointerMove(window)
  await screen.findByText('moves')
  await press('Sort')
  expect(rows()).toEqual([
    ['a', 0],
    ['b', 0],
    ['c', 0],
  ])
})
