// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { lastPlan, screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema } from '../../support/editor/site-box.ts'

/** A device whose preference is visible only with the right `readDomain`. */
const schema = {
  ...siteBoxSchema,
  properties: {
    ...siteBoxSchema.properties,
    preference: {
      ...siteBoxSchema.properties['preference'],
      'x-access': { read: { when: { '$can.readDomain': true }, because: 'site-box.because.preference' } },
    },
  },
  'x-context': { can: ['readDomain'] },
} as EntitySchema

/** The record as the service sends it to a user who may not see the preference. */
function withoutPreference() {
  const { preference: _hidden, ...visible } = siteBox()
  return served(visible)
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('a field that the user may not see', () => {
  it('is absent, and nothing reveals that a field is hidden', () => {
    renderEditor({ record: withoutPreference(), schema })
    expect(screen.getByLabelText(/^name/)).toBeDefined()
    expect(screen.queryByLabelText(/^preference/)).toBeNull()
    expect(screen.queryByText(/apply here/)).toBeNull()
  })

  it('is shown to users who may see it', () => {
    const can = { list: true, create: true, read: true, update: true, delete: true, readDomain: true }
    renderEditor({ record: served(siteBox()), schema, context: { can } })
    expect(screen.getByLabelText<HTMLInputElement>(/^preference/).value).toBe('100')
  })

  it('is never sent, neither with other changes nor when a previous page prefilled it', async () => {
    const { user, source } = renderEditor({ record: withoutPreference(), schema, prefill: { preference: 7 } })
    await user.selectOptions(screen.getByLabelText(/^wans\.state/), 'disabled')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toEqual({ wans: { wan1: { state: 'disabled' } } }))
  })
})

describe('a field that a rule hides', () => {
  it('does not send the value typed while it was shown, and has it again once it is shown', async () => {
    const { user, source } = renderEditor({ record: served(siteBox()) })
    await user.click(screen.getByRole('tab', { name: /routing/ }))
    const protocol = screen.getByLabelText(/^lan\.protocol/)
    await user.selectOptions(protocol, 'bgp')
    await user.type(screen.getByLabelText(/^lan\.asNumber/), '65001')
    await user.selectOptions(protocol, 'none')
    expect(screen.queryByLabelText(/^lan\.asNumber/)).toBeNull()
    expect(screen.getByText('No changes')).toBeDefined()
    await user.selectOptions(protocol, 'bgp')
    expect(screen.getByLabelText<HTMLInputElement>(/^lan\.asNumber/).value).toBe('65001')
    await user.selectOptions(protocol, 'ospf')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toEqual({ lan: { protocol: 'ospf' } }))
  })
})

describe('a field that a rule disables', () => {
  it('does not send the value typed before', async () => {
    const { user, source } = renderEditor({ record: served(siteBox()) })
    await user.type(screen.getByLabelText(/^preference/), '5')
    await user.click(screen.getByRole('radio', { name: /spoke/ }))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toEqual({ mode: 'spoke' }))
  })
})
