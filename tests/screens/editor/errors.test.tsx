// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { testText } from '../../support/editor/texts.ts'
import { siteBox, siteBoxSchema, validateSiteBox } from '../../support/editor/site-box.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { failingService, type Refusal } from '../../support/failing-service.ts'

const failing = failingService()

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const sourceRefusing = (refusal: Refusal) => testSource({ plan: failing.refuses('plan', refusal) })

describe('errors in an editor', () => {
  it(
    'show status and message of the service, with the text for overlays or for the administration',
    { tags: ['S0-8.5', 'S1-8.1', 'S1-8.5', 'S2-4.38', 'S2-8.1'] },
    async () => {
      const params = { status: 500, messages: 'Out of order.' }
      for (const [scope, key] of [
        ['overlay', 'api.error'],
        ['tenant', 'admin.api.error'],
      ] as const) {
        const onText = vi.fn<(key: string, params?: Rec) => void>()
        const schema = { ...siteBoxSchema, 'x-entity': { ...siteBoxSchema['x-entity'], scope } }
        const source = sourceRefusing({ status: 500, detail: 'Out of order.' })
        const { user } = renderEditor({ record: served(siteBox()), schema, source, onText })
        await user.click(screen.getByLabelText('spoke'))
        await user.click(screen.getByRole('button', { name: 'Update' }))
        await screen.findByText(/500.*Out of order/)
        cleanup()
        const said = onText.mock.calls.filter(([one]) => one.endsWith('api.error'))
        expect(said.length).toBeGreaterThan(0)
        for (const one of said) expect(one).toEqual([key, params])
      }
    },
  )

  it('are shown on blur, only the first one of each field', { tags: ['S0-5.18', 'S1-5.33', 'S2-5.23'] }, async () => {
    const validate = (record: Rec) =>
      validateSiteBox(record).flatMap((refusal) => [refusal, { pointer: refusal.pointer, key: 'validation.field.integer' }])
    const { user } = renderEditor({ record: served(siteBox()), validate })
    const mtu = screen.getByLabelText<HTMLInputElement>(/^wans\.mtu/)
    await user.clear(mtu)
    expect(mtu.getAttribute('aria-invalid')).toBeNull()
    await user.tab()
    expect(mtu.getAttribute('aria-invalid')).toBe('true')
    const description = mtu.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(description)?.textContent).toBe('Enter a number from 0 to 100000.')
  })

  it('disappear once the field is valid again', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    const mtu = screen.getByLabelText<HTMLInputElement>(/^wans\.mtu/)
    await user.clear(mtu)
    await user.tab()
    await user.type(mtu, '1400')
    await waitFor(() => expect(mtu.getAttribute('aria-invalid')).toBeNull())
  })

  it(
    'block saving, mark their tab, open it and focus the field',
    { tags: ['S0-5.17', 'S0-8.15', 'S1-2.18', 'S1-5.32', 'S2-5.22', 'S2-8.3'] },
    async () => {
      const { user, source } = renderEditor({ record: served(siteBox()) })
      await user.click(screen.getByRole('tab', { name: /wan3/ }))
      await user.clear(screen.getByLabelText(/^wans\.mtu/))
      await user.click(screen.getByRole('tab', { name: /wan1/ }))
      await user.click(screen.getByRole('button', { name: 'Update' }))

      expect(source.plan).not.toHaveBeenCalled()
      expect(within(screen.getByRole('region', { name: 'Messages' })).getByText(testText('validation.global.error'))).toBeDefined()
      const tab = screen.getByRole('tab', { name: /wan3/ })
      expect(within(tab).getByRole('img', { name: '1 error' })).toBeDefined()
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^wans\.mtu/)))
      expect(tab.getAttribute('aria-selected')).toBe('true')
    },
  )

  it('can be reached from the save bar, repeatedly', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    const mtu = () => screen.getByLabelText(/^wans\.mtu/)
    await user.clear(mtu())
    await user.click(screen.getByRole('button', { name: 'Update' }))
    for (const _time of ['first', 'second']) {
      await user.click(screen.getByRole('tab', { name: /wan3/ }))
      await user.click(screen.getByRole('button', { name: '1 error: wans.wan1 › wans.mtu' }))
      await waitFor(() => expect(document.activeElement).toBe(mtu()))
    }
  })

  it('are listed by the save bar if there are several, and each entry focuses its field', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.clear(screen.getByLabelText(/^wans\.mtu/))
    await user.click(screen.getByRole('tab', { name: /wan3/ }))
    await user.clear(screen.getByLabelText(/^wans\.mtu/))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await user.click(screen.getByRole('button', { name: '2 errors: wans.wan1 › wans.mtu …' }))
    const list = within(screen.getByRole('dialog', { name: /2 errors/ }))
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'wans.wan1 › wans.mtuEnter a number from 0 to 100000.',
      'wans.wan3 › wans.mtuEnter a number from 0 to 100000.',
    ])
    await user.click(list.getByRole('button', { name: /wan3/ }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^wans\.mtu/)))
  })

  it('of the service are shown at their fields, and others among the messages with status and request id', async () => {
    const source = sourceRefusing({
      status: 422,
      detail: 'Refused',
      requestId: 'req-7',
      errors: [
        { pointer: '/items/0/changes/preference', key: 'validation.field.mandatory', message: 'x' },
        { pointer: '/items/0/changes/elsewhere', key: 'no.such.key', message: 'Something else is wrong' },
      ],
    })
    const { user } = renderEditor({ record: served(siteBox()), source })
    const preference = screen.getByLabelText<HTMLInputElement>(/^preference/)
    await user.type(preference, '1')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(preference.getAttribute('aria-invalid')).toBe('true'))
    const messages = screen.getByRole('region', { name: 'Messages' })
    expect(messages.textContent).toContain('422')
    expect(messages.textContent).toContain('Something else is wrong')
    expect(messages.textContent).toContain('req-7')
    await user.type(preference, '2')
    await waitFor(() => expect(preference.getAttribute('aria-invalid')).toBeNull())
  })

  it('of the service do not keep a person from trying again', async () => {
    const refused = [{ pointer: '/data/0/preference', key: '', message: 'Not below this site.' }]
    const source = sourceRefusing({ status: 400, errors: refused })
    const { user } = renderEditor({ record: served(siteBox()), source })
    const preference = screen.getByLabelText<HTMLInputElement>(/^preference/)
    await user.type(preference, '1')
    for (const times of [1, 2]) {
      await user.click(screen.getByRole('button', { name: 'Update' }))
      await waitFor(() => expect(source.plan).toHaveBeenCalledTimes(times))
      await screen.findByText('Not below this site.')
      expect(preference.getAttribute('aria-invalid')).toBe('true')
    }
    expect(preference.value).toBe('1001')
  })

  it('that belong to no field scroll the messages into view', async () => {
    const scrolledTo: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scrollIntoView(this: Element) {
      scrolledTo.push(this)
    })
    const source = sourceRefusing({ status: 503, detail: 'Busy' })
    const { user } = renderEditor({ record: served(siteBox()), source })
    await user.type(screen.getByLabelText(/^preference/), '1')
    expect(scrolledTo).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByText(/Busy/)
    expect(scrolledTo.map((element) => element.contains(screen.getByRole('region', { name: 'Messages' })))).toEqual([true])
  })

  it(
    'without a response keep the draft and the idempotency key, so that a retry cannot apply the plan twice',
    { tags: ['S1-4.38', 'S2-4.9'] },
    async () => {
      const source = sourceRefusing({ status: 0 })
      const { user } = renderEditor({ record: served(siteBox()), source })
      const preference = screen.getByLabelText<HTMLInputElement>(/^preference/)
      await user.type(preference, '1')
      await user.click(screen.getByRole('button', { name: 'Update' }))
      await screen.findByText(/did not answer/)
      await user.click(screen.getByRole('button', { name: 'Update' }))
      const [first, second] = source.plan.mock.calls.map(([, options]) => options.idempotencyKey)
      expect(first).toBe(second)
      await user.type(preference, '2')
      await user.click(screen.getByRole('button', { name: 'Update' }))
      expect(source.plan.mock.calls[2]?.[1].idempotencyKey).not.toBe(first)
      expect(preference.value).toBe('10012')
    },
  )
})
