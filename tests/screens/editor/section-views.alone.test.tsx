// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { layoutOf } from '../../../renderer/editor/layout/layout.ts'
import type { LoadSection, SectionProps } from '../../../renderer/sections/contract.ts'
import { lastPlan, screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'

const onRender = vi.fn<() => void>()

/** A diagram of fields from other sections: each link with its state and a button that focuses its fields. */
function Overview({ useField, useErrorCount, goTo, label }: SectionProps) {
  onRender()
  const links = ['/wans/wan1', '/wans/wan2'].map((link) => ({
    link,
    state: String(useField(`${link}/state`).value),
    errors: useErrorCount(link),
  }))
  const rows = useField('/lan/subnets').value as unknown[]
  return (
    <ul aria-label="diagram">
      {links.map(({ link, state, errors }) => (
        <li key={link}>
          <button type="button" onClick={() => goTo(`${link}/mtu`)}>{`${label(link)} ${state} ${errors}`}</button>
        </li>
      ))}
      <li>{rows.length} subnets</li>
    </ul>
  )
}

/** Its own control for a field, instead of a widget. */
function Dial({ fields: [pointer = ''], useField, change, leave, label, controlId, readOnly }: SectionProps) {
  const { value, error, state, why } = useField(pointer)
  return (
    <label>
      {label(pointer)}
      <input
        id={controlId(pointer)}
        value={String(value ?? '')}
        disabled={readOnly || !state.enabled}
        title={why}
        onChange={(event) => change(pointer, event.target.value === '' ? undefined : Number(event.target.value))}
        onBlur={() => leave(pointer)}
      />
      <span>{error}</span>
    </label>
  )
}

vi.mock('../../../renderer/sections/registry.ts', () => {
  const loads: Record<string, LoadSection> = {
    overview: () => Promise.resolve({ default: Overview }),
    dial: () => Promise.resolve({ default: Dial }),
  }
  return { sectionView: (name: string) => loads[name] }
})

const withSections = (sections: NonNullable<Screen['editor']>['sections']): Screen => ({
  ...siteBoxScreen,
  editor: { ...siteBoxScreen.editor, sections: { ...sections, ...siteBoxScreen.editor?.sections } },
})
const overview = withSections({ overview: { fields: [], use: 'overview' } })
const { preference: _preference, ...otherWidgets } = siteBoxScreen.editor?.widgets ?? {}
const dial: Screen = {
  ...siteBoxScreen,
  editor: { sections: { general: ['name', 'mode'], dial: { fields: ['preference'], use: 'dial' }, wans: ['wans'] }, widgets: otherWidgets },
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('a section rendered by a custom component', () => {
  it('shows the current draft, and renders again only for fields that it uses', async () => {
    const { user } = renderEditor({ record: served(siteBox()), screen: overview })
    const diagram = within(await screen.findByRole('list', { name: 'diagram' }))
    expect(diagram.getByRole('button', { name: 'wans.wan2 disabled 0' })).toBeDefined()
    const before = onRender.mock.calls.length
    await user.type(screen.getByLabelText(/^preference/), '1')
    expect(onRender).toHaveBeenCalledTimes(before)
    await user.selectOptions(screen.getByLabelText(/^wans.state/), 'disabled')
    expect(diagram.getByRole('button', { name: 'wans.wan1 disabled 0' })).toBeDefined()
    expect(diagram.getByText('30 subnets')).toBeDefined()
  })

  it('counts errors in other sections, and can focus their fields', async () => {
    const { user } = renderEditor({ record: served(siteBox()), screen: overview })
    await user.click(screen.getByRole('tab', { name: /wan2/ }))
    await user.clear(screen.getByLabelText(/^wans.mtu/))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await user.click(screen.getByRole('tab', { name: /wan1/ }))
    await user.click(await screen.findByRole('button', { name: 'wans.wan2 disabled 1' }))
    await waitFor(() => expect(document.activeElement?.id).toBe('field.wans.wan2.mtu'))
  })

  it('edits its fields like any control, including rules, errors and the save bar', async () => {
    const { user, source } = renderEditor({ record: served(siteBox()), screen: dial })
    const control = await screen.findByLabelText<HTMLInputElement>(/^preference/)
    await user.clear(control)
    await user.type(control, '7')
    await user.click(screen.getByRole('button', { name: '1 change' }))
    control.blur()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /preference/ }))
    await waitFor(() => expect(document.activeElement).toBe(control))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(lastPlan(source)?.items[0]?.changes).toEqual({ preference: 7 })
  })

  it('gets the reason why a field is disabled', async () => {
    renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }), screen: dial })
    const control = await screen.findByLabelText<HTMLInputElement>(/^preference/)
    expect(control.disabled).toBe(true)
    expect(control.title).toContain('preference')
  })

  it('is listed in the outline', async () => {
    renderEditor({ record: served(siteBox()), screen: overview })
    await screen.findByRole('list', { name: 'diagram' })
    expect(screen.getByRole('region', { name: 'overview' })).toBeDefined()
    // CSS decides whether rail or menu is visible; happy-dom does no layout.
    const rail = within(screen.getByRole('navigation', { name: 'Sections', hidden: true }))
    expect(rail.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent)).toContain('overview')
  })
})

describe('the fields of a section with a custom component', () => {
  it('need no matching widget', () => {
    const screenWithMatrix = { ...dial, editor: { ...dial.editor, sections: { matrix: { fields: ['wans'], use: 'dial' } } } }
    expect([...layoutOf(siteBoxSchema, screenWithMatrix, false).fields.keys()]).toEqual(['/wans'])
  })
})
