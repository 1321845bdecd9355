// @vitest-environment happy-dom
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { palette, PaletteHost } from './palette-host.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function open(): ReturnType<typeof vi.fn> {
  const onOpenChange = vi.fn()
  render(
    <MemoryRouter>
      <PaletteHost isOpen onOpenChange={onOpenChange} />
    </MemoryRouter>,
  )
  // The page that is opened first counts as one that the browser went back to.
  onOpenChange.mockClear()
  return onOpenChange
}

it('keeps keys from the page behind while its code is loaded', () => {
  vi.spyOn(palette, 'load').mockReturnValue(new Promise(() => undefined))
  const onOpenChange = open()
  // `false`: the default action was prevented.
  expect(fireEvent.keyDown(document.body, { key: 'Enter' })).toBe(false)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

it('closes where its code cannot be loaded, so that keys reach the page again', async () => {
  vi.spyOn(palette, 'load').mockRejectedValue(new Error('offline'))
  const onOpenChange = open()
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
})

it('takes the key right after Ctrl+K, however fast somebody types', () => {
  vi.spyOn(palette, 'load').mockReturnValue(new Promise(() => undefined))
  function Host() {
    const [isOpen, setOpen] = useState(false)
    return <PaletteHost isOpen={isOpen} onOpenChange={setOpen} />
  }
  render(
    <MemoryRouter>
      <Host />
    </MemoryRouter>,
  )
  // Not by `fireEvent`, which waits until everything has been drawn.
  const press = (init: KeyboardEventInit): boolean =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
  expect(press({ key: 'a' })).toBe(true)
  press({ key: 'k', ctrlKey: true })
  expect(press({ key: 'a' })).toBe(false)
})
