import { describe, expect, it } from 'vitest'
import type { ListViews } from '../../../schemas/list-views.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { countClicks } from '../../support/browser/clicks.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'
import { tenantRoot } from '../../../src/screen-addresses.ts'

const service = demoService()
const OWNER = 'owner@demo.test'
const LISTED = '/api/v1/listViews?entity=partner&tenantOid=platform'

describe('views of a list', () => {
  it('are shared in three clicks, and their address shows others the same rows', async () => {
    const list = `${service.origin}${tenantRoot('platform')}/admin/partners`
    const { page, complaints } = await visitAs(OWNER, `${list}?sort=-name`)
    await page.getByRole('gridcell').first().waitFor()
    let clicks = 0
    const click = async (role: 'button' | 'menuitem', name: string, exact = true) => {
      clicks += 1
      await page.getByRole(role, { name, exact }).click()
    }
    await click('button', text('palette.views'))
    await click('menuitem', text('palette.views.shareAs'))
    await page.getByRole('textbox', { name: text('palette.views.name') }).fill('From the end')
    await click('button', text('palette.views.confirmShare'))
    await page.getByText(text('palette.views.wasShared')).waitFor()
    expect(clicks).toBeLessThanOrEqual(3)

    const answer = await service.call(OWNER, LISTED)
    const [view] = ((await answer.json()) as ListViews).data.filter(({ name }) => name === 'From the end')
    expect(view).toMatchObject({ kind: 'shared', state: { query: 'sort=-name' } })
    const first = () => page.locator('[row-index="0"] [col-id=name]').innerText()
    const name = await first()
    await page.evaluate(() => localStorage.clear())
    // Rows without the view never show.
    await page.addInitScript(() => {
      const seen = new Set<string>()
      Object.assign(window, { seenNames: seen })
      const look = () => seen.add(document.querySelector('[row-index="0"] [col-id=name]')?.textContent ?? '')
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await page.goto(`${list}?saved=${view?.oid ?? ''}`)
    await page.waitForURL((url) => url.searchParams.get('sort') === '-name')
    await page.getByRole('button', { name: 'From the end' }).waitFor()
    await expect.poll(first).toBe(name)
    const seenNames = () => page.evaluate(() => [...(window as unknown as { seenNames: Set<string> }).seenNames].filter(Boolean))
    expect(await seenNames()).toEqual([name])

    // Nor do they on the first visit of a list whose tenant has a default view.
    await click('button', 'From the end')
    await click('menuitem', text('palette.views.makeDefault'))
    await expect.poll(async () => ((await (await service.call(OWNER, LISTED)).json()) as ListViews).data[0]?.isDefault).toBe(true)
    await page.evaluate(() => localStorage.clear())
    await page.goto(list)
    await page.getByRole('button', { name: 'From the end' }).waitFor()
    await expect.poll(first).toBe(name)
    expect(await seenNames()).toEqual([name])

    // Deleting it asks first.
    await click('button', 'From the end')
    await click('menuitem', text('palette.views.delete'))
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('shell.cancel') })
      .click()
    await page.getByRole('button', { name: 'From the end' }).click()
    await click('menuitem', text('palette.views.delete'))
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('palette.views.delete') })
      .click()
    await page.getByText(text('palette.views.wasDeleted')).waitFor()
    expect(complaints).toEqual([])
  })

  it('print the licences that end next quarter in three clicks: every row, and nothing of the shell', async () => {
    const state = { query: 'f.expirationDate=2027-01..2027-03', columns: { order: [], shown: {}, widths: {}, pinned: {} } }
    const view = { entity: 'license', tenantOid: 'platform', kind: 'shared', name: 'End next quarter', state }
    const made = await service.call(OWNER, '/api/v1/listViews', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: [view] }),
    })
    expect([made.status, await made.text()]).toEqual([201, expect.any(String)])
    const { page, complaints } = await visitAs(OWNER, `${service.origin}${tenantRoot('platform')}/admin/licenses`)
    await page.getByRole('gridcell').first().waitFor()
    await page.evaluate(() => {
      window.print = () => (document.documentElement.dataset['paper'] = document.querySelector('[data-printed]')?.textContent ?? '')
    })
    const count = async () => /of ([\d,]+)/.exec(await page.getByText(/\d+ of [\d,]+/).innerText())?.[1]
    const before = await count()
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: text('palette.views'), exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'End next quarter' }).click()
    await expect.poll(count).not.toBe(before)
    const total = await count()
    await page.getByRole('button', { name: text('list.print') }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['paper'] ?? '')).toContain(`${total} rows · printed`)
    expect(await clicks()).toBeLessThanOrEqual(3)
    expect(complaints).toEqual([])
  })
})
