// @vitest-environment happy-dom
import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import { teleEngineScreen } from '../../../screens/tele-engine.screen.ts'
import { fewRows } from '../../../renderer/widgets/table/visible-rows.ts'
import { lastPlan, screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'

beforeEach(() => {
  localStorage.clear()
  // happy-dom does no layout: give every element the height of ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(cleanup)

async function openSubnets(times = 1) {
  const rendered = renderEditor({ record: served(siteBox(times)) })
  await rendered.user.click(screen.getByRole('tab', { name: /subnets/ }))
  return rendered
}

const subnets = (changes: Rec | undefined): Rec[] => ((changes?.lan as Rec | undefined)?.subnets as Rec[] | undefined) ?? []

describe('a table inside an editor', () => {
  it('renders only visible rows, and shows their total number', async () => {
    await openSubnets(10)
    expect(screen.getByRole('tab', { name: /subnets\s*300/ })).toBeDefined()
    const table = await screen.findByRole('table', { name: 'lan.subnets' })
    expect(table.getAttribute('aria-rowcount')).toBe('301')
    expect(within(table).getAllByRole('row').length).toBeLessThan(40)
  })

  it('renders all rows of a short list, and keeps the focus when the list becomes virtualised', async () => {
    const long = siteBox(2)
    subnets(long).splice(fewRows)
    const { user, source } = renderEditor({ record: served(long) })
    await user.click(screen.getByRole('tab', { name: /subnets/ }))
    const rows = () => within(screen.getByRole('table', { name: 'lan.subnets' })).getAllByRole('row')
    expect(rows()).toHaveLength(fewRows + 1)
    await user.click(screen.getByRole('button', { name: 'Add row: lan.subnets' }))
    const cell = await screen.findByLabelText(`lan.subnets.prefix, row ${fewRows + 1}`)
    await waitFor(() => expect(document.activeElement).toBe(cell))
    expect(rows().length).toBeLessThan(fewRows + 1)
    await user.type(cell, '172.16.0.0')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(subnets(lastPlan(source)?.items[0]?.changes)[fewRows]).toMatchObject({ prefix: '172.16.0.0' })
  })

  it('is edited in place, and the plan contains the whole list', async () => {
    const { user, source } = await openSubnets()
    const cell = screen.getByLabelText('lan.subnets.prefix, row 2')
    await user.clear(cell)
    await user.type(cell, '10.9.9.0')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    const sent = subnets(lastPlan(source)?.items[0]?.changes)
    expect(sent).toHaveLength(30)
    expect(sent[1]).toMatchObject({ id: 's1', prefix: '10.9.9.0', mask: 24 })
    expect(sent[0]).toMatchObject({ id: 's0', prefix: '10.0.0.0' })
  })

  it('adds rows with their defaults, and focuses the new row', async () => {
    const { user, source } = await openSubnets()
    await user.click(screen.getByRole('button', { name: 'Add row: lan.subnets' }))
    const cell = await screen.findByLabelText('lan.subnets.prefix, row 31')
    await waitFor(() => expect(document.activeElement).toBe(cell))
    await user.type(cell, '172.16.0.0')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(subnets(lastPlan(source)?.items[0]?.changes)[30]).toMatchObject({ prefix: '172.16.0.0', mask: 24, routed: true })
  })

  it('removes rows', async () => {
    const { user, source } = await openSubnets()
    await user.click(screen.getByRole('button', { name: 'Remove row 1: lan.subnets' }))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    const sent = subnets(lastPlan(source)?.items[0]?.changes)
    expect(sent).toHaveLength(29)
    expect(sent[0]).toMatchObject({ id: 's1' })
  })

  it('disables the remove button of a row that may not be removed', async () => {
    const schema = structuredClone(siteBoxSchema)
    const rows = schema.properties.lan?.properties?.subnets
    if (rows) rows['x-rows'] = { delete: { when: { id: { not: 's1' } }, because: 'site-box.because.asNumber' } }
    const { user, source } = renderEditor({ schema, record: served(siteBox()) })
    await user.click(screen.getByRole('tab', { name: /subnets/ }))
    const removeButton = screen.getByRole('button', { name: 'Remove row 2: lan.subnets' })
    await user.click(removeButton)
    expect(removeButton.getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Remove row 1: lan.subnets' }))
    expect(screen.getByRole('button', { name: 'Remove row 1: lan.subnets' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(subnets(lastPlan(source)?.items[0]?.changes)[0]).toMatchObject({ id: 's1' })
  })

  it('shows a warning at its cell and below the table, and can still be saved', async () => {
    const schema = structuredClone(siteBoxSchema)
    const row = schema.properties.lan?.properties?.subnets?.items
    if (row)
      row['x-rules'] = [{ id: 'wide', fields: ['mask'], effect: 'warn', when: { mask: { lt: 9 } }, because: 'site-box.because.hubsGo' }]
    const { user, source } = renderEditor({ schema, record: served(siteBox()) })
    await user.click(screen.getByRole('tab', { name: /subnets/ }))
    const cell = screen.getByLabelText('lan.subnets.mask, row 2')
    expect(cell.getAttribute('aria-description') ?? '').not.toContain('hubsGo')
    await user.clear(cell)
    await user.type(cell, '8')
    expect(cell.getAttribute('aria-description')).toContain('hubsGo')
    expect(cell.getAttribute('aria-invalid')).toBeNull()
    expect(screen.getByText('hubsGo')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(subnets(lastPlan(source)?.items[0]?.changes)[1]).toMatchObject({ mask: 8 })
  })

  it('accepts rows pasted from a spreadsheet: fills cells and adds rows', async () => {
    const { user, source } = await openSubnets()
    const cell = screen.getByLabelText('lan.subnets.prefix, row 2')
    cell.focus()
    const lines = Array.from({ length: 30 }, (_line, index) => `1.1.${index}.0\t16\t\tno`)
    fireEvent.paste(cell, { clipboardData: { getData: () => `${lines.join('\n')}\n` } })
    await user.click(screen.getByRole('button', { name: 'Update' }))
    const sent = subnets(lastPlan(source)?.items[0]?.changes)
    expect(sent).toHaveLength(31)
    expect(sent[0]).toMatchObject({ id: 's0', prefix: '10.0.0.0' })
    expect(sent[29]).toMatchObject({ id: 's29', prefix: '1.1.28.0', mask: 16, routed: false })
    expect(sent[30]).toEqual({ prefix: '1.1.29.0', mask: 16, routed: false })
  })

  const pasteInto = (cell: HTMLElement, text: string) => fireEvent.paste(cell, { clipboardData: { getData: () => text } })

  it('reads an address with its prefix length into two cells, pasted as a block, pasted alone or typed', async () => {
    const { user, source } = await openSubnets()
    const prefix = (row: number) => screen.getByLabelText(`lan.subnets.prefix, row ${row}`)
    pasteInto(prefix(1), '10.1.0.0/16\t10.0.0.9\tno\n10.2.0.0/255.255.254.0\t\t10.0.0.8\tyes\n10.3.0.0/20\t255.255.255.0\n')
    pasteInto(prefix(4), '10.4.0.0/22')
    await user.clear(prefix(5))
    await user.type(prefix(5), '10.5.0.0/21')
    const mask = screen.getByLabelText('lan.subnets.mask, row 6')
    await user.clear(mask)
    await user.type(mask, '255.255.128.0')
    await user.tab()
    expect((mask as HTMLInputElement).value).toBe('17')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(subnets(lastPlan(source)?.items[0]?.changes).slice(0, 6)).toMatchObject([
      { prefix: '10.1.0.0', mask: 16, gateway: '10.0.0.9', routed: false },
      { prefix: '10.2.0.0', mask: 23, gateway: '10.0.0.8', routed: true },
      { prefix: '10.3.0.0', mask: 24 },
      { prefix: '10.4.0.0', mask: 22 },
      { prefix: '10.5.0.0', mask: 21 },
      { mask: 17 },
    ])
  })

  it('reads the names of options, suggested values and records, whether pasted alone or as a block', async () => {
    const schema = structuredClone(siteBoxSchema)
    const row = schema.properties.lan?.properties?.subnets?.items
    if (row)
      row.properties = {
        prefix: { type: 'string', 'x-kind': 'address' },
        protocol: { type: 'integer', examples: [6, 17] },
        kind: { enum: ['user', 'system'] },
        owner: { type: 'string', 'x-ref': { entity: 'edge-box' } },
      }
    const boxes = ['Hub', 'hub', 'Attic'].map((name) => served({ oid: `oid of ${name}`, name }))
    const source = testSource({
      list: (_entity, { filter = '' }) => {
        const wanted = /name=ilike="(.*)"$/.exec(filter)?.[1]?.toLowerCase()
        const data = boxes.filter(({ name }) => String(name).toLowerCase() === wanted)
        return Promise.resolve({ data, meta: { totalCount: data.length, page: 1, size: 10, counts: {}, can: {} } })
      },
    })
    const record = served({ ...siteBox(), lan: { subnets: [{ prefix: '10.0.0.0' }] } })
    const withoutColumns = { ...siteBoxScreen, editor: { sections: siteBoxScreen.editor?.sections ?? {} } }
    const helpKeys = ['protocol.17', 'kind.system', 'kind.user'].map((option) => `site-box.option.lan.subnets.${option}`)
    const { user } = renderEditor({ schema, screen: withoutColumns, record, source, helpKeys, validate: () => [] })
    await user.click(screen.getByRole('tab', { name: /subnets/ }))
    const option = (field: string) => `lan.subnets.${field}`
    const block = [
      ['10.1.0.0', option('protocol.17'), option('kind.system'), 'Hub'],
      ['10.2.0.0', '6', 'USER', 'attic'],
      ['10.3.0.0', '', '', 'HUB'],
    ]
    pasteInto(screen.getByLabelText('lan.subnets.prefix, row 1'), block.map((line) => line.join('\t')).join('\n'))
    await screen.findByLabelText('lan.subnets.prefix, row 3')
    pasteInto(screen.getByLabelText('lan.subnets.kind, row 3'), option('kind.user'))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(subnets(lastPlan(source)?.items[0]?.changes)).toEqual([
      { prefix: '10.1.0.0', protocol: 17, kind: 'system', owner: 'oid of Hub' },
      { prefix: '10.2.0.0', protocol: 6, kind: 'user', owner: 'oid of Attic' },
      { prefix: '10.3.0.0', kind: 'user', owner: 'HUB' },
    ])
  })

  it('sorts its rows without changing the stored order', async () => {
    const { user } = await openSubnets()
    const first = () => screen.getAllByLabelText<HTMLInputElement>(/^lan\.subnets\.prefix, row/)[0]
    const heading = screen.getByRole('button', { name: /lan\.subnets\.prefix/ })
    await user.click(heading)
    await user.click(heading)
    expect(first()?.value).toBe('10.0.29.0')
    expect(first()).toBe(screen.getByLabelText('lan.subnets.prefix, row 30'))
    expect(screen.getByText('No changes')).toBeDefined()
  })

  it('shows an error at its cell and row, and the save bar focuses that cell', async () => {
    const { user } = await openSubnets()
    const cell = screen.getByLabelText('lan.subnets.prefix, row 3')
    await user.clear(cell)
    await user.type(cell, 'nonsense')
    await user.tab()
    await waitFor(() => expect(cell.getAttribute('aria-invalid')).toBe('true'))
    expect(cell.getAttribute('aria-description')).toBeTruthy()
    expect(cell.closest('[role=row]')?.hasAttribute('data-invalid')).toBe(true)
    await user.click(screen.getByRole('tab', { name: /interfaces/ }))
    await user.click(screen.getByRole('button', { name: /^1 error/ }))
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset.cell).toBe('/2/prefix'))
  })

  it('moves between rows with arrow and page keys, Home and End, and adds a row after the last one on Enter', async () => {
    const { user } = await openSubnets()
    screen.getByLabelText('lan.subnets.mask, row 1').focus()
    for (const [keys, row] of [
      ['{ArrowDown}', 2],
      ['{PageDown}', 12],
      ['{PageUp}', 2],
      ['{PageUp}', 1],
      ['{Control>}{End}{/Control}', 30],
      ['{PageDown}', 30],
      ['{Control>}{Home}{/Control}', 1],
    ] as const) {
      await user.keyboard(keys)
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(`lan.subnets.mask, row ${row}`)))
    }
    // Both keys arrive within one frame, as in fast typing.
    for (const key of [{ key: 'End', ctrlKey: true }, { key: 'Enter' }]) fireEvent.keyDown(document.activeElement as Element, key)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('lan.subnets.prefix, row 31')))
    await user.click(screen.getByRole('tab', { name: /interfaces/ }))
    screen.getByLabelText('lan.interfaces.name, row 10').focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('lan.interfaces.name, row 11')))
  })
})

describe('the list of a new record that must have a row', () => {
  it('starts with that row, which must be filled in and cannot be removed', { tags: ['S1-5.37'] }, async () => {
    const schema = entitySchemas['tele-engine']
    const { user, source } = renderEditor({ schema, screen: teleEngineScreen, validate: await loadValidator('tele-engine') })
    const cell = await screen.findByLabelText('Prefix, row 1')
    expect([cell.getAttribute('aria-required'), screen.getAllByLabelText(/^Prefix, row/).length]).toEqual(['true', 1])
    const removal = screen.getByRole('button', { name: /^Remove row 1/ })
    expect(removal.getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(cell.getAttribute('aria-invalid')).toBe('true'))
    expect(source.plan).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: /^Add row/ }))
    await user.type(await screen.findByLabelText('Prefix, row 2'), '10.2.0.0')
    await user.click(screen.getByRole('button', { name: /^Remove row 2/ }))
    await waitFor(() => expect(screen.getAllByLabelText(/^Prefix, row/)).toHaveLength(1))
  })
})

describe('a keystroke', () => {
  it('re-renders only its own cell', async () => {
    const { user } = await openSubnets(10)
    const mutations: string[] = []
    const observer = new MutationObserver((changes) =>
      mutations.push(...changes.map((change) => (change.target as HTMLElement).dataset?.cell ?? change.target.nodeName)),
    )
    const cell = screen.getByLabelText('lan.subnets.prefix, row 2')
    await user.type(cell, '1')
    observer.observe(document.body, { subtree: true, attributes: true, childList: true })
    await user.type(cell, '2')
    observer.disconnect()
    expect(mutations.filter((name) => name !== '/1/prefix')).toEqual([])
  })
})
