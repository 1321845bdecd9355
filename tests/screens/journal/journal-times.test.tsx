// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { entry } from '../../../renderer/data/example.fixture.ts'
import { JournalPage } from '../../../renderer/journal/journal-page.tsx'
import { exactText } from '../../../renderer/parts/text/date-texts.ts'
import { zoneText } from '../../../renderer/parts/text/time-zone.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

configure({ asyncUtilTimeout: 5000, defaultHidden: true })
afterEach(cleanup)

/** The first time of a journal with one entry. */
async function timeOf(creationDate: string) {
  const source = exampleListService([])
  source.journal.mockImplementation(async () => ({ entries: [entry(1, { creationDate })] }))
  renderPage(JournalPage, { source, address: '/racks/journal' })
  await waitFor(() => expect(document.querySelector('time')).not.toBeNull())
  return document.querySelector('time')
}

it('shows the date of entries older than a week', async () => {
  const time = await timeOf('2025-06-01T12:00:00.000Z')
  expect(time?.textContent).toMatch(/^Jun 1, 2025, \d{1,2}:00\s[AP]M$/)
  expect(time?.title).toMatch(/^Jun 1, 2025, \d{1,2}:00:00\s[AP]M UTC/)
})

it('a relative time tells all of itself to screen readers, and the head of the times states the time zone', async () => {
  const creationDate = new Date(Date.now() - 3 * 60_000 - 5000).toISOString()
  const time = await timeOf(creationDate)
  expect(time?.textContent).toBe(`3 minutes ago, ${exactText(creationDate, { language: 'en' })}`)
  expect(screen.getByRole('columnheader', { name: /Time|When/ }).textContent).toContain(zoneText())
})
