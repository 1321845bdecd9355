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
// Restores the default for the other test files of this process.
afterAll(() => configure({ defaultHidden: false }))
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const screensWithBranch = navigationScreens.filter((entry) => entry.screen.editor?.branchField !== undefined)

describe.each(screensWithBranch)('the addresses of $entity', ({ entity, screen: descriptor }) => {
  const schema = wholeSchema(entity)
  const { label, order, resource } = schema['x-entity']
  const branchField = descriptor.editor?.branchField ?? ''
  const options = schema.properties[branchField]?.enum?.map(String) ?? []
  const [first = '', other = ''] = options
  const namedRights = Object.keys(rightsTable.named[resource] ?? {}).map((name): [string, boolean] => [name, true])
  const can = { create: true, read: true, update: true, ...Object.fromEntries(namedRights) }
  const pageOptions = { schema, screen: descriptor, texts: textsOf('en'), can }
  const record: ServedRecord = { oid: 'o/1', revision: 1, can: { read: true, update: true }, [label]: 'Alpha', [branchField]: other }
  if (order) record[order.by] = 1

  function show(address: string, overrides: Partial<RenderPageOptions> = {}) {
    const source = exampleListService([record])
    source.one.mockResolvedValue(record)
    return { source, ...renderPage(EditorPage, { source, ...pageOptions, address, ...overrides }) }
  }

  it.each(options)(
    'create a record with the branch in the address (%s), for which there is no control',
    { tags: ['S2-2.71', 'S2-4.9'] },
    async (option) => {
      const { source, user, container, router } = show(`/racks/${option}/new`)
      const control = (field: string) => container.querySelector<HTMLInputElement>(`[id="field.${field}"]`)
      await waitFor(() => expect(control(label)).not.toBeNull())
      expect([control(branchField), router.state.location.pathname]).toEqual([null, `/racks/${option}/new`])
      expect(screen.getByText(`/ ${textsOf('en')[`${entity}.option.${branchField}.${option}`]}`)).toBeDefined()
      await user.type(control(label) ?? container, 'New{Enter}')
      await waitFor(() =>
        expect(source.plan.mock.lastCall?.[0].items).toMatchObject([{ action: 'create', changes: { [branchField]: option } }]),
      )
    },
  )

  eachCase<[string, string]>([
    ['/racks', `/racks/${first}/new`],
    ['/racks/nonsense/new', `/racks/${first}/new`, 'S2-2.71'],
    ['/racks/nonsense/edit/o%2F1', `/racks/${other}/edit/o%2F1`],
    [`/racks/${first}/edit/o%2F1`, `/racks/${other}/edit/o%2F1`, 'S2-2.72'],
    [`/racks/${other}/edit/o%2F1`, `/racks/${other}/edit/o%2F1`, 'S2-2.72'],
  ])('redirect from %s to %s', async (address, target) => {
    const { router } = show(address)
    await waitFor(() => expect(router.state.location.pathname).toBe(target))
    await screen.findByRole('form')
    expect(router.state.location.pathname).toBe(target)
  })

  it('are linked from the header of each lane and from its rows', { tags: ['S2-2.73'] }, async () => {
    const source = exampleListService([record])
    renderPage(OrderedPage, { source, ...pageOptions })
    const row = await screen.findByRole('link', { name: 'Alpha' })
    expect(row.getAttribute('href')).toBe(`/racks/${other}/edit/o%2F1`)
    const addLinks = options.map((option) => {
      const lane = screen.getByRole('region', { name: textsOf('en')[`${entity}.option.${branchField}.${option}`] ?? '' })
      return within(lane).getByRole('link', { name: 'Add' }).getAttribute('href')
    })
    expect(addLinks).toEqual(options.map((option) => `/racks/${option}/new`))
    expect(screen.getAllByRole('link', { name: 'Add' })).toHaveLength(options.length)
  })

  it('are all offered in an empty list, and are disabled without the right', { tags: ['S2-2.73'] }, async () => {
    const { user } = renderPage(OrderedPage, { source: exampleListService([]), ...pageOptions })
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    expect(await screen.findAllByRole('menuitem')).toHaveLength(options.length)
    cleanup()
    const refused = { create: { because: 'list.reason.noRight' } }
    renderPage(OrderedPage, { source: exampleListService([record], refused), ...pageOptions })
    await screen.findByRole('link', { name: 'Alpha' })
    const disabled = screen.getAllByRole('button', { name: 'Add' }).map((button) => button.getAttribute('aria-disabled'))
    expect(disabled).toEqual(options.map(() => 'true'))
  })
})
