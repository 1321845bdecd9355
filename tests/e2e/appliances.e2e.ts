import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { visitAs } from '../support/browser/browser.ts'
import { demoService } from '../support/browser/demo-service.ts'
import { text } from '../support/browser/texts.ts'

const ZTP = '/api/ztp/v1/appliances'
const OWNER = 'owner@demo.test'

const service = demoService()
/** Oids of the demo accounts' tenants, one below the other. */
const chain: Record<'vad' | 'msp' | 'customer', { oid: string; name: string }> = {
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
    chain[account] = { oid: data[0].tenant.id, name: data[0].tenant.name }
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

/** A new appliance of the distributor. */
async function appliance(serialNumber: string): Promise<void> {
  const body: Rec[] = [{ serialNumber, model: 'SDX 400', tenantId: chain.vad.oid }]
  await send(OWNER, `${ZTP}?tenantOid=platform`, { body })
}

const listOf = (tenant: string, serial: string): string => `${service.origin}/oid/${tenant}/admin/appliances?q=${serial}`

type Language = 'en' | 'fr' | 'de'

/** From the list, by the row's own action, to the page that assigns. */
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
    'go from a distributor to a provider and on to a customer, who sees them; an owner that is gone is told at its field',
    { tags: ['S0-2.10'] },
    async () => {
      const serial = 'JRN-2201-0001'
      await appliance(serial)
      const gone = {
        parentOid: chain.vad.oid,
        type: 'msp',
        name: 'Ephemeral Networks',
        contactName: 'E',
        contactEmail: 'e@journey.example',
        createAdmin: false,
      }
      const { data } = await send(OWNER, '/api/v1/partners?parentTenantOid=platform', { body: { data: [gone] } })
      const { page, leave } = await visitAs('vad@demo.test', listOf(chain.vad.oid, serial))
      await openAssignment(page, serial, 'fr')
      await chooseOwner(page, gone.name, 'fr')
      await send(OWNER, '/api/v1/partners', { method: 'DELETE', body: { data: data.map(({ oid, revision }) => ({ oid, revision })) } })
      await assign(page, 'fr')
      await expect.poll(() => ownerField(page, 'fr').getAttribute('aria-invalid')).toBe('true')
      await page
        .getByText(text('service.reference.unknown', {}, 'fr'))
        .first()
        .waitFor()
      expect(await ownerField(page, 'fr').inputValue()).toBe(gone.name)
      await chooseOwner(page, chain.msp.name, 'fr')
      await assign(page, 'fr')
      await page.waitForURL(listOf(chain.vad.oid, serial))
      await page.getByRole('row').filter({ hasText: serial }).filter({ hasText: chain.msp.name }).waitFor()
      await leave()

      const provider = await visitAs('msp@demo.test', listOf(chain.msp.oid, serial))
      await openAssignment(provider.page, serial, 'de')
      await chooseOwner(provider.page, chain.customer.name, 'de')
      await assign(provider.page, 'de')
      await provider.page.waitForURL(listOf(chain.msp.oid, serial))
      await provider.leave()

      const customer = await visitAs('customer@demo.test', listOf(chain.customer.oid, serial))
      await customer.page.getByRole('row').filter({ hasText: serial }).filter({ hasText: chain.customer.name }).waitFor()
      // Customers use what they were given: they pass nothing on.
      await customer.page.getByRole('button', { name: text('list.row.actions', { name: serial }) }).click()
      expect(await customer.page.getByRole('menuitem', { name: text('list.row.assign') }).getAttribute('aria-disabled')).toBe('true')
      expect(customer.complaints).toEqual([])
    },
  )

  it('are assigned by file, refused line by line, and never created there', async () => {
    const serials = [1, 2, 3].map((at) => `JRN-3301-000${at}`)
    for (const serial of serials) await appliance(serial)
    const lines = [
      'serialNumber,ownerType,ownerName',
      `${serials[0]},reseller,${chain.msp.name}`,
      `${serials[1]},msp,${chain.msp.name}`,
      `${serials[2]},msp,Nobody in particular`,
      `JRN-9999,msp,${chain.msp.name}`,
    ]
    const file = join(folder, 'appliances.csv')
    writeFileSync(file, lines.join('\n'))
    const say = (key: string, params: Rec = {}): string => text(key, params, 'fr')
    const { page, complaints } = await visitAs('vad@demo.test', `${service.origin}/oid/${chain.vad.oid}/admin/appliances/bulk`)
    await page.getByText(say('appliance.bulk.create')).waitFor()
    expect(await page.getByRole('button', { name: say('bulk.add'), exact: true }).count()).toBe(0)
    await page.locator('input[type=file]').setInputFiles(file)
    const problems = page.getByRole('complementary')
    for (const key of ['appliance.bulk.type.not.auth', 'appliance.bulk.owner.not.auth', 'appliance.bulk.create'])
      await problems.getByText(say(key)).first().waitFor()
    expect(complaints).toEqual([])
  })
})
