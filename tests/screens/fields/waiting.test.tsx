// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

/** A device whose protocol is one of those that its template allows. */
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
} as unknown as EntitySchema
const descriptor: Screen = { ...siteBoxScreen, editor: { sections: { general: ['name', 'template', 'protocol'] } } }

beforeEach(() => localStorage.clear())
afterEach(cleanup)

/** An editor of a device, and a service whose answer about its template is still to come. */
function openWaiting(protocol: string | undefined, options: { reading?: boolean } = {}) {
  const { call, answer, refuse } = failing.holds('one')
  const source = testSource({ one: call })
  let answered = 0
  const once = async (give: () => void) => {
    answered += 1
    await waitFor(() => expect(source.one).toHaveBeenCalledTimes(answered))
    give()
  }
  const record: Rec = { ...siteBox(), template: 't1', ...(protocol === undefined ? {} : { protocol }) }
  const can = options.reading ? { update: { because: 'list.reason.noRight' } } : { update: true as const, delete: true as const }
  const shown = renderEditor({ record: served(record, { can }), schema, screen: descriptor, source, validate: () => [] })
  return {
    ...shown,
    arrive: (protocols: string[]) => once(() => answer(served({ oid: 't1', name: 'Branch', protocols }))),
    fail: () => once(() => refuse({ status: 500, detail: 'Broken' })),
  }
}

const control = () => screen.getByLabelText<HTMLSelectElement>(/^protocol/)
const offered = () => [...control().options].filter(({ value }) => value !== '').map(({ text }) => text)
const field = () => within(control().closest<HTMLElement>('[data-pointer]') ?? document.body)

describe('a field that awaits a record that decides about it', () => {
  it('offers only what it holds until that is here, says so, and what is allowed from then on', async () => {
    const { arrive } = openWaiting('ospf')
    expect(offered()).toEqual(['ospf'])
    expect(control().getAttribute('aria-busy')).toBe('true')
    expect(field().getByRole('status').textContent).toBe('Loading …')
    await arrive(['bgp', 'ospf'])
    await waitFor(() => expect(offered()).toEqual(['bgp', 'ospf']))
    expect(control().getAttribute('aria-busy')).toBeNull()
    expect(field().queryByRole('status')).toBeNull()
  })

  it('offers nothing where it holds nothing yet', async () => {
    const { arrive } = openWaiting(undefined)
    expect(offered()).toEqual([])
    await arrive(['none'])
    await waitFor(() => expect(offered()).toEqual(['none']))
  })

  it('says when it cannot be had, leaves the decision to the service, and asks again', async () => {
    const { fail, arrive, source, user } = openWaiting('ospf')
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

  it('tells a left field what is wrong with it once that is known', async () => {
    const { arrive, user } = openWaiting('ospf')
    await user.click(control())
    await user.tab()
    await arrive(['bgp'])
    await waitFor(() => expect(control().getAttribute('aria-invalid')).toBe('true'))
  })

  it('is quiet where the record is only read', () => {
    openWaiting('ospf', { reading: true })
    expect(control().getAttribute('aria-busy')).toBeNull()
    expect(field().queryByRole('status')).toBeNull()
  })
})
