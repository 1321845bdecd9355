import { describe, expect, it } from 'vitest'
import { visit, visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()

const tenantOf = async (mail: string): Promise<string> => {
  const answer = await service.call(mail, '/api/user/v2/info')
  return ((await answer.json()) as { data: [{ tenant: { id: string } }] }).data[0].tenant.id
}

describe('a user', () => {
  it(
    'is attached by mail address, invited by a link, chooses a password, signs in, gets another role, and is detached',
    { tags: ['S0-2.8'] },
    async () => {
      const mail = 'wren.tidewater@journey.example'
      const tenant = await tenantOf('msp@demo.test')
      const users = `${service.origin}/oid/${tenant}/admin/users`
      const t = (key: string, params?: Record<string, unknown>): string => text(key, params, 'de')
      const { page, context, complaints } = await visitAs('msp@demo.test', users)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('link', { name: t('list.action.attach'), exact: true }).click()
      await page.waitForURL(`${users}/attach`)
      await page.getByText(t('user-role.notice.attach')).waitFor()
      expect(await page.getByRole('textbox', { name: t('user-role.field.name'), exact: true }).count()).toBe(0)
      const role = page.getByRole('combobox', { name: t('user-role.field.role'), exact: true })
      await expect.poll(() => role.locator('option').allInnerTexts()).toContain(t('user-role.option.role.admin'))
      const offered = await role.locator('option').allInnerTexts()
      for (const unavailable of ['sa', 'no_access']) expect(offered).not.toContain(t(`user-role.option.role.${unavailable}`))
      await page.getByRole('textbox', { name: t('user-role.field.mail'), exact: true }).fill(mail)
      await role.selectOption({ label: t('user-role.option.role.viewer') })
      await page.getByRole('button', { name: t('editor.verb.attach'), exact: true }).click()
      await page.waitForURL(users)

      await page.goto(`${users}?q=${mail}`)
      await page.getByRole('button', { name: t('list.row.actions', { name: mail }), exact: true }).click()
      await page.getByRole('menuitem', { name: t('list.row.invite'), exact: true }).click()
      await page.getByText(t('shell.invite.copied', { name: mail })).waitFor()
      const link = await page.evaluate(() => navigator.clipboard.readText())
      expect(link).toMatch(/\/oidc\/invitation\?token=[\w-]{43}$/)

      const invited = await visit(link)
      await invited.page.getByLabel(text('identity.field.name')).fill('Wren Tidewater')
      await invited.page.getByLabel(text('identity.field.newPassword'), { exact: true }).fill('short')
      await invited.page.getByLabel(text('identity.field.repeatPassword')).fill('short')
      await invited.page.getByRole('button', { name: text('identity.invitation.submit') }).click()
      await invited.page.getByRole('alert').waitFor()
      for (const key of ['identity.field.newPassword', 'identity.field.repeatPassword'])
        await invited.page.getByLabel(text(key), { exact: true }).fill('ebb and flow at dawn')
      await invited.page.getByRole('button', { name: text('identity.invitation.submit') }).click()
      await invited.page.getByText(text('identity.invitation.done')).waitFor()
      expect((await fetch(link)).status).toBe(404)
      await invited.page.getByRole('link', { name: text('identity.error.openConsole') }).click()
      await invited.page.getByText(text('identity.signIn.other')).click()
      await invited.page.getByLabel(text('identity.field.mail')).fill(mail)
      await invited.page.getByLabel(text('identity.field.password'), { exact: true }).fill('ebb and flow at dawn')
      await invited.page.getByRole('button', { name: text('identity.signIn.submit'), exact: true }).click()
      await invited.page.waitForURL(`${service.origin}/oid/${tenant}/admin/customers`)

      await page.goto(`${users}?q=${mail}`)
      await page.getByRole('link', { name: 'Wren Tidewater', exact: true }).click()
      await page.waitForURL(new RegExp(`/users/edit/[\\w-]+%2F${tenant}$`))
      expect(await page.getByRole('textbox', { name: t('user-role.field.name'), exact: true }).isEditable()).toBe(false)
      await role.selectOption({ label: t('user-role.option.role.inventory_manager') })
      await page.getByRole('button', { name: t('editor.verb.update'), exact: true }).click()
      await page.getByRole('button', { name: t('list.row.actions', { name: 'Wren Tidewater' }), exact: true }).click()
      expect(await page.getByRole('menuitem', { name: t('list.row.invite'), exact: true }).count()).toBe(0)
      await page.getByRole('menuitem', { name: t('list.action.detach'), exact: true }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('list.action.detach'), exact: true })
        .click()
      await page.getByText(t('list.noMatch.title')).waitFor()
      await invited.page.reload()
      await invited.page.getByText(text('header.tenant.logout.message')).waitFor()

      await page.goto(`${users}/journal`)
      const journalRows = page
        .getByRole('table')
        .getByRole('row')
        .filter({ hasText: /Wren Tidewater|wren\.tidewater/ })
      await expect.poll(() => journalRows.count()).toBe(6)
      expect(complaints).toEqual([])
    },
  )
})
