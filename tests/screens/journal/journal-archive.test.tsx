// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entry } from '../../../renderer/data/example.fixture.ts'
import { JournalPage } from '../../../renderer/journal/journal-page.tsx'
import type { JournalEntry } from '../../../schemas/plan.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

const NOTE = 'Entries before Nov 1, 2025 are in the archive.'

beforeEach(() => localStorage.clear())
afterEach(() => (cleanup(), vi.restoreAllMocks()))

async function open(entries: JournalEntry[], archivedBefore?: string) {
  const source = exampleListService([])
  source.journal.mockResolvedValue({ entries, ...(archivedBefore !== undefined && { archivedBefore }) })
  const page = renderPage(JournalPage, { source, address: '/racks/journal' })
  await waitFor(() => expect(document.querySelector('[data-entry], [role=status] h2')).not.toBeNull())
  return page
}

describe('a journal whose beginning is archived', () => {
  it('says where it begins, below its entries', async () => {
    await open([entry(1)], '2025-11-01T00:00:00.000Z')
    expect(screen.getByText(NOTE)).toBeDefined()
  })

  it('says so, too, where all of it is archived', async () => {
    await open([], '2025-11-01T00:00:00.000Z')
    expect(screen.getByText(NOTE)).toBeDefined()
  })

  it('says nothing where none of it is', async () => {
    await open([entry(1)])
    expect(screen.queryByText(/archive/)).toBeNull()
  })

  it('says that its export begins there', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:test')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { user, toast } = await open([entry(1)], '2025-11-01T00:00:00.000Z')
    await user.click(screen.getByRole('button', { name: 'Export JSON' }))
    await waitFor(() => expect(toast).toHaveBeenCalledWith('warning', NOTE))
  })
})
