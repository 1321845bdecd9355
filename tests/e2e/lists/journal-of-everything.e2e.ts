import { describe, expect, it } from 'vitest'
import { visitAs } from '../../support/browser/browser.ts'
import { countClicks } from '../../support/browser/clicks.ts'
import { demoService } from '../../support/browser/demo-service.ts'

const service = demoService()

/** Clicks that the journey may take. */
const MOST_CLICKS = 4

describe('the journal of everything', () => {
  it('shows yesterday’s changes and undoes one within four clicks', async () => {
    const { page, complaints } = await visitAs('owner@demo.test', `${service.origin}/oid/platform/admin/customers`)
    await page.getByRole('gridcell').first().waitFor()
    const clicks = await countClicks(page)
    await page.getByRole('link', { name: 'All changes', exact: true }).click()
    await page.getByRole('tab', { name: 'Yesterday', exact: true }).click()
    // Not simply the latest entry: shortly after midnight that is a request just raised, which can only be cancelled.
    const change = page
      .getByRole('row')
      .filter({ hasText: /changed .* of / })
      .filter({ hasText: 'Customer ·' })
    await change.first().getByRole('button', { name: 'Undo this change', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Undo this change' }).waitFor()
    await dialog.getByRole('button', { name: 'Undo this change' }).click()
    await page.getByText('Change undone').waitFor()
    expect(await clicks()).toBeLessThanOrEqual(MOST_CLICKS)
    expect(complaints).toEqual([])
  })
})
