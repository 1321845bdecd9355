// @vitest-environment happy-dom
import { cleanup, configure, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { entry } from '../../../renderer/data/example.fixture.ts'
import { JournalPage } from '../../../renderer/journal/journal-page.tsx'
import { exactText } from '../../../renderer/parts/text/date-texts.ts'
import { zoneText } from '../../../renderer/parts/text/time-zone.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

configure({ asyncUtilTimeout: 5000, defaultHidden: true })
afterEach(cleanup)

it('a relative time tells all of itself to screen readers, and the head of the times states the time zone', async () => {
  const creationDate = new Date(Date.now() - 3 * 60_000 - 5000).toISOString()
  const source = exampleListService([])
  source.journal.mockImplementation(async () => ({ entries: [entry(1, { creationDate })] }))
  renderPage(JournalPage, { source, address: '/racks/journal' })
  const exact = exactText(creationDate, { language: 'en' })
  expect((await screen.findByText(`, ${exact}`)).closest('time')?.textContent).toBe(`3 minutes ago, ${exact}`)
  expect(screen.getByRole('columnheader', { name: /Time|When/ }).textContent).toContain(zoneText())
})
