import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

const ZTP = '/api/ztp/v1/appliances'
const OWNER = 'owner@demo.test'

const service = demoService()
/** Tenants of the demo accounts, each the parent of the next. */
const tenants: Record<'vad' | 'msp' | 'customer', { oid: string; name: string }> = {
  vad: { oid: '', name: '' },
  msp: { oid: '', name: '' },
  customer: { oid: '', name: '' },
}
const folder = mkdtempSync(join(tmpdir(), 'appliances-'))

beforeAll(async () => {
  for (const account of ['vad', 'msp', 'customer'] as const) {
    const { data } = (await (await service.call(`${account}@demo.test`, '/api/user/v2/info')).json()) as {
      data: [{ tenant: { id: string; name: string } }]
    }
    tenants[account] = { oid: data[0].tenant.id, name: data[0].tenant.name }
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

async function send(
  mail: string,
  path: string,
  { method = 'POST', body }: { method?: string; body: unknown },
): Promise<{ data: ServedRecord[] }> {
  const answer = await service.call(mail, path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
  })
  if (!answer.ok) throw new Error(`${path} answers with status ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { data: ServedRecord[] }
}

/** Creates an appliance that belongs to the distributor. */
async function createAppliance(serialNumber: string): Promise<void> {
  const body: Rec[] = [{ serialNumber, model: 'SDX 400', tenantId: tenants.vad.oid }]
  await send(OWNER, `${ZTP}?tenantOid=platform`, { body })
}

const listOf = (tenant: string, serial: string): string => `${service.origin}/oid/${tenant}/admin/appliances?q=${serial}`

type Language = 'en' | 'fr' | 'de'

/** Opens the assignment page by the row's action in the list. */
async function openAssignment(page: Page, serial: string, language: Language): Promise<void> {
  await page.getByRole('button', { name: text('list.row.actions', { name: serial }, language) }).click()
  await page.getByRole('menuitem', { name: text('list.row.assign', {}, language), exact: true }).click()
  await page.waitForURL(/\/appliances\/assign\//)
}

async function chooseOwner(page: Page, owner: string, language: Language): Promise<void> {
  const field = ownerField(page, language)
  await field.click()
  await field.fill(owner)
  await page.getByRole('option', { name: owner }).first().click()
}

const ownerField = (page: Page, language: Language): Locator =>
  page.getByRole('combobox', { name: text('appliance.field.tenantId', {}, language) })

const assign = (page: Page, language: Language): Promise<void> =>
  page.getByRole('button', { name: text('editor.verb.assign', {}, language), exact: true }).click()

describe('appliances', () => {
  it(
    'are assigned by a distributor to a provider and on to a customer, who sees them; an owner deleted meanwhile is an error at its field',
    { tags: ['S0-2.10'] },
    async () => {
      const serial = 'JRN-2201-0001'
      await createAppliance(serial)
      const deletedPartner = {
        parentOid: tenants.vad.oid,
        type: 'msp',
        name: 'Ephemeral Networks',
        contactName: 'E',
        contactEmail: 'e@journey.example',
        createAdmin: false,
      }
      const { data } = await send(OWNER, '/api/v1/partners?parentTenantOid=platform', { body: { data: [deletedPartner] } })
      const { page, leave } = await visitAs('vad@demo.test', listOf(tenants.vad.oid, serial))
      await openAssignment(page, serial, 'fr')
      await chooseOwner(page, deletedPartner.name, 'fr')
      await send(OWNER, '/api/v1/partners', { method: 'DELETE', body: { data: data.map(({ oid, revision }) => ({ oid, revision })) } })
      await assign(page, 'fr')
      await expect.poll(() => ownerField(page, 'fr').getAttribute('aria-invalid')).toBe('true')
      await page
        .getByText(text('service.reference.unknown', {}, 'fr'))
        .first()
        .waitFor()
      expect(await ownerField(page, 'fr').inputValue()).toBe(deletedPartner.name)
      await chooseOwner(page, tenants.msp.name, 'fr')
      await assign(page, 'fr')
      await page.waitForURL(listOf(tenants.vad.oid, serial))
      await page.getByRole('row').filter({ hasText: serial }).filter({ hasText: tenants.msp.name }).waitFor()
      await leave()

      const provider = await visitAs('msp@demo.test', listOf(tenants.msp.oid, serial))
      await openAssignment(provider.page, serial, 'de')
      await chooseOwner(provider.page, tenants.customer.name, 'de')
      await assign(provider.page, 'de')
      await provider.page.waitForURL(listOf(tenants.msp.oid, serial))
      await provider.leave()

      const customer = await visitAs('customer@demo.test', listOf(tenants.customer.oid, serial))
      await customer.page.getByRole('row').filter({ hasText: serial }).filter({ hasText: tenants.customer.name }).waitFor()
      // Customers use the appliances assigned to them and cannot assign them any further.
      await customer.page.getByRole('button', { name: text('list.row.actions', { name: serial }) }).click()
      expect(await customer.page.getByRole('menuitem', { name: text('list.row.assign') }).getAttribute('aria-disabled')).toBe('true')
      expect(customer.complaints).toEqual([])
    },
  )

  it('are assigned by a CSV import, which reports every invalid line and creates none', async () => {
    const serials = [1, 2, 3].map((number) => `JRN-3301-000${number}`)
    for (const serial of serials) await createAppliance(serial)
    const lines = [
      'serialNumber,ownerType,ownerName',
      `${serials[0]},reseller,${tenants.msp.name}`,
      `${serials[1]},msp,${tenants.msp.name}`,
      `${serials[2]},msp,Nobody in particular`,
      `JRN-9999,msp,${tenants.msp.name}`,
    ]
    const file = join(folder, 'appliances.csv')
    writeFileSync(file, lines.join('\n'))
    const t = (key: string, params: Rec = {}): string => text(key, params, 'fr')
    const { page, complaints } = await visitAs('vad@demo.test', `${service.origin}/oid/${tenants.vad.oid}/admin/appliances/bulk`)
    await page.getByText(t('appliance.bulk.create')).waitFor()
    expect(await page.getByRole('button', { name: t('bulk.add'), exact: true }).count()).toBe(0)
    await page.locator('input[type=file]').setInputFiles(file)
    const problems = page.getByRole('complementary')
    for (const key of ['appliance.bulk.type.not.auth', 'appliance.bulk.owner.not.auth', 'appliance.bulk.create'])
      await problems.getByText(t(key)).first().waitFor()
    expect(complaints).toEqual([])
  })
})
