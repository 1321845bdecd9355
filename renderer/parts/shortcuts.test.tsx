// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { bindShortcut, shortcutsNow, useShortcut } from './shortcuts.ts'

afterEach(cleanup)

const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))

it('every key that the sheet names does what it names, and no other does', () => {
  const [search, find] = [vi.fn(), vi.fn()]
  let isOffered = true
  const unbind = [
    bindShortcut({ keys: ['/'], text: 'search', isOffered: () => isOffered, run: search }),
    bindShortcut({ keys: ['Ctrl+K'], text: 'find', whileTyping: true, run: find }),
  ]
  expect(shortcutsNow().map(({ text, keys }) => [text, ...keys])).toEqual([
    ['search', '/'],
    ['find', 'Ctrl+K'],
  ])
  press('/')
  press('k', { metaKey: true })
  press('k')
  press('k', { ctrlKey: true, shiftKey: true })
  press('/', { altKey: true })
  expect([search.mock.calls.length, find.mock.calls.length]).toEqual([1, 1])
  isOffered = false
  press('/')
  expect(search).toHaveBeenCalledOnce()
  expect(shortcutsNow().map(({ text }) => text)).toEqual(['find'])
  for (const each of unbind) each()
  press('k', { ctrlKey: true })
  expect(find).toHaveBeenCalledOnce()
})

it('a key is a letter where somebody types, and goes with the component that bound it', () => {
  const run = vi.fn()
  function Page() {
    useShortcut({ keys: ['?'], text: 'sheet', run })
    return <input aria-label="box" />
  }
  const { container, unmount } = render(<Page />)
  const box = container.querySelector('input')!
  press('?', {}, box)
  expect(run).not.toHaveBeenCalled()
  press('?', {}, container)
  expect(run).toHaveBeenCalledOnce()
  unmount()
  press('?')
  expect(run).toHaveBeenCalledOnce()
})
