// @vitest-environment happy-dom
import { cleanup, configure, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'

// CSS decides whether rail or menu is visible; happy-dom does no layout.
configure({ defaultHidden: true })
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const rail = () => within(screen.getByRole('navigation', { name: 'Sections' }))
const entries = () =>
  rail()
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
const entry = (name: string | RegExp) => rail().getByRole('button', { name })
const current = () => screen.getByRole('navigation').querySelector('[aria-current=location]')?.textContent

describe('the outline of an editor', () => {
  it('lists sections, their tabs and objects, with the number of rows', { tags: ['S1-2.22'] }, () => {
    renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }) })
    expect(entries()).toEqual(['general', 'lan', 'interfaces10', 'subnets30', 'routing', 'wans', 'wans.wan1', 'wans.wan2', 'wans.wan3'])
  })

  it('is updated when sections are hidden or rows are added', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(entries()).toContain('storage')
    await user.click(screen.getByRole('radio', { name: 'spoke' }))
    expect(entries()).not.toContain('storage')
    await user.click(screen.getByRole('button', { name: 'Add row: lan.interfaces' }))
    await user.click(screen.getByRole('button', { name: 'Add row: lan.interfaces' }))
    expect(entries()).toContain('interfaces12')
    expect(screen.getByRole('tab', { name: /interfaces/ }).textContent).toBe('interfaces12')
  })

  it('shows no row count for a list that does not apply', async () => {
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
    expect(entries()).toContain('interfaces10')
    await user.click(screen.getByRole('radio', { name: 'spoke' }))
    expect(entries()).toContain('interfaces')
    expect(screen.getByRole('tab', { name: /interfaces/ }).textContent).toMatch(/^interfaces$/)
  })

  it('opens and focuses a tab on click', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.click(entry(/^subnets/))
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tab'))
    expect(document.activeElement?.textContent).toContain('subnets')
    expect(current()).toBe('subnets30')
    await user.click(entry('wans.wan3'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('wans.wan3'))
    expect(current()).toBe('wans.wan3')
  })

  it('focuses the heading of a section on click', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.click(entry('wans'))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
    await user.click(entry('general'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('general'))
    expect(current()).toBe('general')
  })

  it('marks the section that has the focus', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(current()).toBe('general')
    await user.click(screen.getByRole('tab', { name: /wan2/ }))
    expect(current()).toBe('wans.wan2')
  })

  it('is a single Tab stop; arrows, Home and End move within it, and Enter opens an entry', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(
      rail()
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toHaveLength(1)
    entry('general').focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('interfaces10')
    await user.keyboard('{End}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('wans.wan3')
    await user.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement?.textContent).toBe('general')
    await user.keyboard('{End}{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tab'))
  })

  it('marks entries with changes or errors, and the sections around them', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.clear(screen.getByLabelText(/^wans.mtu/))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(entry('wans 1 change 1 error')).toBeDefined()
    expect(entry('wans.wan1 1 change 1 error')).toBeDefined()
    expect(entry('wans.wan2')).toBeDefined()
  })

  it('is a menu in a narrow window, with the same entries', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.click(screen.getByRole('button', { name: 'Section: general' }))
    const menu = within(screen.getByRole('menu', { name: 'Sections' }))
    expect(menu.getAllByRole('menuitemradio')).toHaveLength(10)
    expect(menu.getByRole('menuitemradio', { checked: true }).textContent).toBe('general')
    await user.click(menu.getByRole('menuitemradio', { name: /^subnets/ }))
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tab'))
    expect(screen.getByRole('button', { name: 'Section: lan › subnets' })).toBeDefined()
  })

  it('is absent in small editors', () => {
    const small: Screen = { ...siteBoxScreen, editor: { sections: { general: ['name', 'mode'], notes: ['notes'] } } }
    renderEditor({ record: served(siteBox()), screen: small })
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
