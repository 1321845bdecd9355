import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { visitAs } from '../support/browser/browser.ts'
import { changeRoles } from '../support/api/people.ts'
import { demoService } from '../support/browser/demo-service.ts'

/** Two administrators of a reseller in consumption mode. */
const ONE = 'diy@demo.test'
const OTHER = 'customer@demo.test'
const service = demoService({
  prepare: async (template) => {
    const grant = [ONE, OTHER].map((mail) => ({ mail, sameTenantAs: 'reseller@demo.test', role: 'admin' as const }))
    await changeRoles(template, { revoke: [ONE, OTHER], grant })
  },
})

/** Opens the list of Edge licences, largest groups first. */
async function openList(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Licences' }).waitFor()
  const tenant = /\/oid\/[^/]+/.exec(page.url())?.[0] ?? ''
  await page.goto(`${service.origin}${tenant}/admin/licenses?q=Edge&sort=-count`)
  await page.getByRole('gridcell').first().waitFor()
}

const rowOf = (page: Page, count: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: count, exact: true }) })

async function openCommand(page: Page, { count, command }: { count: string; command: string }): Promise<void> {
  await rowOf(page, count)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: command, exact: true }).click()
  await page.getByRole('textbox', { name: /^How many/ }).waitFor()
}

const fill = (page: Page, field: RegExp, text: string): Promise<void> => page.getByRole('textbox', { name: field }).fill(text)
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

it(
  'a reseller adds, splits, moves and assigns licences; of two people who split the same group, the second sees a conflict',
  { tags: ['S0-2.11'] },
  async () => {
    const { page, complaints } = await visitAs(ONE, service.origin)
    await openList(page)
    await page.getByRole('link', { name: 'Add' }).click()
    await page.getByRole('combobox', { name: /^Type/ }).selectOption({ label: 'Edge' })
    await page.getByRole('combobox', { name: /^Size/ }).selectOption({ label: 'S' })
    await fill(page, /^How many/, '997')
    await press(page, 'Apply')
    await rowOf(page, '997').getByRole('gridcell', { name: 'Running' }).waitFor()

    await openCommand(page, { count: '997', command: 'Split licences' })
    await fill(page, /^How many/, '97')
    await press(page, 'Apply')
    await rowOf(page, '900').waitFor()
    expect(await rowOf(page, '97').count()).toBe(2)

    const waiting = rowOf(page, '97').filter({ has: page.getByRole('gridcell', { name: 'Not started' }) })
    await waiting.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit licences', exact: true }).click()
    await page.getByRole('combobox', { name: /^New size/ }).selectOption({ label: 'L' })
    await fill(page, /^How many/, '96')
    await press(page, 'Apply')
    await rowOf(page, '96').getByRole('gridcell', { name: 'L', exact: true }).waitFor()
    expect(await rowOf(page, '97').count()).toBe(1)

    await openCommand(page, { count: '900', command: 'Assign licences' })
    await page.getByRole('combobox', { name: /^Assign to/ }).click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await fill(page, /^How many/, '95')
    await press(page, 'Assign')
    await rowOf(page, '805').waitFor()
    await rowOf(page, '95').waitFor()

    const other = await visitAs(OTHER, service.origin)
    await openList(other.page)
    await openCommand(page, { count: '805', command: 'Split licences' })
    await openCommand(other.page, { count: '805', command: 'Split licences' })
    await fill(page, /^How many/, '700')
    await fill(other.page, /^How many/, '600')
    await press(page, 'Apply')
    await rowOf(page, '105').waitFor()
    await press(other.page, 'Apply')
    await other.page.getByText('Somebody changed this in the meantime.').waitFor()
    expect(await other.page.getByRole('textbox', { name: /^How many/ }).inputValue()).toBe('600')
    expect(await other.page.getByRole('textbox', { name: /^In the group/ }).inputValue()).toBe('105')
    await fill(other.page, /^How many/, '5')
    await press(other.page, 'Apply')
    await rowOf(other.page, '100').waitFor()
    expect(complaints).toEqual([])
  },
)
