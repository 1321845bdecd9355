// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useHost, type PageProps } from '../../../renderer/host.tsx'
import type { ListView, ListViewState } from '../../../schemas/list-views.ts'
import { failingService, refusal } from '../../support/failing-service.ts'
import { renderConsole, scopeWith } from '../../support/shell/render-console.tsx'

const none: ListViewState['columns'] = { order: [], shown: {}, widths: {}, pinned: {} }
const list = vi.hoisted(() => ({ change: (_state: object): void => undefined }))

/** A list that is its state alone. */
function StateOfList({ schema, screen: shape }: PageProps) {
  const { ListViews } = useHost()
  const [{ saved, ...state }, setState] = useState<ListViewState & { saved: string }>({ saved: 'v1', query: '', columns: none })
  useEffect(() => {
    list.change = (next) => setState((before) => ({ ...before, ...next }))
  }, [])
  return (
    <>
      <output>{state.query}</output>
      {ListViews && (
        <ListViews
          schema={schema}
          screen={shape}
          {...state}
          saved={saved}
          onArrived={() => undefined}
          onApply={(next, applied) => setState({ saved: next, query: '', columns: none, ...applied })}
        />
      )}
    </>
  )
}
vi.mock('../../../renderer/list/list-page.tsx', () => ({ ListPage: StateOfList }))

const service = failingService()
let stored: ListView
let lists: object[] = []
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sessionStorage.clear()
  stored = {
    oid: 'v1',
    entity: 'partner',
    kind: 'shared',
    tenantOid: 't1',
    name: 'Frozen',
    state: { query: 'tab=frozen&sort=-name', columns: none },
    isPartial: false,
    isDefault: false,
    revision: 1,
    createdBy: { oid: 'a', name: 'Ann' },
    changedBy: { oid: 'a', name: 'Ann' },
    changedAt: '2026-11-29T08:00:00.000Z',
    can: { update: true, delete: true, share: true, default: true },
  }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** What somebody else makes of the view. */
function changeElsewhere(state: Partial<ListViewState>, more: Partial<ListView> = {}): void {
  stored = {
    ...stored,
    state: { ...stored.state, ...state },
    revision: stored.revision + 1,
    changedBy: { oid: 'b', name: 'Bob' },
    ...more,
  }
}

/** Opens the list with the view of the test, which knows revisions. */
async function openList() {
  for (const route of ['* /service/*', '* /api/*'] as const) service.on(route, () => ({ data: [], meta: {} }))
  lists = service.on('GET /api/v1/listViews', () => ({ data: [stored], meta: { can: { share: true } } }))
  const created = service.on('POST /api/v1/listViews', () => ({ data: [{ ...stored, oid: 'v2', kind: 'own', name: 'Mine' }] }))
  const saves = service.on('PATCH /api/v1/listViews/v1', ({ body }) => {
    const [{ revision, ...sent }] = (body as { data: [{ revision: number; state?: ListViewState }] }).data
    if (revision !== stored.revision) return refusal({ status: 409, detail: 'Bob has changed it.', current: [stored as never] })
    stored = { ...stored, ...sent, revision: revision + 1, changedBy: { oid: 'u1', name: 'Marie' } }
    return { data: [stored] }
  })
  const { user } = await renderConsole('/oid/t1/admin/partners', { scopes: [scopeWith('po', ['partners'])], client: service.client })
  await waitFor(() => expect(query()).toBe(stored.state.query), { timeout: 10_000 })
  return { user, saves, created }
}
const query = (): string => document.querySelector('output')?.textContent ?? ''
const change = (next: Partial<ListViewState>) => act(() => list.change(next))
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const question = () => screen.findByRole('dialog', { name: 'Bob has changed the view Frozen' })
/** The service is asked again, as when a person comes back to the window. */
async function comeBack(): Promise<void> {
  const before = lists.length
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(lists.length).toBeGreaterThan(before))
}

describe('a shared view that two people change', () => {
  it('shows both versions at the second save, differences first, and keeps mine in the list where theirs is kept', async () => {
    const { user, saves } = await openList()
    await change({ query: 'tab=frozen&sort=name&f.state=frozen', columns: { ...none, shown: { name: false } } })
    changeElsewhere({ query: 'tab=frozen&sort=-name&where=name%3D%3D%22North%2A%22', columns: { ...none, widths: { name: 300 } } })
    await user.click(await button('Save'))
    const dialog = within(await question())
    await dialog.findByText('Name is “North*”')
    expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Filters',
      'Conditions',
      'Sort order',
      'Columns',
      'Column widths',
    ])
    const part = (name: string) =>
      within(dialog.getByRole('region', { name }))
        .getAllByRole('list')
        .map((side) => side.textContent)
    expect(part('Sort order')).toEqual(['only here: Name, descending', 'only here: Name, ascending'])
    expect(part('Conditions')).toEqual(['only here: Name is “North*”'])
    expect(dialog.getByText('name=="North*"')).toBeDefined()
    expect(dialog.getByText(/The same in both: Tab, /)).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Keep theirs')
    await user.click(dialog.getByRole('button', { name: 'Keep theirs' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([query(), stored.revision]).toEqual(['tab=frozen&sort=name&f.state=frozen', 2])
    // From now on it is theirs that a save changes.
    await user.click(await button('Save'))
    await waitFor(() => expect(stored).toMatchObject({ revision: 3, state: { query: 'tab=frozen&sort=name&f.state=frozen' } }))
    expect(saves).toHaveLength(2)
  })

  it('asks also where the newer version has come to this window meanwhile', async () => {
    const { user } = await openList()
    await change({ query: 'tab=frozen&sort=name' })
    changeElsewhere({ query: 'tab=frozen&sort=type' })
    await comeBack()
    await user.click(await button('Save'))
    await question()
    expect(stored.state.query).toBe('tab=frozen&sort=type')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(query()).toBe('tab=frozen&sort=name')
  })

  it('is saved over theirs, or as a new view, as the person says', async () => {
    const { user, created } = await openList()
    await change({ query: 'sort=name' })
    changeElsewhere({ query: 'sort=type' })
    await user.click(await button('Save'))
    await user.click(within(await question()).getByRole('button', { name: 'Save mine over it' }))
    await waitFor(() => expect(stored).toMatchObject({ revision: 3, state: { query: 'sort=name' } }))
    await change({ query: 'sort=-name' })
    changeElsewhere({ query: 'sort=-type' })
    await user.click(await button('Save'))
    await user.click(within(await question()).getByRole('button', { name: 'Save mine as a new view…' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Mine')
    const naming = within(await screen.findByRole('dialog', { name: 'Save as a view' }))
    await user.click(naming.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(created).toHaveLength(1))
    expect(created[0]?.body).toMatchObject({ data: [{ name: 'Mine', kind: 'own', state: { query: 'sort=-name' } }] })
    expect(stored).toMatchObject({ revision: 4, state: { query: 'sort=-type' } })
  })

  it('is saved without a question where the other one changed its name alone, or did the same', async () => {
    const { user } = await openList()
    await change({ query: 'sort=name' })
    changeElsewhere({}, { name: 'Cold' })
    await user.click(await button('Save'))
    await waitFor(() => expect(stored).toMatchObject({ revision: 3, state: { query: 'sort=name' } }))
    await change({ query: 'sort=-name' })
    changeElsewhere({ query: 'sort=-name' })
    await user.click(await button('Save'))
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Changed' })).toBeNull())
    expect([stored.revision, screen.queryByRole('dialog')]).toEqual([4, null])
  })

  it('says so where nobody has changed the list, and shows the newer version on request', async () => {
    const { user } = await openList()
    changeElsewhere({ query: 'sort=type' })
    await comeBack()
    await user.click(await button('Show the new version'))
    await waitFor(() => expect(query()).toBe('sort=type'))
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('is not replaced by those who may not any more', async () => {
    const { user } = await openList()
    await change({ query: 'sort=name' })
    changeElsewhere({ query: 'sort=type' }, { can: { update: { because: 'service.view.default' } } as ListView['can'] })
    await user.click(await button('Save'))
    const replace = within(await question()).getByRole('button', { name: 'Save mine over it' })
    expect(replace.getAttribute('aria-disabled') ?? replace.hasAttribute('disabled')).toBeTruthy()
  })
})
