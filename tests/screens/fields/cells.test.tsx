// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { lastPlan, screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'

beforeEach(() => {
  localStorage.clear()
  // happy-dom does no layout: give every element the height of ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(cleanup)

/** The example device with these columns in its list of interfaces, which has its own section. */
function withColumns(properties: Rec, { rules = [], editor = {} }: { rules?: unknown[]; editor?: Partial<Screen['editor']> } = {}) {
  const schema = structuredClone(siteBoxSchema)
  const interfaces = schema.properties.lan?.properties?.interfaces
  if (interfaces) interfaces.items = { type: 'object', properties, 'x-rules': rules } as never
  const descriptor: Screen = { ...siteBoxScreen, editor: { sections: { general: ['name', 'mode'], rows: ['lan/interfaces'] }, ...editor } }
  return { schema: schema as EntitySchema, screen: descriptor }
}

const box = (rows: Rec[]) => served({ ...siteBox(), lan: { protocol: 'none', interfaces: rows } })
const sentRows = (source: ReturnType<typeof testSource>): Rec[] =>
  ((lastPlan(source)?.items[0]?.changes?.lan as Rec | undefined)?.interfaces as Rec[] | undefined) ?? []
const candidatesOf = (records: Rec[]) => ({ data: records, meta: { totalCount: records.length, page: 1, size: 10 } }) as never

describe('a cell that refers to a record', () => {
  it('shows the name of the record, offers the matches of the service, and stores the identifier', async () => {
    const source = testSource({
      one: (_entity, oid) => Promise.resolve({ ...served({ oid }), name: 'Paris' }),
      list: () => Promise.resolve(candidatesOf([{ oid: 'lyon', name: 'Lyon' }])),
    })
    const { user } = renderEditor({
      ...withColumns({ peer: { type: 'string', 'x-ref': { entity: 'site-box' } } }),
      record: box([{ peer: 'paris' }]),
      source,
    })
    const cell = screen.getByRole<HTMLInputElement>('combobox', { name: /peer, row 1/ })
    await waitFor(() => expect(cell.value).toBe('Paris'))
    await user.click(cell)
    await user.type(cell, 'Ly')
    await screen.findByRole('option', { name: /Lyon/ })
    await user.keyboard('{Enter}')
    expect(cell.value).toBe('Lyon')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(sentRows(source)).toEqual([{ peer: 'lyon' }])
  })
})

describe('a cell with a secret', () => {
  it('shows that a secret is stored, and sends a new one', async () => {
    const { user, source } = renderEditor({
      ...withColumns({ password: { type: 'string', 'x-secret': true } }),
      record: box([{ configured: true }]),
    })
    const cell = screen.getByLabelText<HTMLInputElement>(/password, row 1/)
    expect([cell.type, cell.value]).toEqual(['password', ''])
    expect(cell.placeholder).not.toBe('')
    await user.type(cell, 's3cret')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(sentRows(source)).toMatchObject([{ password: 's3cret' }])
  })
})

describe('the rows and columns of a table', () => {
  it('cannot be added or removed if the table is fixed', { tags: ['S1-2.35'] }, () => {
    const widgets = { 'lan/interfaces': { use: 'table', fixed: true } }
    const sections = { general: ['name', 'mode'], rows: ['lan/interfaces'] }
    renderEditor({ ...withColumns({ name: { type: 'string' } }, { editor: { sections, widgets } }), record: box([{ name: 'one' }]) })
    const list = screen.getByRole('table', { name: 'lan.interfaces' })
    expect(within(list).getByLabelText(/name, row 1/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /Add row/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /Remove row/ })).toBeNull()
  })

  it('omit a column until a rule shows it in some row', { tags: ['S1-2.33'] }, async () => {
    const rules = [{ id: 'of-hubs', fields: ['area'], effect: 'show', when: { '/mode': 'hub' }, because: 'site-box.because.preference' }]
    const columns = withColumns({ name: { type: 'string' }, area: { type: 'string' } }, { rules })
    const { user } = renderEditor({ ...columns, record: served({ ...siteBox(), mode: 'spoke', lan: { interfaces: [{ name: 'one' }] } }) })
    expect(screen.queryByRole('columnheader', { name: /area/ })).toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: /^mode/ }), 'hub')
    expect(screen.getByRole('columnheader', { name: /area/ })).toBeDefined()
  })
})

describe('a table whose rows have an order', () => {
  const numbered = { place: { type: 'integer', readOnly: true }, name: { type: 'string' }, ports: { type: 'string' } }
  const widgets = { 'lan/interfaces': { use: 'table', order: 'place', blanks: { ports: '*' } } }
  const sections = { general: ['name', 'mode'], rows: ['lan/interfaces'] }
  const names = () => screen.getAllByLabelText<HTMLInputElement>(/name, row/).map(({ value }) => value)
  const NUMBERED = ['1', '2', '3']
  const numbers = () => screen.getAllByRole('row').flatMap((row) => /^\d+/.exec(row.textContent ?? '') ?? [])
  const handle = (row: number) => screen.findByRole('button', { name: `Move row ${row}: lan.interfaces` })
  const announcements = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join(' ')
  const show = (options: { consult?: boolean } = {}) => {
    const rows = [{ name: 'one', ports: '80' }, { name: 'two' }, { name: 'three' }]
    const record = box(rows.map((row, index) => ({ ...row, place: index + 1 })))
    return renderEditor({ ...withColumns(numbered, { editor: { sections, widgets } }), record, ...options })
  }

  it('moves rows by keyboard, announces every step, and sends the rows in their new order', { tags: ['S2-2.74'] }, async () => {
    const { user, source } = show()
    ;(await handle(1)).focus()
    await user.keyboard(' ')
    expect(announcements()).toContain('Row 1 of 3 picked up.')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect([names(), document.activeElement]).toEqual([['two', 'three', 'one'], await handle(3)])
    await user.keyboard('{ArrowUp} ')
    expect(announcements()).toContain('Dropped, 2 of 3.')
    expect((await handle(2)).getAttribute('aria-pressed')).toBe('false')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(sentRows(source).map(({ name }) => name)).toEqual(['two', 'one', 'three'])
  })

  it(
    'restores the order on Escape, and numbers its rows from 1 in every order and when one is removed',
    { tags: ['S2-4.50'] },
    async () => {
      const { user } = show()
      ;(await handle(3)).focus()
      await user.keyboard(' {Home}')
      expect([names(), numbers()]).toEqual([['three', 'one', 'two'], NUMBERED])
      await user.keyboard('{Escape}')
      expect([names(), document.activeElement]).toEqual([['one', 'two', 'three'], await handle(3)])
      await user.keyboard(' {Home} ')
      expect([names(), numbers()]).toEqual([['three', 'one', 'two'], NUMBERED])
      await user.click(screen.getByRole('button', { name: 'Remove row 1: lan.interfaces' }))
      expect([names(), numbers()]).toEqual([['one', 'two'], NUMBERED.slice(0, 2)])
    },
  )

  it(
    'labels the column of positions and explains empty cells; rows cannot be moved while they are sorted or read-only',
    { tags: ['S2-2.74'] },
    async () => {
      const { user } = show()
      const moved = await handle(1)
      expect(screen.getByRole('columnheader', { name: 'lan.interfaces.place' })).toBeDefined()
      expect(screen.getByLabelText<HTMLInputElement>(/ports, row 2/).placeholder).toBe('*')
      await user.click(screen.getByRole('button', { name: 'lan.interfaces.name' }))
      expect(moved.getAttribute('aria-disabled')).toBe('true')
      moved.focus()
      await user.keyboard(' {ArrowDown}')
      expect(names()).toEqual(['one', 'three', 'two'])
      cleanup()
      show({ consult: true })
      expect(screen.getByLabelText<HTMLInputElement>(/ports, row 2/).placeholder).toBe('*')
      expect(screen.queryByRole('button', { name: /^Move row/ })).toBeNull()
    },
  )
})

describe('a collapsed group', () => {
  it(
    'opens when its title is clicked, marks an error inside, and opens when the editor focuses that error',
    { tags: ['S1-2.35'] },
    async () => {
      const editor: Screen['editor'] = {
        sections: { general: ['name', 'mode'], lan: ['lan'] },
        groups: { lan: { main: ['protocol'], more: ['asNumber'] } },
        collapsed: { lan: ['more'] },
      }
      const { user } = renderEditor({ screen: { ...siteBoxScreen, editor }, record: served({ ...siteBox(), lan: { protocol: 'none' } }) })
      expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
      await user.selectOptions(screen.getByRole('combobox', { name: /protocol/ }), 'bgp')
      const title = screen.getByRole('button', { name: /more/ })
      expect(title.getAttribute('aria-expanded')).toBe('false')
      expect(screen.queryByLabelText(/^asNumber|lan.asNumber/)).toBeNull()
      await user.click(screen.getByRole('button', { name: 'Update' }))
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^lan.asNumber/)))
      expect(title.getAttribute('aria-expanded')).toBe('true')
      await user.click(title)
      expect(screen.queryByLabelText(/^lan.asNumber/)).toBeNull()
      expect(within(title).getByRole('img')).toBeDefined()
    },
  )
})

describe('a reference', () => {
  const referring = (use: string, options: Rec) => {
    const schema = structuredClone(siteBoxSchema)
    schema.properties['profile'] = { type: 'string', 'x-ref': { entity: 'site-box' } }
    const editor = { sections: { general: ['name', 'mode', 'profile'] }, widgets: { profile: { use, ...options } } }
    return { schema: schema as EntitySchema, screen: { ...siteBoxScreen, editor } as Screen }
  }

  it('shows chosen properties of the referenced record', { tags: ['S1-2.37'] }, async () => {
    const source = testSource({
      one: (_entity, oid) => Promise.resolve({ ...served({ oid }), name: 'Gold', keepAlive: 1500, open: false }),
    })
    renderEditor({ ...referring('reference', { shows: ['keepAlive', 'open'] }), record: served({ ...siteBox(), profile: 'p1' }), source })
    expect((await screen.findByText('1,500')).closest('dl')?.textContent).toMatch(/keepAlive1,500.*open/)
  })

  it('lists the leading candidates before the others', async () => {
    const source = testSource({
      list: (_entity, { filter }) =>
        Promise.resolve(
          candidatesOf(
            (filter ?? '').includes('reserved')
              ? [{ oid: 'z', name: 'Zero' }]
              : [
                  { oid: 'a', name: 'Alpha' },
                  { oid: 'z', name: 'Zero' },
                ],
          ),
        ),
    })
    const { user } = renderEditor({ ...referring('editable-select', { leading: { reserved: [true] } }), record: served(siteBox()), source })
    await user.click(screen.getByRole('combobox', { name: /^profile/ }))
    await waitFor(() =>
      expect(
        within(screen.getByRole('listbox'))
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['Zero', 'Alpha']),
    )
  })
})
