import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import type { ListAnswer } from '../../../schemas/plan.ts'
import type { UserInfo } from '../../../schemas/tenancy.ts'
import { tenantRoot } from '../../../src/screen-addresses.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { fillIn } from '../../support/browser/fields.ts'
import { inExtent } from '../../support/extent.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()
const VAD = 'vad@demo.test'
/** The account reads French. */
const t = (key: string, params: Record<string, unknown> = {}): string => text(key, params, 'fr')
const folder = mkdtempSync(join(tmpdir(), 'distributor-'))

let home: string
let partners: string[]

const read = async <T>(path: string): Promise<T> => (await (await service.call(VAD, path)).json()) as T
const total = async (path: string): Promise<number> => (await read<ListAnswer>(path)).meta.totalCount

beforeAll(async () => {
  home = (await read<{ data: [UserInfo] }>('/api/user/v2/info')).data[0].tenant?.id ?? ''
  const { data } = await read<ListAnswer>(`/api/v1/partners?parentTenantOid=${home}&filter=state==active`)
  partners = data.map(({ name }) => String(name)).toSorted()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const address = (path: string): string => `${service.origin}${tenantRoot(home)}/admin/${path}`
const tabCount = async (page: Page, name: string): Promise<number> =>
  Number((await page.getByRole('tab', { name: new RegExp(`^${name}`) }).innerText()).replaceAll(/\D/g, ''))
const parentsShown = async (page: Page): Promise<string[]> => [
  ...new Set(await page.locator('[role=gridcell][col-id=parentName]').allInnerTexts()),
]

async function importRows(page: Page, ...lines: string[]): Promise<void> {
  const file = join(folder, 'customers.csv')
  writeFileSync(file, ['parentName,type,name,apoDomain,contactName,contactEmail', ...lines].join('\n'))
  await page.locator('input[type=file]').setInputFiles(file)
  await page
    .getByRole('region', { name: t('bulk.messages') })
    .getByText(t('bulk.report.read_other', { count: lines.length }))
    .waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
}

describe('a distributor', () => {
  it(
    'sees the customers of all its partners, narrows them to one partner, and finds the one that it adds',
    { tags: ['D-8.1', 'D-8.2'] },
    async () => {
      const { page, complaints } = await visitAs(VAD, address('customers'))
      await page.getByRole('gridcell').first().waitFor()
      const before = await total(`/api/v1/customers?parentTenantOid=${home}`)
      expect(before).toBeGreaterThan(partners.length)
      expect(await tabCount(page, t('list.tab.all'))).toBe(before)
      expect(partners).toEqual(expect.arrayContaining(await parentsShown(page)))

      const [partner = ''] = await parentsShown(page)
      await page.getByRole('button', { name: t('list.filter.add'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('customer.field.parentName'), exact: true })
        .click()
      await page.getByRole('dialog').getByRole('textbox').fill(partner)
      await page.keyboard.press('Enter')
      await expect.poll(() => tabCount(page, t('list.tab.all'))).toBeLessThan(before)
      expect(await parentsShown(page)).toEqual([partner])
      await page.getByRole('button', { name: t('list.filter.remove', { field: t('customer.field.parentName') }) }).click()

      await page.getByRole('link', { name: t('list.action.add') }).click()
      await fillIn(page.locator('main'), {
        [t('customer.field.parentOid')]: partner,
        [t('customer.field.type')]: t('customer.option.type.managed_customer'),
        [t('customer.field.name')]: 'Hollow Oak Bakery',
        [t('customer.field.contactName')]: 'Ida Oak',
        [t('customer.field.contactEmail')]: 'ida@hollow-oak.example',
      })
      await page.getByRole('button', { name: t('editor.verb.create') }).click()
      await page.getByRole('heading', { level: 1, name: t('customer.many') }).waitFor()
      await expect.poll(() => tabCount(page, t('list.tab.all'))).toBe(before + 1)
      await page.getByRole('searchbox').fill('Hollow Oak')
      await page.getByText(t('list.rows', { from: 1, to: 1, total: 1 }), { exact: true }).waitFor()
      expect(await parentsShown(page)).toEqual([partner])

      await page.getByRole('link', { name: t('list.journal') }).click()
      await page.getByText('Hollow Oak Bakery').first().waitFor()
      expect(complaints).toEqual([])
    },
  )

  it(
    'creates customers below its partners in the sheet, once two rows no longer stand for the same one',
    { tags: ['D-8.3', 'S0-5.76'] },
    async () => {
      const { page, complaints } = await visitAs(VAD, address('customers/bulk'), { width: 2200 })
      await page.getByRole('gridcell').first().waitFor()
      const before = await total(`/api/v1/customers?parentTenantOid=${home}`)
      await expect.poll(() => tabCount(page, t('bulk.kind.unchanged'))).toBe(before)
      const [partner = '', other = ''] = partners
      const rest = 'diy_customer,Twin Harbour,twin.example,Tom,tom@twin.example'
      await importRows(page, `${partner},${rest}`, `${partner},${rest}`, `${other},${rest}`)
      await expect
        .poll(async () => [await tabCount(page, t('bulk.kind.new')), await tabCount(page, t('bulk.kind.invalid'))])
        .toEqual([1, 2])
      const problems = page.getByRole('complementary', { name: t('bulk.problems') })
      await problems.getByText(t('bulk.row.twice')).waitFor()
      await page.getByRole('button', { name: t('bulk.update'), exact: true }).click()
      await page
        .getByRole('region', { name: t('bulk.messages') })
        .getByText(t('validation.global.error'))
        .waitFor()

      await page.getByRole('tab', { name: new RegExp(`^${t('bulk.kind.invalid')}`) }).click()
      await page.getByRole('gridcell', { name: 'Twin Harbour', exact: true }).first().click()
      await page.getByRole('grid').getByRole('textbox').fill('Twin Harbour North')
      await page.keyboard.press('Enter')
      await expect
        .poll(async () => [await tabCount(page, t('bulk.kind.new')), await tabCount(page, t('bulk.kind.invalid'))])
        .toEqual([3, 0])
      await page.getByRole('button', { name: t('bulk.update'), exact: true }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByText(t('bulk.confirm.update_other', { count: 3, created: 3, updated: 0 })).waitFor()
      await dialog.getByRole('button', { name: t('bulk.update') }).click()
      await page
        .getByRole('region', { name: t('bulk.messages') })
        .getByText(t('bulk.outcome.written_other', { count: 3, created: 3, updated: 0 }))
        .waitFor()
      await expect.poll(() => tabCount(page, t('bulk.kind.unchanged'))).toBe(before + 3)
      const { data } = await read<ListAnswer>(
        `/api/v1/customers?parentTenantOid=${home}&filter=name=ilike="%25Twin%20Harbour%25"&sort=parentName`,
      )
      expect(data.map(({ parentName }) => parentName)).toEqual([partner, partner, other].toSorted())
      expect(complaints).toEqual([])
    },
  )

  const counted = ['partners', 'users', 'requests', 'appliances', 'licenses'].map((path) => ({ path }))
  it.each(inExtent(counted, 'path', ['partners', 'licenses']))(
    'sees on the page of $path what the service counts below it',
    async ({ path }) => {
      const { page, complaints } = await visitAs(VAD, address(path))
      await page.getByRole('gridcell').first().waitFor()
      const calls: Record<string, string> = {
        partners: `/api/v1/partners?parentTenantOid=${home}`,
        users: `/api/v1/userroles?parentTenantOid=${home}`,
        requests: `/api/v1/requests?tenantOid=${home}`,
        appliances: `/api/inventory/v1/appliances/${home}`,
        licenses: `/api/licensing/v2/licenses/inventory/${home}`,
      }
      const all = await total(calls[path] ?? '')
      expect(all).toBeGreaterThan(1)
      expect(await tabCount(page, t(path === 'licenses' ? 'license.tab.all' : 'list.tab.all'))).toBe(all)
      expect(complaints).toEqual([])
    },
  )
})
