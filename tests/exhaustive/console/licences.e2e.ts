import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import type { UserInfo } from '../../../schemas/tenancy.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { changeRoles } from '../../support/api/people.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

/** Two people of the platform, and an administrator of a reseller in consumption mode. */
const ONE = 'diy@demo.test'
const OTHER = 'owner@demo.test'
const SELLER = 'customer@demo.test'
const service = demoService({
  prepare: async (template) => {
    await changeRoles(template, {
      revoke: [ONE, SELLER],
      grant: [
        { mail: ONE, sameTenantAs: OTHER, role: 'admin' },
        { mail: SELLER, sameTenantAs: 'reseller@demo.test', role: 'admin' },
      ],
    })
  },
})

/** Name of the reseller. */
async function resellerName(): Promise<string> {
  const answer = await service.call(SELLER, '/api/user/v2/info')
  return ((await answer.json()) as { data: [UserInfo] }).data[0].tenant?.name ?? ''
}

/** Opens the list of Edge licences in the reseller's name, largest groups first. */
async function openList(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Licences' }).waitFor()
  const tenant = /\/oid\/[^/]+/.exec(page.url())?.[0] ?? ''
  const query = new URLSearchParams({ q: name, 'f.licenseType': 'Edge', sort: '-count' }).toString()
  await page.goto(`${service.origin}${tenant}/admin/licenses?${query}`)
  await page.getByRole('gridcell').first().waitFor()
}

const rowOf = (page: Page, count: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: count, exact: true }) })

async function openMenu(page: Page, count: string): Promise<void> {
  await rowOf(page, count)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menu').waitFor()
}

async function openCommand(page: Page, { count, command }: { count: string; command: string }): Promise<void> {
  await openMenu(page, count)
  await page.getByRole('menuitem', { name: command, exact: true }).click()
  await page.getByRole('textbox', { name: /^How many/ }).waitFor()
}

/** Actions in the menu of a row; those that are disabled with their reasons. */
async function actionsOf(page: Page, count: string): Promise<string[]> {
  await openMenu(page, count)
  const actions = await page.getByRole('menuitem').evaluateAll((items) =>
    items.map((item) => {
      const reason = item.getAttribute('aria-description') ?? ''
      // It stands below the name, too.
      const [name = ''] = reason === '' ? [item.textContent] : (item.textContent ?? '').split(reason)
      return reason === '' ? name : `${name}: ${reason}`
    }),
  )
  await page.keyboard.press('Escape')
  return actions
}

const fill = (page: Page, field: RegExp, text: string): Promise<void> => page.getByRole('textbox', { name: field }).fill(text)
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

it(
  'the platform owner adds, splits and moves licences, the reseller assigns them; of two splits of one group, the second sees a conflict',
  { tags: ['S0-2.11', 'S0-2.53', 'S0-6.34', 'S0-6.35'] },
  async () => {
    const name = await resellerName()
    const { page, complaints } = await visitAs(ONE, service.origin)
    await openList(page, name)
    await page.getByRole('link', { name: 'Add' }).click()
    await page.getByRole('combobox', { name: /^Owner/ }).fill(name)
    await page.getByRole('listbox').getByRole('option', { name }).first().click()
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
    expect(await actionsOf(page, '900')).toEqual([
      `Edit licences: ${text('license.cannot.edit')}`,
      'Split licences',
      'Assign licences',
      `Unassign licences: ${text('license.cannot.unassign')}`,
      `Delete licences: ${text('license.cannot.delete')}`,
    ])

    const seller = await visitAs(SELLER, service.origin)
    await openList(seller.page, name)
    expect(await actionsOf(seller.page, '96')).toEqual(['Assign licences'])
    await openCommand(seller.page, { count: '900', command: 'Assign licences' })
    const { searchParams } = new URL(seller.page.url())
    await seller.page.getByRole('combobox', { name: /^Assign to/ }).click()
    await seller.page.getByRole('listbox').getByRole('option').first().click()
    await fill(seller.page, /^How many/, '95')
    await press(seller.page, 'Assign')
    await rowOf(seller.page, '805').waitFor()
    await seller.page.goto(seller.page.url().replace(/licenses.*/, `licenses/edit?${searchParams.toString()}`))
    await seller.page.getByText(text('license.cannot.edit')).waitFor()
    expect(await seller.page.getByRole('form').count()).toBe(0)
    expect(seller.complaints).toEqual([])

    const other = await visitAs(OTHER, service.origin)
    await openList(page, name)
    await openList(other.page, name)
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
