// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'
import { cssOf, showPart } from '../parts.fixture.tsx'
import { SegmentGroup } from './segment-group.tsx'
import { Switch } from './switch.tsx'

afterEach(cleanup)

const modes = ['Multi-WAN IP', 'Multi-WAN hybrid', 'Multi-WAN bridge'].map((label, index) => ({ value: String(index), label }))

function Modes({ disabled = false }: { disabled?: boolean }) {
  const [mode, setMode] = useState<string | undefined>('0')
  return (
    <Field id="mode" label="Deployment mode">
      <SegmentGroup id="mode" label="Deployment mode" items={modes} value={mode} onChange={setMode} disabled={disabled} />
    </Field>
  )
}

it('segments wrap in a narrow field instead of widening it', () => {
  showPart(<Modes />)
  const group = screen.getByRole('radiogroup', { name: 'Deployment mode' })
  expect(cssOf(group)).toContain('flex-wrap:wrap')
  expect(cssOf(group.parentElement as Element)).toContain('grid-template-columns:minmax(0, 1fr)')
})

it('a click selects a segment', async () => {
  const { user } = showPart(<Modes />)
  await user.click(screen.getByText('Multi-WAN bridge'))
  expect(screen.getByRole('radio', { name: 'Multi-WAN bridge' })).toHaveProperty('checked', true)
  expect(screen.getByRole('radio', { name: 'Multi-WAN IP' })).toHaveProperty('checked', false)
})

it('a disabled group disables every segment', () => {
  showPart(<Modes disabled />)
  for (const radio of screen.getAllByRole('radio')) expect(radio).toHaveProperty('disabled', true)
})

it('segments show the current value after a rejected choice, and report the next choice', async () => {
  const onChange = vi.fn()
  const { user } = showPart(
    <>
      <Switch checked={false} onChange={onChange}>
        Compact
      </Switch>
      <Checkbox checked={false} onChange={onChange}>
        Name
      </Checkbox>
      <SegmentGroup id="refused" label="Refused" items={modes} value="0" onChange={onChange} />
    </>,
  )
  const controls = [
    screen.getByRole('switch', { name: 'Compact' }),
    screen.getByRole('checkbox', { name: 'Name' }),
    screen.getByRole('radio', { name: 'Multi-WAN bridge' }),
  ]
  for (const control of controls) {
    onChange.mockClear()
    await user.click(control)
    await user.click(control)
    expect(control).toHaveProperty('checked', false)
    expect(onChange).toHaveBeenCalledTimes(2)
  }
})

it('a switch can be named by an external label, and keeps its width next to a long one', () => {
  showPart(
    <>
      <Switch id="dhcp" checked onChange={() => {}} />
      <label htmlFor="dhcp">DHCP</label>
    </>,
  )
  const dhcp = screen.getByRole('switch', { name: 'DHCP' })
  expect(dhcp).toHaveProperty('checked', true)
  expect(cssOf(dhcp.parentElement as Element)).not.toContain('min-width:0')
})
