import { describe, expect, it } from 'vitest'
import type { UserInfo } from '../../../schemas/tenancy.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { tenantRoot } from '../../../src/screen-addresses.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'
import { intercept } from '../../support/browser/intercept.ts'

const service = demoService()

const homeOf = async (mail: string): Promise<string> =>
  ((await (await service.call(mail, '/api/user/v2/info')).json()) as { data: [UserInfo] }).data[0].tenant?.id ?? ''
const recordsAt = async (mail: string, path: string): Promise<ServedRecord[]> =>
  ((await (await service.call(mail, path)).json()) as { data: ServedRecord[] }).data

describe('the settings of a customer', () => {
  it(
    'are changed by its administrator, shown in journal and list, read-only for a viewer, and disabled where reporting is not available',
    { tags: ['S0-2.13', 'S0-6.38'] },
    async () => {
      const customer = await homeOf('customer@demo.test')
      const address = `${service.origin}${tenantRoot(customer)}/admin/settings`
      const { page, complaints } = await visitAs('customer@demo.test', address)
      const reporting = page.getByRole('combobox', { name: text('settings.field.reporting'), exact: true })
      await reporting.waitFor()
      const shown = await reporting.locator('option:checked').innerText()
      const wanted = shown === text('settings.option.reporting.standard') ? 'enhanced' : 'standard'
      await reporting.selectOption({ label: text(`settings.option.reporting.${wanted}`) })
      await page.getByRole('button', { name: text('editor.verb.update') }).click()
      await page
        .getByRole('region', { name: text('shell.toasts') })
        .getByRole('button', { name: text('shell.dismiss') })
        .waitFor()
      await page.getByRole('link', { name: text('editor.journal') }).click()
      await page.getByRole('button', { name: new RegExp(`to ${text(`settings.option.reporting.${wanted}`)}`) }).waitFor()
      const [listed] = await recordsAt('owner@demo.test', `/api/v1/customers?parentTenantOid=platform&filter=oid==${customer}`)
      expect(listed?.['reporting']).toBe(wanted)
      expect(complaints).toEqual([])

      const reader = await visitAs('viewer@demo.test', address)
      await reader.page.getByText(text('editor.reading', {}, 'fr'), { exact: true }).waitFor()
      expect(await reader.page.getByRole('combobox', { name: text('settings.field.reporting', {}, 'fr'), exact: true }).isDisabled()).toBe(
        true,
      )
      expect(await reader.page.getByRole('button', { name: text('editor.verb.update', {}, 'fr') }).count()).toBe(0)

      const [withoutReporting] = await recordsAt(
        'owner@demo.test',
        '/api/v1/customers?parentTenantOid=platform&size=1&filter=reporting==not_available',
      )
      const owner = await visitAs('owner@demo.test', `${service.origin}${tenantRoot(withoutReporting?.oid ?? '')}/admin/settings`)
      await owner.page.getByText(text('settings.reporting.not.available')).waitFor()
      expect(await owner.page.getByRole('combobox', { name: text('settings.field.reporting'), exact: true }).isDisabled()).toBe(true)
    },
  )

  it(
    'for edge security require a secret until one is stored, synchronise host names, and can be reset',
    { tags: ['S0-2.14', 'S0-2.36', 'S0-2.37', 'S0-4.26'] },
    async () => {
      const customer = await homeOf('diy@demo.test')
      const { page, complaints } = await visitAs('diy@demo.test', `${service.origin}${tenantRoot(customer)}/admin/cloudSecSettings`)
      const t = (key: string): string => text(`cloud-security-settings.${key}`)
      const update = page.getByRole('button', { name: text('editor.verb.update') })
      const secret = page.getByLabel(new RegExp(`^${t('field.clientSecret')}`))
      const saved = page.getByRole('region', { name: text('shell.toasts') }).getByRole('button', { name: text('shell.dismiss') })
      const sync = page.getByRole('button', { name: t('command.sync'), exact: true })
      const reset = page.getByRole('button', { name: t('command.reset'), exact: true })
      await secret.waitFor()
      // The demo data may have it configured: every run begins without.
      if ((await reset.getAttribute('aria-disabled')) === null) {
        await reset.click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('command.reset') })
          .click()
        await page.getByText(t('command.reset.done')).waitFor()
      }
      for (const button of [sync, reset]) expect(await button.getAttribute('aria-disabled')).toBe('true')

      await page.getByRole('switch', { name: t('field.enabled') }).click()
      await page.getByRole('textbox', { name: t('field.clientID'), exact: true }).fill('northwind-edge')
      await update.click()
      await page.getByText(text('validation.global.error')).waitFor()
      expect(await secret.getAttribute('aria-invalid')).toBe('true')
      await secret.fill('tidal-lock-42')
      await update.click()
      await saved.first().waitFor()
      await page.getByText(text('editor.secret.confirmed')).waitFor()
      expect(await secret.inputValue()).toBe('')

      // Once a secret is stored, another change needs none.
      await page.getByRole('textbox', { name: t('field.clientID'), exact: true }).fill('northwind-edge-2')
      await update.click()
      await page.getByText(text('editor.bar.nothing')).waitFor()

      await intercept(
        page,
        '**/refreshCloudsec/**',
        (route) => route.fulfill({ status: 503, json: { status: 503, detail: 'The cloud is away.' } }),
        {
          times: 6,
        },
      )
      await sync.click()
      await expect.poll(() => sync.getAttribute('aria-busy')).toBe('true')
      await page.getByText(/The cloud is away\./).waitFor()
      await sync.click()
      await page.getByText(t('command.sync.done')).waitFor()
      await page.getByText(t('field.fqdnsSyncedAt')).waitFor()

      await reset.click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('command.reset') })
        .click()
      await page.getByText(t('command.reset.done')).waitFor()
      expect(await page.getByText(text('editor.secret.confirmed')).count()).toBe(0)
      await expect.poll(() => reset.getAttribute('aria-disabled')).toBe('true')
      expect(complaints.filter((complaint) => !complaint.includes('503'))).toEqual([])
    },
  )
})

describe('working in several tenants', () => {
  it('keeps the tab and search of each list per tenant', async () => {
    const { page } = await visitAs('owner@demo.test', `${service.origin}${tenantRoot('platform')}/admin/customers`)
    const search = page.getByRole('searchbox')
    const choose = async (name: RegExp | string, typed?: string): Promise<void> => {
      await page.getByRole('button', { name: /^Tenant:/ }).click()
      const picker = page.getByRole('dialog', { name: text('header.tenant.choose') })
      if (typed !== undefined) await picker.getByRole('combobox').fill(typed)
      await picker.getByRole('option', { name }).first().click()
      await picker.waitFor({ state: 'detached' })
    }
    await search.fill('work')
    await page.waitForURL(/q=work/)
    await choose(/^All/)
    await page.waitForURL(/\/oid\/all\/admin\/customers$/)
    await expect.poll(() => search.inputValue()).toBe('')
    await page.getByRole('tab', { name: /^Frozen/ }).click()
    await page.waitForURL(/tab=frozen/)
    await choose('Meridiem', 'Meridiem')
    await page.waitForURL(/\/oid\/platform\/admin\/customers\?q=work$/)
    await expect.poll(() => search.inputValue()).toBe('work')
    await choose(/^All/)
    await page.waitForURL(/\/oid\/all\/admin\/customers\?tab=frozen$/)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('customersActiveFilter'))).toBe('frozen')
  })

  it(
    'leads users who detach themselves from a tenant to another one; without another, shows a message and logs them out',
    { tags: ['S0-4.21'] },
    async () => {
      const [msp, reseller] = await Promise.all(['msp@demo.test', 'reseller@demo.test'].map(homeOf))
      const attached = await service.call('owner@demo.test', '/api/v1/userroles', {
        method: 'POST',
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ data: [{ tenantOid: reseller, mail: 'msp@demo.test', role: 'admin' }] }),
      })
      expect(attached.status).toBe(201)
      const t = (key: string, params?: Record<string, unknown>): string => text(key, params, 'de')
      const { page } = await visitAs('msp@demo.test', `${service.origin}${tenantRoot(msp ?? '')}/admin/users?q=msp@demo.test`)
      const detach = async (): Promise<void> => {
        await page.getByRole('button', { name: t('list.row.actions', { name: 'Annika Brandt' }), exact: true }).click()
        await page.getByRole('menuitem', { name: t('list.action.detach') }).click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('list.action.detach') })
          .click()
      }
      await detach()
      await page.getByText(t('shell.noTenant.about')).waitFor()
      await page.getByRole('link', { name: t('shell.noTenant.home') }).click()
      await page.waitForURL(`**${tenantRoot(reseller ?? '')}/admin/customers`)

      await page.goto(`${service.origin}${tenantRoot(reseller ?? '')}/admin/users?q=msp@demo.test`)
      await detach()
      const alert = page.getByRole('alertdialog').filter({ hasText: t('header.tenant.logout.message') })
      await alert.getByRole('button', { name: t('shell.ok') }).click()
      await page.getByText(text('shell.disconnected')).waitFor()
    },
  )
})
