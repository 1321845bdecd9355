// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EditorPage } from '../../../renderer/editor/page/editor-page.tsx'
import { OrderedPage } from '../../../renderer/list/order/ordered-page.tsx'
import { rightsTable } from '../../../schemas/rights/table.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { navigationScreens } from '../../../src/screen-addresses.ts'
import { wholeSchema } from '../../../server/demo/world/records.ts'
import { exampleListService, renderPage, type RenderPageOptions } from '../../support/list/render-page.tsx'
import { textsOf } from '../../support/browser/texts.ts'
import { eachCase } from '../../support/each-case.ts'

configure({ asyncUtilTimeout: 5000, defaultHidden: true })
// Other files ask for what is heard.
afterAll(() => configure({ defaultHidden: false }))
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const branched = navigationScreens.filter((entry) => entry.screen.editor?.branchField !== undefined)

describe.each(branched)('the addresses of $entity', ({ entity, screen: descriptor }) => {
  const schema = wholeSchema(entity)
  const { label, order, resource } = schema['x-entity']
  const by = descriptor.editor?.branchField ?? ''
  const options = schema.properties[by]?.enum?.map(String) ?? []
  const [first = '', other = ''] = options
  const named = Object.keys(rightsTable.named[resource] ?? {}).map((name): [string, boolean] => [name, true])
  const can = { create: true, read: true, update: true, ...Object.fromEntries(named) }
  const shape = { schema, screen: descriptor, texts: textsOf('en'), can }
  const record: ServedRecord = { oid: 'o/1', revision: 1, can: { read: true, update: true }, [label]: 'Alpha', [by]: other }
  if (order) record[order.by] = 1

  function show(address: string, more: Partial<RenderPageOptions> = {}) {
    const source = exampleListService([record])
    source.one.mockResolvedValue(record)
    return { source, ...renderPage(EditorPage, { source, ...shape, address, ...more }) }
  }

  it.each(options)('make a new one at %s, which no control gives', { tags: ['S2-2.71'] }, async (option) => {
    const { source, user, container, router } = show(`/racks/${option}/new`)
    const control = (field: string) => container.querySelector<HTMLInputElement>(`[id="field.${field}"]`)
    await waitFor(() => expect(control(label)).not.toBeNull())
    expect([control(by), router.state.location.pathname]).toEqual([null, `/racks/${option}/new`])
    expect(screen.getByText(`/ ${textsOf('en')[`${entity}.option.${by}.${option}`]}`)).toBeDefined()
    await user.type(control(label) ?? container, 'New{Enter}')
    await waitFor(() => expect(source.plan.mock.lastCall?.[0].items).toMatchObject([{ action: 'create', changes: { [by]: option } }]))
  })

  eachCase<[string, string]>([
    ['/racks', `/racks/${first}/new`],
    ['/racks/nonsense/new', `/racks/${first}/new`, 'S2-2.71'],
    ['/racks/nonsense/edit/o%2F1', `/racks/${other}/edit/o%2F1`],
    [`/racks/${first}/edit/o%2F1`, `/racks/${other}/edit/o%2F1`, 'S2-2.72'],
    [`/racks/${other}/edit/o%2F1`, `/racks/${other}/edit/o%2F1`, 'S2-2.72'],
  ])('lead from %s to %s', async (address, meant) => {
    const { router } = show(address)
    await waitFor(() => expect(router.state.location.pathname).toBe(meant))
    await screen.findByRole('form')
    expect(router.state.location.pathname).toBe(meant)
  })

  it('stand at the head of each lane, and at its rows', { tags: ['S2-2.73'] }, async () => {
    const source = exampleListService([record])
    renderPage(OrderedPage, { source, ...shape })
    const row = await screen.findByRole('link', { name: 'Alpha' })
    expect(row.getAttribute('href')).toBe(`/racks/${other}/edit/o%2F1`)
    const adds = options.map((option) => {
      const lane = screen.getByRole('region', { name: textsOf('en')[`${entity}.option.${by}.${option}`] ?? '' })
      return within(lane).getByRole('link', { name: 'Add' }).getAttribute('href')
    })
    expect(adds).toEqual(options.map((option) => `/racks/${option}/new`))
    expect(screen.getAllByRole('link', { name: 'Add' })).toHaveLength(options.length)
  })

  it('are all offered where there is nothing yet, and say why they are not', { tags: ['S2-2.73'] }, async () => {
    const { user } = renderPage(OrderedPage, { source: exampleListService([]), ...shape })
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    expect(await screen.findAllByRole('menuitem')).toHaveLength(options.length)
    cleanup()
    const refused = { create: { because: 'list.reason.noRight' } }
    renderPage(OrderedPage, { source: exampleListService([record], refused), ...shape })
    await screen.findByRole('link', { name: 'Alpha' })
    const shut = screen.getAllByRole('button', { name: 'Add' }).map((button) => button.getAttribute('aria-disabled'))
    expect(shut).toEqual(options.map(() => 'true'))
  })
})
