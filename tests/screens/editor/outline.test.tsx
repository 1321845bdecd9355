// @vitest-environment happy-dom
import { cleanup, configure, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'

// Which of rail and menu is seen is a matter of layout, which there is none of here.
configure({ defaultHidden: true })
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const rail = () => within(screen.getByRole('navigation', { name: 'Sections' }))
const lines = () =>
  rail()
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
const line = (name: string | RegExp) => rail().getByRole('button', { name })
const current = () => screen.getByRole('navigation').querySelector('[aria-current=location]')?.textContent

describe('the outline of an editor', () => {
  it('has the sections, their tabs and the like objects in them, with the number of rows', { tags: ['S1-2.22'] }, () => {
    renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }) })
    expect(lines()).toEqual(['general', 'lan', 'interfaces10', 'subnets30', 'routing', 'wans', 'wans.wan1', 'wans.wan2', 'wans.wan3'])
  })

  it('follows sections that come and go, and rows that are added', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(lines()).toContain('storage')
    await user.click(screen.getByRole('radio', { name: 'spoke' }))
    expect(lines()).not.toContain('storage')
    await user.click(screen.getByRole('button', { name: 'Add row: lan.interfaces' }))
    await user.click(screen.getByRole('button', { name: 'Add row: lan.interfaces' }))
    expect(lines()).toContain('interfaces12')
    expect(screen.getByRole('tab', { name: /interfaces/ }).textContent).toBe('interfaces12')
  })

  it('counts no rows of a list that does not apply', async () => {
    const schema = structuredClone(siteBoxSchema)
    const rule = {
      id: 'of-hubs',
      fields: ['interfaces'],
      effect: 'show',
      when: { '/mode': 'hub' },
      because: 'site-box.because.hubs',
    } as never
    schema.properties.lan?.['x-rules']?.push(rule)
    const { user } = renderEditor({ schema, record: served({ ...siteBox(), mode: 'hub' }) })
    expect(lines()).toContain('interfaces10')
    await user.click(screen.getByRole('radio', { name: 'spoke' }))
    expect(lines()).toContain('interfaces')
    expect(screen.getByRole('tab', { name: /interfaces/ }).textContent).toMatch(/^interfaces$/)
  })

  it('goes to a tab: opens it and gives it the focus', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.click(line(/^subnets/))
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tab'))
    expect(document.activeElement?.textContent).toContain('subnets')
    expect(current()).toBe('subnets30')
    await user.click(line('wans.wan3'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('wans.wan3'))
    expect(current()).toBe('wans.wan3')
  })

  it('goes to a section: gives its title the focus', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.click(line('wans'))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
    await user.click(line('general'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('general'))
    expect(current()).toBe('general')
  })

  it('tells where one is by the focus', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(current()).toBe('general')
    await user.click(screen.getByRole('tab', { name: /wan2/ }))
    expect(current()).toBe('wans.wan2')
  })

  it('is one stop for Tab; arrows, Home and End move in it and Enter goes there', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(
      rail()
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toHaveLength(1)
    line('general').focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('interfaces10')
    await user.keyboard('{End}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('wans.wan3')
    await user.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement?.textContent).toBe('general')
    await user.keyboard('{End}{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tab'))
  })

  it('marks where something is changed or wrong, and the sections around it', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.clear(screen.getByLabelText(/^wans.mtu/))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(line('wans 1 change 1 error')).toBeDefined()
    expect(line('wans.wan1 1 change 1 error')).toBeDefined()
    expect(line('wans.wan2')).toBeDefined()
  })

  it('is a menu on a narrow window, with the same places and marks', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.click(screen.getByRole('button', { name: 'Section: general' }))
    const menu = within(screen.getByRole('menu', { name: 'Sections' }))
    expect(menu.getAllByRole('menuitemradio')).toHaveLength(10)
    expect(menu.getByRole('menuitemradio', { checked: true }).textContent).toBe('general')
    await user.click(menu.getByRole('menuitemradio', { name: /^subnets/ }))
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tab'))
    expect(screen.getByRole('button', { name: 'Section: lan › subnets' })).toBeDefined()
  })

  it('leaves small editors alone', () => {
    const small: Screen = { ...siteBoxScreen, editor: { sections: { general: ['name', 'mode'], notes: ['notes'] } } }
    renderEditor({ record: served(siteBox()), screen: small })
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
