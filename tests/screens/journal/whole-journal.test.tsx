// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entry, exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import { WholeJournalPage, type LoadShape } from '../../../renderer/journal/whole-journal-page.tsx'
import type { JournalEntry, UndoResult } from '../../../schemas/plan.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

const load: LoadShape = (entity) =>
  entity === 'rack' ? Promise.resolve({ schema: exampleSchema, screen: exampleScreen }) : Promise.reject(new Error('unknown'))
const Page = () => <WholeJournalPage load={load} />

beforeEach(() => localStorage.clear())
afterEach(() => (cleanup(), vi.restoreAllMocks()))

async function open(entries: JournalEntry[], address = '/racks/journal') {
  const source = exampleListService([])
  source.journal.mockResolvedValue({ entries, entities: ['rack'] })
  const page = renderPage(Page, { source, address, texts: { 'rack.one': 'Rack' } })
  await waitFor(() => expect(document.querySelector('[data-entry], [role=status] h2')).not.toBeNull())
  const query = () => source.journal.mock.lastCall?.[0]
  const choose = async (button: RegExp, item: string) => {
    await page.user.click(screen.getByRole('button', { name: button }))
    await page.user.click(await screen.findByRole('menuitemradio', { name: item }))
    await screen.findByRole('button', { name: new RegExp(`${button.source}.*${item}`) })
  }
  return { ...page, source, query, choose }
}

describe('the journal over all entities', () => {
  it('asks for no theme, and says of each entry what it is about', async () => {
    const { query } = await open([entry(1), entry(2, { tenant: { oid: 'below', name: 'Below' } })])
    expect(query()).toEqual({ tenantOid: 'acme', limit: 20 })
    expect(screen.getAllByText(/^Rack/i).map(({ textContent }) => textContent)).toContain('Rack · Below')
    expect(screen.getAllByText('A1')).toBeDefined()
  })

  it('names the record of an entity whose schema cannot be loaded', async () => {
    await open([entry(1, { entity: 'gone', subject: { oid: 'x', name: 'Left behind' } })])
    expect(screen.getByRole('button', { name: /Left behind/ })).toBeDefined()
  })

  it('is narrowed by entity, person, action, source and period, all of it in the address', async () => {
    const { query, choose, user } = await open([entry(1), entry(2, { principal: { oid: 'otto', name: 'Otto' } })])
    await choose(/^Record type/, 'Racks')
    await choose(/^Who/, 'Otto')
    await choose(/^What/, 'Deleted')
    await choose(/^From/, 'Import')
    await user.click(screen.getByRole('tab', { name: 'Yesterday' }))
    await waitFor(() => expect(query()?.filter).toMatch(/creationDate=ge=.*creationDate=lt=/))
    expect(query()).toMatchObject({ entity: 'rack', eventType: 'deletion' })
    expect(query()?.filter).toMatch(/principal.oid=="otto";source=="import"$/)
  })

  it('opens an address with a period', async () => {
    const { query } = await open([entry(1)], '/racks/journal?person=otto&from=2026-01-01T00:00:00.000Z')
    expect(query()?.filter).toBe('creationDate=ge=2026-01-01T00:00:00.000Z;principal.oid=="otto"')
  })

  it('takes back what a person did in a period after a preview that tells what stays', async () => {
    const { source, user, toast } = await open([entry(1), entry(2)], '/racks/journal?person=marie&period=today')
    const subject = { oid: 'b1', name: 'A1' }
    const errors = [{ pointer: '/code', key: '', message: 'Changed again.' }]
    const preview: UndoResult = {
      applied: true,
      dryRun: true,
      actionId: 'undo',
      counts: { applied: 1, unchanged: 0, refused: 0 },
      items: [],
      about: [{ index: 0, entity: 'rack', subject, action: 'delete' }],
      stays: [{ entryId: 'acme.2', entity: 'rack', subject: { oid: 'b2', name: 'A2' }, creationDate: '2026-01-01T00:00:00Z', errors }],
    }
    source.undoEntries.mockResolvedValue(preview)
    await user.click(screen.getByRole('button', { name: 'Undo all 2 …' }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(within(dialog).getByText('A1', { exact: false }).parentElement?.textContent).toContain('will be deleted'))
    expect(within(dialog).getByText('A2', { exact: false }).parentElement?.textContent).toContain('Changed again.')
    await user.click(within(dialog).getByRole('button', { name: 'Undo 1' }))
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Change undone'))
    const [dry, real] = source.undoEntries.mock.calls
    expect(dry?.[1].dryRun).toBe(true)
    expect(real?.[1].dryRun).toBeUndefined()
    // What is done after the preview is not undone.
    expect(real?.[0]).toEqual(dry?.[0])
    expect(real?.[0].before).toMatch(/^20/)
  })

  it('takes nothing back before a person and a period are chosen', async () => {
    const { source, user } = await open([entry(1)])
    await user.click(screen.getByRole('button', { name: 'Undo all …' }))
    expect(source.undoEntries).not.toHaveBeenCalled()
  })
})
