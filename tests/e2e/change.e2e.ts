import { describe, expect, it } from 'vitest'
import { visitAs } from '../support/browser/browser.ts'
import { countClicks } from '../support/browser/clicks.ts'
import { demoService } from '../support/browser/demo-service.ts'

const service = demoService()

/** Names of customers below the platform, in the order of identifiers. */
async function customerNames(filter: string): Promise<string[]> {
  const answer = await service.call('owner@demo.test', `/api/v1/customers?parentTenantOid=platform&size=20&filter=${filter}`)
  return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
}

describe('a change of one field', () => {
  it('freezes a customer that was searched for within four clicks, offers Undo, and stands in the editor, too', async () => {
    const [name = ''] = await customerNames('state==active')
    const { page, complaints } = await visitAs('owner@demo.test', `${service.origin}/oid/platform/admin/partners`)
    await page.getByRole('gridcell').first().waitFor()
    const clicks = await countClicks(page)
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('tab', { name: /^Active/ }).waitFor()
    await page.getByRole('gridcell').first().waitFor()
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Freeze' }).click()
    await page.getByText('1 customer frozen').waitFor()
    expect(await clicks()).toBeLessThanOrEqual(4)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('1 customer frozen').waitFor({ state: 'detached' })

    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: 'Frozen' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: 'Active' }).isChecked()).toBe(true)
    expect(complaints).toEqual([])
  })
})

describe('many records at once', () => {
  it('moves 20 appliances to a partner within five clicks, previews each, and undoes it', async () => {
    const answer = await service.call('owner@demo.test', '/api/v1/partners?parentTenantOid=platform&size=1&filter=state==active')
    const { data } = (await answer.json()) as { data: [{ name: string }] }
    const [{ name: partner }] = data
    const { page, complaints } = await visitAs('owner@demo.test', `${service.origin}/oid/platform/admin/appliances?size=20`)
    await page.getByRole('gridcell').first().waitFor()
    const clicks = await countClicks(page)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
    await page.getByRole('button', { name: 'Set fields' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox', { name: 'Find a field' }).waitFor()
    await page.keyboard.type('owner')
    await page.keyboard.press('Enter')
    await dialog.getByRole('combobox').waitFor()
    await page.keyboard.type(partner)
    await page.getByRole('option', { name: partner }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const apply = dialog.getByRole('button', { name: /^Change \d+ records$/ })
    await apply.waitFor()
    expect(await dialog.getByRole('row').count()).toBeGreaterThan(5)
    await apply.click()
    await page.getByText(/^\d+ records changed/).waitFor()
    expect(await clicks()).toBeLessThanOrEqual(5)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    expect(await page.getByText(/^(?:Undone|Not undone)/).innerText()).toBe('Undone')
    expect(complaints).toEqual([])
  })
})

describe('a record like another', () => {
  it('is begun from a row within four clicks, and two are compared within four', async () => {
    const [name = '', other = ''] = await customerNames('state==active')
    const { page, complaints } = await visitAs('owner@demo.test', `${service.origin}/oid/platform/admin/customers?size=100`)
    await page.getByRole('gridcell').first().waitFor()
    const clicks = await countClicks(page)
    for (const each of [name, other]) await page.getByRole('checkbox', { name: `Select ${each}`, exact: true }).click()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Compare 2 records' })
    await dialog.getByRole('columnheader', { name: other }).waitFor()
    expect(await dialog.getByRole('rowheader').allInnerTexts()).toContain('Name')
    expect(await clicks()).toBeLessThanOrEqual(4)
    await page.keyboard.press('Escape')

    const before = await clicks()
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'New like this' }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill(`${name} 2`)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText(`${name} 2`).first().waitFor()
    expect((await clicks()) - before).toBeLessThanOrEqual(4)
    expect(complaints).toEqual([])
  })
})
