// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Screen, Section } from '../../../renderer/descriptor/screen.ts'
import { screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()
const oid = '019213f7-0000-7000-8000-000000000001'
const otherOid = '019213f7-0000-7000-8000-000000000002'
/** The component of a section is loaded when it is first shown. */
const waitOptions = { timeout: 5000 }

const withFirst = (name: string, section: Section): Screen => ({
  ...siteBoxScreen,
  editor: { ...siteBoxScreen.editor, sections: { [name]: section, ...siteBoxScreen.editor?.sections } },
})

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('the diagram of a device', () => {
  const picture = withFirst('picture', {
    fields: [],
    use: 'device-diagram',
    options: {
      left: { each: 'wans', state: 'state', about: ['mode', 'dhcp', 'address+mask'] },
      middle: ['name'],
      right: [{ path: 'lan/subnets', count: true }, { path: 'lan/asNumber' }],
    },
  })

  it('follows the draft, and each of its lines focuses the matching field', async () => {
    const box = siteBox()
    const lan = { ...(box.lan as object), asNumber: 65001 }
    const { user } = renderEditor({ record: served({ ...box, lan }), screen: picture })
    const links = within(await screen.findByRole('list', { name: 'wans' }, waitOptions))
    expect(links.getByRole('button', { name: /^wans\.wan1\s*enabled\s*L3.*10\.0\.0\.1\/24$/ })).toBeDefined()
    expect(links.getByRole('button', { name: /^wans\.wan2\s*disabled$/ })).toBeDefined()
    await user.click(screen.getByLabelText(/^wans\.dhcp/))
    expect(links.getByRole('button', { name: /^wans\.wan1\s*enabled\s*L3.*wans\.dhcp/ })).toBeDefined()
    expect(screen.getByRole('button', { name: /^lan\.subnets\s*30$/ })).toBeDefined()
    // The diagram omits a field that a rule hides.
    expect(screen.queryByRole('button', { name: /^lan\.asNumber/ })).toBeNull()
    await user.click(links.getByRole('button', { name: /wan2/ }))
    await waitFor(() => expect(document.activeElement?.id).toBe('field.wans.wan2.state'))
  })
})

describe('the related records of a referenced record', () => {
  const schema = {
    ...siteBoxSchema,
    properties: { ...siteBoxSchema.properties, site: { type: 'string', 'x-ref': { entity: 'site', creates: true } } },
  } as EntitySchema
  const screenWithRows = withFirst('overview', {
    fields: ['site'],
    use: 'related-records',
    options: { of: 'site', name: 'subnets', columns: { box: ['boxName'], cidr: ['prefix', 'mask'] } },
  })
  const show = (site: string | undefined, related: Parameters<typeof testSource>[0] = {}) =>
    renderEditor({ record: served({ ...siteBox(), site }), schema, screen: screenWithRows, source: testSource(related) })
  const showNew = (site: string) => renderEditor({ record: null, prefill: { site }, schema, screen: screenWithRows })

  it('are fetched for the current value and shown in the columns of the descriptor', { tags: ['S1-2.19'] }, async () => {
    const { source } = show(oid, { related: () => Promise.resolve([{ id: 's1', boxName: 'Paris-DC', prefix: '10.1.0.0', mask: 24 }]) })
    expect(await screen.findByRole('cell', { name: '10.1.0.0/24' }, waitOptions)).toBeDefined()
    expect(screen.getByRole('cell', { name: 'Paris-DC' })).toBeDefined()
    expect(source.related.mock.calls[0]?.[0]).toEqual({ entity: 'site', oid, name: 'subnets', tenantOid: 'acme' })
  })

  it('are not requested while the field is empty or holds the name of a new record', async () => {
    showNew('New site')
    expect(await screen.findByText('subnets.none', {}, waitOptions)).toBeDefined()
    cleanup()
    show(undefined)
    expect(await screen.findByText('subnets.none', {}, waitOptions)).toBeDefined()
  })

  it('are requested for an identifier of another service, whatever it looks like', async () => {
    const { source } = show('site-1', { related: () => Promise.resolve([]) })
    expect(await screen.findByText('subnets.empty', {}, waitOptions)).toBeDefined()
    expect(source.related.mock.calls[0]?.[0]).toMatchObject({ oid: 'site-1' })
  })

  it('show an error when they cannot be loaded, and are requested again', async () => {
    let isUp = false
    const down = failing.refuses('related', { status: 503, detail: 'down' })
    const { user } = show(otherOid, { related: (...args) => (isUp ? Promise.resolve([]) : down(...args)) })
    const tryAgain = await screen.findByRole('button', { name: 'Try again' }, waitOptions)
    isUp = true
    await user.click(tryAgain)
    expect(await screen.findByText('subnets.empty')).toBeDefined()
  })
})
