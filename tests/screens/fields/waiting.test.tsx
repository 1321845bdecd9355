// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

/** A device whose template decides which protocols it may have. */
const schema = {
  ...siteBoxSchema,
  properties: {
    ...siteBoxSchema.properties,
    template: { type: 'string', 'x-ref': { entity: 'template' } },
    protocol: { enum: ['none', 'bgp', 'ospf'] },
  },
  'x-rules': [
    {
      id: 'protocols-of-the-template',
      fields: ['protocol'],
      effect: 'limit',
      options: { from: 'template.protocols' },
      because: 'site-box.because.protocol',
    },
  ],
} as EntitySchema
const descriptor: Screen = { ...siteBoxScreen, editor: { sections: { general: ['name', 'template', 'protocol'] } } }

beforeEach(() => localStorage.clear())
afterEach(cleanup)

/** Shows the editor of a device; the request for its template stays pending until `arrive()` or `fail()`. */
function showPending(protocol: string | undefined, options: { readOnly?: boolean } = {}) {
  const { call, answer, refuse } = failing.holds('one')
  const source = testSource({ one: call })
  let requestCount = 0
  const onRequest = async (settle: () => void) => {
    requestCount += 1
    await waitFor(() => expect(source.one).toHaveBeenCalledTimes(requestCount))
    settle()
  }
  const record: Rec = { ...siteBox(), template: 't1', ...(protocol === undefined ? {} : { protocol }) }
  const can = options.readOnly ? { update: { because: 'list.reason.noRight' } } : { update: true as const, delete: true as const }
  const rendered = renderEditor({ record: served(record, { can }), schema, screen: descriptor, source, validate: () => [] })
  return {
    ...rendered,
    arrive: (protocols: string[]) => onRequest(() => answer(served({ oid: 't1', name: 'Branch', protocols }))),
    fail: () => onRequest(() => refuse({ status: 500, detail: 'Broken' })),
  }
}

const control = () => screen.getByLabelText<HTMLSelectElement>(/^protocol/)
const offered = () => [...control().options].filter(({ value }) => value !== '').map(({ text }) => text)
const field = () => within(control().closest<HTMLElement>('[data-pointer]') ?? document.body)

describe('a field whose options depend on a record that is still loading', () => {
  it('offers only its current value and shows that it is loading, then offers the permitted options', async () => {
    const { arrive } = showPending('ospf')
    expect(offered()).toEqual(['ospf'])
    expect(control().getAttribute('aria-busy')).toBe('true')
    expect(field().getByRole('status').textContent).toBe('Loading …')
    await arrive(['bgp', 'ospf'])
    await waitFor(() => expect(offered()).toEqual(['bgp', 'ospf']))
    expect(control().getAttribute('aria-busy')).toBeNull()
    expect(field().queryByRole('status')).toBeNull()
  })

  it('offers nothing while it is empty', async () => {
    const { arrive } = showPending(undefined)
    expect(offered()).toEqual([])
    await arrive(['none'])
    await waitFor(() => expect(offered()).toEqual(['none']))
  })

  it('says when the record cannot be loaded, offers all options, and loads the record again on request', async () => {
    const { fail, arrive, source, user } = showPending('ospf')
    await fail()
    expect((await screen.findByText(/could not be loaded/)).id).toBe(control().getAttribute('aria-describedby'))
    expect(control().getAttribute('aria-busy')).toBeNull()
    expect(offered()).toEqual(['none', 'bgp', 'ospf'])
    expect(source.one).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(offered()).toEqual(['ospf'])
    await arrive(['bgp'])
    await waitFor(() => expect(offered()).toEqual(['ospf', 'bgp']))
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  it('shows its error when the record arrives after the field was left', async () => {
    const { arrive, user } = showPending('ospf')
    await user.click(control())
    await user.tab()
    await arrive(['bgp'])
    await waitFor(() => expect(control().getAttribute('aria-invalid')).toBe('true'))
  })

  it('shows no loading state in a read-only editor', () => {
    showPending('ospf', { readOnly: true })
    expect(control().getAttribute('aria-busy')).toBeNull()
    expect(field().queryByRole('status')).toBeNull()
  })
})
