// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JournalQuery } from '../../../renderer/data/data-source.ts'
import { entry } from '../../../renderer/data/example.fixture.ts'
import { JournalPage } from '../../../renderer/journal/journal-page.tsx'
import type { JournalEntry, PlanResult } from '../../../schemas/plan.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'
import { text } from '../../support/browser/texts.ts'
import { failingService } from '../../support/failing-service.ts'

const { refuses, ignores } = failingService()
// Checking for hidden elements computes the style of each one; these tests need no such check.
configure({ asyncUtilTimeout: 5000, defaultHidden: true })
beforeEach(() => localStorage.clear())
afterEach(() => (cleanup(), vi.restoreAllMocks()))

const result = (part: Partial<PlanResult> = {}): PlanResult => ({
  applied: true,
  dryRun: true,
  actionId: 'undo',
  counts: { applied: 1, unchanged: 0, refused: 0 },
  items: [{ index: 0, verdict: 'applied', changed: { holder: ['Bob', 'Ann'] } }],
  ...part,
})

async function open(entries: JournalEntry[], address = '/racks/journal') {
  const source = exampleListService([])
  const answer = ({ limit, before, filter, after }: JournalQuery) => {
    const wantedAction = /actionId=="(.+?)"/.exec(filter ?? '')?.[1]
    return entries
      .slice(entries.findIndex(({ id }) => id === after) + 1)
      .filter(({ creationDate, actionId }) => (!before || creationDate < before) && (!wantedAction || actionId === wantedAction))
      .slice(0, limit)
  }
  source.journal.mockImplementation(async (query) => ({ entries: answer(query) }))
  const page = renderPage(JournalPage, { source, address })
  await waitFor(() => expect(source.journal).toHaveBeenCalled())
  await waitFor(() => expect(document.querySelector('[data-entry], [role=status] h2, [aria-expanded]')).not.toBeNull())
  return { ...page, source }
}

/** Without what is there for screen readers alone. */
const shownIn = (cell: Element): string =>
  [...cell.querySelectorAll('.spoken')].reduce((text, { textContent }) => text.replace(textContent, ''), cell.textContent)
const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map(shownIn).join(' | '))
const lastQuery = ({ source }: Awaited<ReturnType<typeof open>>) => source.journal.mock.lastCall?.[0]

describe('the journal page', () => {
  it('shows time, user and a sentence for each entry', { tags: ['S0-2.38'] }, async () => {
    const now = new Date(Date.now() - 3 * 60_000 - 5000).toISOString()
    await open([
      entry(1, { creationDate: now }),
      entry(2, { creationDate: now, eventType: 'deletion', principal: { oid: 'x', name: 'Hans Müller' }, source: 'api' }),
    ])
    expect(rows()).toEqual([
      '3 minutes ago | Marie Dupont | changed holder of A1 from Ann to Bob',
      '3 minutes ago | Hans Müller | deleted A2API',
    ])
  })

  it('filters by event type, and changes the page size', { tags: ['S0-2.39'] }, async () => {
    const page = await open([entry(1)])
    await page.user.click(screen.getByRole('tab', { name: 'Deleted' }))
    await waitFor(() => expect(lastQuery(page)).toMatchObject({ eventType: 'deletion', limit: 20 }))
    await page.user.click(screen.getByLabelText('100 entries per page'))
    await waitFor(() => expect(lastQuery(page)).toMatchObject({ eventType: 'deletion', limit: 100 }))
    expect(page.router.state.location.search).toBe('?event=deletion&size=100')
  })

  it('offers to continue before the last entry only when the page is full', { tags: ['S0-2.41'] }, async () => {
    const page = await open(Array.from({ length: 25 }, (_, n) => entry(n + 1)))
    await page.user.click(screen.getByRole('button', { name: 'Before: Now' }))
    expect(screen.getAllByRole('menuitemradio').length + screen.getAllByRole('menuitem').length).toBe(10)
    await page.user.click(screen.getByRole('menuitem', { name: 'Last entry shown' }))
    await waitFor(() => expect(rows()).toHaveLength(5))
    expect(lastQuery(page)?.before).toBe(entry(20).creationDate)
    await page.user.click(screen.getByRole('button', { name: /^Before: / }))
    expect(screen.queryByRole('menuitem', { name: 'Last entry shown' })).toBeNull()
  })

  it('goes back in time by presets and to a chosen time', { tags: ['S0-2.40'] }, async () => {
    const page = await open([entry(1)])
    await page.user.click(screen.getByRole('button', { name: 'Before: Now' }))
    await page.user.click(screen.getByRole('menuitemradio', { name: '1 week ago' }))
    await waitFor(() => expect(Date.now() - Date.parse(lastQuery(page)?.before ?? '')).toBeGreaterThan(7 * 86_400_000 - 60_000))
    for (const button of ['Cancel', 'Confirm']) {
      expect(page.router.state.location.search).toBe('?before=1w')
      await page.user.click(screen.getByRole('button', { name: 'Before: 1 week ago' }))
      await page.user.click(screen.getByRole('menuitem', { name: 'Select a moment …' }))
      fireEvent.change(await screen.findByLabelText('Date and time'), { target: { value: '2026-01-31T08:15:00' } })
      await page.user.click(screen.getByRole('button', { name: button }))
    }
    await waitFor(() => expect(lastQuery(page)?.before).toBe(new Date('2026-01-31T08:15:00').toISOString()))
  })

  it('links back to the list', { tags: ['S0-2.43'] }, async () => {
    await open([entry(1)])
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/racks')
  })

  it('says when a search finds nothing, and resets it on request', async () => {
    const page = await open([], '/racks/journal?q=nobody')
    expect(lastQuery(page)?.filter).toContain('nobody')
    await page.user.click(screen.getByRole('button', { name: 'Show all entries' }))
    expect(page.router.state.location.search).toBe('')
  })

  it('shows an error with the request id', async () => {
    const source = exampleListService([])
    source.journal.mockImplementation(refuses('journal', { status: 500, detail: 'Broken', requestId: 'r-3' }))
    renderPage(JournalPage, { source })
    expect((await screen.findByRole('alert')).textContent).toContain('Broken')
    expect(screen.getByText('r-3')).toBeDefined()
  })

  it.each([
    [
      'a tenant',
      { oid: 'acme', name: 'Acme', type: 'msp' as const },
      'Viewing a journal requires the right to update. An administrator of Acme can give it to you.',
    ],
    [`'all'`, { oid: 'all', name: 'All', type: 'po' as const }, text('service.because.all')],
  ])('does not fetch entries without the right to update, and says who can help: %s', { tags: ['S0-6.20'] }, async (_, tenant, help) => {
    const source = exampleListService([])
    renderPage(JournalPage, { source, tenant, can: { read: true } })
    expect(await screen.findByText(help)).toBeDefined()
    expect(source.journal).not.toHaveBeenCalled()
  })

  it('says that the right is missing when the service refuses', async () => {
    const source = exampleListService([])
    source.journal.mockImplementation(refuses('journal', { status: 403, detail: 'no' }))
    renderPage(JournalPage, { source })
    expect(
      await screen.findByText('Viewing a journal requires the right to update. An administrator of Acme can give it to you.'),
    ).toBeDefined()
  })
})

describe('the export of a journal', () => {
  /** Intercepts the download and returns its name and text. */
  function captureDownload() {
    const file = { name: '', text: async (): Promise<string> => '' }
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      file.text = () => (blob as Blob).text()
      return 'blob:test'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      file.name = this.download
    })
    return file
  }
  const press = ({ user }: Awaited<ReturnType<typeof open>>) => user.click(screen.getByRole('button', { name: 'Export JSON' }))

  it('contains every entry that matches tab, time and search, loaded or not', { tags: ['S0-2.42'] }, async () => {
    const file = captureDownload()
    const many = Array.from({ length: 2500 }, (_, n) => entry(n + 1))
    const page = await open(many, '/racks/journal?event=update&before=2025-06-02T00:00:00.000Z&q=ann')
    await press(page)
    await waitFor(() => expect(file.name).toBe('journal.json'))
    expect(JSON.parse(await file.text())).toEqual(many)
    const expectedQuery = { theme: 'Racks', tenantOid: 'acme', eventType: 'update', before: '2025-06-02T00:00:00.000Z', limit: 1000 }
    const calls = page.source.journal.mock.calls.map(([query]) => query).filter(({ limit }) => limit === 1000)
    expect(calls).toHaveLength(3)
    for (const call of calls) expect(call).toMatchObject({ ...expectedQuery, filter: expect.stringContaining('ann') as string })
    expect(calls.map(({ after }) => after)).toEqual([undefined, 'acme.1000', 'acme.2000'])
  })

  it('is a formatted JSON array', { tags: ['S0-2.42'] }, async () => {
    const file = captureDownload()
    await press(await open([entry(1), entry(2)]))
    await waitFor(() => expect(file.name).not.toBe(''))
    expect(await file.text()).toBe(`${JSON.stringify([entry(1), entry(2)], null, 2)}\n`)
  })

  it('shows its progress and can be cancelled', async () => {
    const file = captureDownload()
    const page = await open(Array.from({ length: 20 }, (_, n) => entry(n + 1)))
    const first = { entries: Array.from({ length: 1000 }, (_, n) => entry(n + 1)) }
    page.source.journal.mockImplementation((query, signal) => (query.after ? ignores('journal')(query, signal) : Promise.resolve(first)))
    await press(page)
    expect(await screen.findByText('1,000 entries')).toBeDefined()
    await page.user.click(within(screen.getByRole('dialog', { name: 'Exporting' })).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Exporting' })).toBeNull())
    expect(page.source.journal.mock.lastCall?.[1]?.aborted).toBe(true)
    expect(file.name).toBe('')
  })

  it('stops at 100,000 entries, and says so', async () => {
    const file = captureDownload()
    const page = await open([entry(1)])
    const thousand = Array.from({ length: 1000 }, (_, n) => ({ id: `acme.${n}` }) as JournalEntry)
    page.source.journal.mockImplementation(() => Promise.resolve({ entries: thousand }))
    await press(page)
    await waitFor(() => expect(file.name).toBe('journal.json'), { timeout: 15_000 })
    expect(JSON.parse(await file.text())).toHaveLength(100_000)
    expect(page.toast).toHaveBeenCalledWith('warning', expect.stringContaining('the newest 100,000 entries'))
  })

  it('shows an error and saves no partial file', async () => {
    const file = captureDownload()
    const page = await open(Array.from({ length: 20 }, (_, n) => entry(n + 1)))
    page.source.journal.mockImplementation(refuses('journal', { status: 503, detail: 'Busy' }))
    await press(page)
    await waitFor(() => expect(page.toast).toHaveBeenCalledWith('danger', expect.stringContaining('Busy')))
    expect(file.name).toBe('')
  })
})

describe('the entries of one action', () => {
  const imported = (count: number) =>
    Array.from({ length: count }, (_, n) => entry(n + 1, { actionId: 'one', source: 'import', creationDate: entry(1).creationDate }))

  it('are grouped in one row that can be expanded', async () => {
    const { user } = await open([...imported(3), entry(9)])
    expect(rows()).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'imported 3 racks' }))
    expect(rows()).toHaveLength(5)
    expect(rows()[2]).toContain('changed holder of A2')
  })

  it('are counted completely even if the page ends among them', async () => {
    await open(imported(45))
    expect(await screen.findByText('45 racks')).toBeDefined()
  })

  it('are expanded if they fill the page, and can be collapsed', async () => {
    const { user } = await open(imported(20))
    expect(rows()).toHaveLength(21)
    await user.click(screen.getByRole('button', { name: 'imported 20 racks' }))
    expect(rows()).toHaveLength(1)
  })

  it('cannot be undone together if one of them cannot; a tooltip says why', async () => {
    const entries = imported(3)
    entries[1]!.can = { restore: { because: 'because.occupied' } }
    const { user } = await open(entries)
    await user.click(screen.getByRole('button', { name: 'imported 3 racks' }))
    await user.hover(screen.getByRole('button', { name: 'Undo all' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('The rack holds a server.')
  })

  it.each([
    ['creation', 3, '3 records will be deleted: all of them or none.'],
    ['deletion', 3, '3 records will be restored as they were when they were deleted: all of them or none.'],
    ['creation', 5, '5 records return to their earlier state: all of them or none.'],
  ])('say before an undo (%s, 3 entries) what happens to %i records', async (eventType, applied, text) => {
    const { user, source } = await open(imported(3).map((item) => ({ ...item, eventType })))
    source.undo.mockResolvedValue(result({ counts: { applied, unchanged: 0, refused: 0 }, items: [] }))
    await user.click(screen.getByRole('button', { name: 'imported 3 racks' }))
    await user.click(screen.getByRole('button', { name: 'Undo all' }))
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('can be undone together', async () => {
    const { user, source, toast } = await open(imported(3))
    source.undo.mockResolvedValue(result({ counts: { applied: 3, unchanged: 0, refused: 0 }, items: [] }))
    await user.click(screen.getByRole('button', { name: 'imported 3 racks' }))
    await user.click(screen.getByRole('button', { name: 'Undo all' }))
    expect(await screen.findByText('3 records return to their earlier state: all of them or none.')).toBeDefined()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo this change' }))
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Change undone'))
    expect(source.undo.mock.calls.map(([action, tenant, { dryRun }]) => [action, tenant, dryRun])).toEqual([
      ['one', 'acme', true],
      ['one', 'acme', undefined],
    ])
  })
})

describe('a journal entry', () => {
  async function openEntry(change: Partial<JournalEntry> = {}) {
    const page = await open([entry(1, change)])
    await page.user.click(document.querySelector<HTMLElement>('[data-entry]') as HTMLElement)
    return { ...page, panel: within(screen.getByRole('complementary', { name: 'Details' })) }
  }

  it('shows old and new values in its details; Escape closes them and focuses its row', async () => {
    const { panel, user } = await openEntry()
    expect(panel.getByText('Ann', { selector: 'del' })).toBeDefined()
    expect(panel.getByText('Bob', { selector: 'ins' })).toBeDefined()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(document.activeElement?.getAttribute('data-entry')).toBe('acme.1')
  })

  it('has its details open and focused again when the user goes back', async () => {
    const { panel, user, router } = await openEntry()
    await user.click(panel.getByRole('link', { name: 'Open record' }))
    expect(await screen.findByRole('heading', { name: 'Another page' })).toBeDefined()
    await router.navigate(-1)
    const details = await screen.findByRole('complementary', { name: 'Details' })
    await waitFor(() => expect(details.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    expect(document.activeElement?.getAttribute('data-entry')).toBe('acme.1')
  })

  it('closes its details when it is not in the selected tab', async () => {
    const { user, source } = await openEntry()
    source.journal.mockImplementation(({ eventType }) => Promise.resolve({ entries: eventType === undefined ? [entry(1)] : [] }))
    await user.click(screen.getByRole('tab', { name: 'Deleted' }))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  })

  it('is undone after a preview of the changes', async () => {
    const { panel, user, source, toast } = await openEntry()
    source.restore.mockResolvedValue(result())
    await user.click(panel.getByRole('button', { name: 'Undo this change' }))
    const dialog = within(screen.getByRole('dialog'))
    expect((await dialog.findByText('Bob', { selector: 'del' })).closest('tr')?.textContent).toContain('Ann')
    expect(source.restore.mock.lastCall?.[1].dryRun).toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Undo this change' }))
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Change undone'))
    expect(source.restore.mock.lastCall?.[1].dryRun).toBeUndefined()
    await waitFor(() => expect(source.journal).toHaveBeenCalledTimes(2))
  })

  it('lists in the preview what is restored with a deleted record, and what is not', async () => {
    const { panel, user, source } = await openEntry({ eventType: 'deletion' })
    source.restore.mockResolvedValue(result({ counts: { applied: 3, unchanged: 0, refused: 0 }, withoutSecrets: 1, leftAbove: 2 }))
    await user.click(panel.getByRole('button', { name: 'Undo this change' }))
    const dialog = screen.getByRole('dialog')
    await within(dialog).findByText(/2 records that were deleted with it are restored, too\./)
    expect(dialog.textContent).toContain('2 appliances and licence groups went to the tenant above and stay there.')
    expect(dialog.textContent).toContain('The journal holds no secrets: those of 1 record have to be entered again.')
  })

  it('cannot be undone after a later change, and says so', async () => {
    const { panel, user, source } = await openEntry()
    const errors = [{ pointer: '/holder', key: 'unknown.key', message: 'Holder was changed again later.' }]
    source.restore.mockResolvedValue(
      result({ applied: false, counts: { applied: 0, unchanged: 0, refused: 1 }, items: [{ index: 0, verdict: 'refused', errors }] }),
    )
    await user.click(panel.getByRole('button', { name: 'Undo this change' }))
    expect(await screen.findByText('Holder was changed again later.')).toBeDefined()
    expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Undo this change' })).toBeNull()
    expect(source.restore).toHaveBeenCalledTimes(1)
  })

  it('says why the user may not undo it', async () => {
    const { panel, user } = await openEntry({ can: { restore: { because: 'because.occupied' } } })
    await user.hover(panel.getByRole('button', { name: 'Undo this change' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('The rack holds a server.')
  })
})
