// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Button } from '../controls/button.tsx'
import { Menu } from './menu.tsx'
import { showPart } from '../parts.fixture.tsx'

afterEach(cleanup)

async function openMenu() {
  const chosen = vi.fn()
  const item = (id: string, more = {}) => ({ id, label: id, onSelect: () => chosen(id), ...more })
  const groups = [
    { id: 'a', items: [item('Columns'), item('Copy')] },
    { id: 'b', items: [item('Freeze', { reason: 'Only the platform may' }), item('Delete', { destructive: true })] },
  ]
  const shown = showPart(<Menu label="More" groups={groups} trigger={(props) => <Button {...props}>More</Button>} />)
  await shown.user.click(screen.getByRole('button', { name: 'More' }))
  return { ...shown, chosen }
}

/** The focused menu; it refers to its active item. */
const active = () => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent
const waitForActive = (item: string) => waitFor(() => expect(active()).toBe(item))
const waitForClosed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull())

it('a menu starts at the first item; arrows wrap around, Home, End and first letters jump', async () => {
  const { user } = await openMenu()
  await waitForActive('Columns')
  await user.keyboard('{ArrowUp}')
  await waitForActive('Delete')
  await user.keyboard('{Home}{ArrowDown}')
  await waitForActive('Copy')
  await user.keyboard('c')
  await waitForActive('Columns')
  await user.keyboard('{End}')
  await waitForActive('Delete')
})

it('choosing a menu item runs it, closes the menu and restores the focus', async () => {
  const { user, chosen } = await openMenu()
  await waitForActive('Columns')
  await user.keyboard('{End}{Enter}')
  await waitForClosed()
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Delete')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }))
})

it('a chosen menu item runs even if its button is removed before the menu has closed', async () => {
  const { chosen, unmount } = await openMenu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  unmount()
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Delete')
})

it('a disabled menu item does nothing and shows its reason', async () => {
  const { user, chosen } = await openMenu()
  const item = screen.getByRole('menuitem', { name: 'Freeze' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.getAttribute('aria-description')).toBe('Only the platform may')
  await user.click(item)
  expect(chosen).not.toHaveBeenCalled()
  expect(screen.getByRole('menu')).toBeDefined()
})

it('a menu closes on Escape and on a press outside', async () => {
  const { user } = await openMenu()
  await user.keyboard('{Escape}')
  await waitForClosed()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }))
  await user.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('menu')
  await user.click(document.body)
  await waitForClosed()
})

it('pressing a menu item runs it', async () => {
  const { user, chosen } = await openMenu()
  await user.click(screen.getByRole('menuitem', { name: 'Copy' }))
  await waitForClosed()
  await waitFor(() => expect(chosen).toHaveBeenCalledExactlyOnceWith('Copy'))
})
