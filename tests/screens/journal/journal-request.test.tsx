// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { entry } from '../../../renderer/data/example.fixture.ts'
import { JournalPage } from '../../../renderer/journal/journal-page.tsx'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

it.each([
  [{ requestId: '0af7651916cd43dd8448eb211c80319c' }, '0af7651916cd43dd8448eb211c80319c'],
  [{}, undefined],
])('a journal entry names the request that it came with, if there was one: %j', async (change, shown) => {
  const source = exampleListService([])
  source.journal.mockResolvedValue({ entries: [entry(1, change)] })
  const { user } = renderPage(JournalPage, { source, address: '/racks/journal' })
  await waitFor(() => expect(document.querySelector('[data-entry]')).not.toBeNull())
  await user.click(document.querySelector('[data-entry]') as HTMLElement)
  const panel = within(screen.getByRole('complementary', { name: 'Details' }))
  expect(panel.queryByText('Request')?.nextSibling?.textContent).toBe(shown)
})
