import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Locator, Page } from 'playwright'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import type { EntityName } from '../../schemas/generated/entity-names.ts'
import type { Can, ListAnswer, PlanItem, PlanResult, ServedRecord } from '../../schemas/plan.ts'
import type { UserInfo } from '../../schemas/tenancy.ts'
import { ACCOUNTS } from '../../server/demo/accounts.ts'
import { navigationScreens, tenantRoot, type NavigationScreen } from '../../src/screen-addresses.ts'
import { closeBrowser, visitAs } from '../support/browser.ts'
import { schemaOf } from '../support/editor-page.ts'
import { changeRoles } from '../support/people.ts'
import { sampleRecord } from '../support/sample-record.ts'
import { startService, type RunningService } from '../support/service.ts'
import { text } from '../support/texts.ts'

let service: RunningService
const folder = mkdtempSync(join(tmpdir(), 'rights-'))

beforeAll(async () => {
  const template = join(folder, 'data')
  cpSync(inject('demoData'), template, { recursive: true })
  await changeRoles(template, { grant: [{ mail: 'viewer@demo.test', sameTenantAs: 'msp@demo.test', role: 'viewer' }] })
  service = await startService({ template })
})
afterAll(async () => {
  await closeBrowser()
  await service.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** What a list offers as a whole (S0 section 6). */
interface Offers {
  add: boolean
  bulk: boolean
  journal: boolean
}
const everything: Offers = { add: true, bulk: true, journal: true }
const reading: Offers = { add: false, bulk: false, journal: false }

interface Expected {
  mail: string
  /** Lists of the person's own tenant; what is not named here may not be seen. */
  lists: Partial<Record<EntityName, Offers>>
  /** Address below the own tenant that the root leads to. */
  landsOn: string
  /** Where addresses lead that are not for this person. @default landsOn */
  home?: string
  /** May use tenant id 'all'. */
  all?: boolean
}

/** Written from S0 section 6, on purpose not from the rights table. `viewer@` has been made a viewer of the service provider, too. */
const people: Expected[] = [
  { mail: 'owner@demo.test', lists: { partner: everything, customer: everything }, landsOn: '/admin/partners', all: true },
  { mail: 'vad@demo.test', lists: { partner: everything, customer: everything }, landsOn: '/admin/partners' },
  { mail: 'msp@demo.test', lists: { customer: everything }, landsOn: '/admin/customers' },
  { mail: 'reseller@demo.test', lists: { customer: everything }, landsOn: '/admin/customers' },
  { mail: 'customer@demo.test', lists: {}, landsOn: '' },
  { mail: 'network@demo.test', lists: {}, landsOn: '' },
  { mail: 'inventory@demo.test', lists: {}, landsOn: '', home: '/admin' },
  { mail: 'viewer@demo.test', lists: { customer: reading }, landsOn: '/admin/customers' },
  { mail: 'many@demo.test', lists: { partner: everything, customer: everything }, landsOn: '/admin/partners', all: true },
]

const languageOf = (mail: string): string => ACCOUNTS.find((account) => account.mail === mail)?.locale ?? 'en'

/** Another address in the same page, as a link would: loading everything anew for each would only take time. */
const moveTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const pathOf = (page: Page): string => new URL(page.url()).pathname

describe.each(people)('$mail', ({ mail, lists, landsOn, home: refusedTo = landsOn, all = false }) => {
  const say = (key: string, params?: Record<string, unknown>): string => text(key, params, languageOf(mail))
  const ask = async <T>(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: T }> => {
    const answer = await service.call(mail, path, { headers })
    return { status: answer.status, body: (await answer.json()) as T }
  }
  const dryRun = async (item: PlanItem, tenantOid: string): Promise<boolean> => {
    const body = JSON.stringify({ items: [item], source: 'editor', tenantOid })
    const answer = await service.call(mail, '/api/v1/plans?dryRun=true', {
      method: 'POST',
      body,
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    return answer.ok && ((await answer.json()) as PlanResult).applied
  }

  it('is offered exactly what the specification and the service allow', async () => {
    const home = (await ask<{ data: [UserInfo] }>('/api/user/v2/info')).body.data[0].tenant?.id ?? ''
    const root = tenantRoot(home)
    const { page, complaints } = await visitAs(mail, service.origin)
    await page.waitForURL(service.origin + root + landsOn)
    const menu = page.getByRole('navigation', { name: say('shell.navigation') })
    const allowed = navigationScreens.filter(({ entity }) => lists[entity])
    await menu.waitFor()
    expect(await menu.getByRole('group').getByRole('link').allInnerTexts()).toEqual(allowed.map(({ entity }) => say(`${entity}.many`)))

    for (const entry of navigationScreens) {
      const offers = lists[entry.entity]
      const { route, tenantParam = 'tenantOid', theme } = entityMeta[entry.entity]
      const headers = entityMeta[entry.entity].scope === 'overlay' ? { 'x-overlay-oid': home } : {}
      const list = await ask<ListAnswer>(`${route}?${tenantParam}=${home}&size=100`, headers)
      const journal = await ask(`/journal/api/v1/journal/entries/${home}/${theme}?limit=1`)
      const sides = { list: list.status === 200, journal: journal.status === 200, add: await mayCreate(entry, home) }
      expect({ entity: entry.entity, ...sides }).toEqual({
        entity: entry.entity,
        list: offers !== undefined,
        journal: offers?.journal === true,
        add: offers?.add === true,
      })
      if (offers) await expectOffers(page, entry, { root, offers, list: list.body })
      else await expectRedirect(page, entry, root)
    }

    await page.goto(service.origin + tenantRoot('all'))
    await page.getByRole('main').waitFor()
    await expect.poll(() => pathOf(page), { timeout: 15_000 }).toBe((all ? tenantRoot('all') : root) + landsOn)
    if (all) {
      await expectHeader(page, reading)
      for (const entry of allowed) await expectNoOthers(page, entry, tenantRoot('all'))
    }
    // A journal that is asked for by its address is refused by the service, which the browser notes.
    expect(complaints.filter((complaint) => !/ 403 .*\/journal\//.test(complaint))).toEqual([])
  })

  const mayCreate = async (entry: NavigationScreen, home: string): Promise<boolean> => {
    const schema = schemaOf(entry)
    const { parent = '' } = schema['x-entity']
    const types = schema.properties[parent]?.['x-ref']?.where?.['type'] ?? []
    const below = await ask<ListAnswer>(
      `/api/v1/tenants?tenantOid=${home}&size=1&filter=${encodeURIComponent(`type=in=(${types.join(',')})`)}`,
    )
    for (const parentOid of [home, below.body.data?.[0]?.oid]) {
      for (const type of schema.properties['type']?.enum ?? [undefined]) {
        const sample = Object.entries(sampleRecord(schema, 'rights')).filter(([name]) => schema.required?.includes(name))
        const changes = { ...Object.fromEntries(sample), [parent]: parentOid, ...(type === undefined ? {} : { type }) }
        if (await dryRun({ entity: entry.entity, action: 'create', changes }, home)) return true
      }
    }
    return false
  }

  /** Every address of a list that is not for this person leads to the administration's home. */
  const expectRedirect = async (page: Page, { path }: NavigationScreen, root: string): Promise<void> => {
    for (const rest of ['', '/new', '/bulk', '/journal', '/edit/019213f7-0000-7000-8000-000000000000']) {
      await moveTo(page, `${root}/${path}${rest}`)
      await expect.poll(() => pathOf(page), { message: rest, timeout: 15_000 }).toBe(root + refusedTo)
    }
    if (refusedTo === '/admin') await page.getByText(say('admin.no.match')).waitFor()
  }

  const expectHeader = async (page: Page, offers: Offers): Promise<void> => {
    const names = { add: 'list.action.create', bulk: 'list.bulk', journal: 'list.journal' } as const
    for (const [offer, key] of Object.entries(names)) {
      const isOffered = offers[offer as keyof Offers]
      await page
        .getByRole(isOffered ? 'link' : 'button', { name: say(key), exact: true })
        .first()
        .waitFor()
      if (!isOffered) await expectReason(page, page.getByRole('button', { name: say(key), exact: true }), /./)
    }
  }

  const expectOffers = async (
    page: Page,
    entry: NavigationScreen,
    { root, offers, list }: { root: string; offers: Offers; list: ListAnswer },
  ): Promise<void> => {
    await moveTo(page, `${root}/${entry.path}`)
    await page.getByRole('heading', { level: 1, name: say(`${entry.entity}.many`) }).waitFor()
    await expectHeader(page, offers)
    for (const record of kindsOf(list.data)) await expectRow(page, entry, { root, record })
    if (!offers.add) await expectNoOthers(page, entry, root)
  }

  /** Whoever may only read finds nothing behind the other addresses of a list. */
  const expectNoOthers = async (page: Page, entry: NavigationScreen, root: string): Promise<void> => {
    await moveTo(page, `${root}/${entry.path}/new`)
    await page.getByRole('heading', { name: say('editor.noRight.title') }).waitFor()
    await moveTo(page, `${root}/${entry.path}/journal`)
    await page.getByText(say('journal.noRight.title')).waitFor()
    await moveTo(page, `${root}/${entry.path}/bulk`)
    await page.getByRole('heading', { name: say('bulk.noRight.title') }).waitFor()
  }

  /** The menu of a row, the editor behind it and the service agree. */
  const expectRow = async (
    page: Page,
    entry: NavigationScreen,
    { root, record }: { root: string; record: ServedRecord },
  ): Promise<void> => {
    const { can, oid, revision } = record
    const home = decodeURIComponent(root.replace('/oid/', ''))
    const mayUpdate = can['update'] === true
    const mayDelete = can['delete'] === true
    const common = { entity: entry.entity, oid, revision }
    const label = schemaOf(entry)['x-entity'].label
    expect([
      await dryRun({ ...common, action: 'update', changes: { [label]: `${String(record[label])}.` } }, home),
      await dryRun({ ...common, action: 'delete' }, home),
    ]).toEqual([mayUpdate, mayDelete])

    const found = page.waitForResponse(
      (response) => response.url().includes(`${entityMeta[entry.entity].route}?`) && response.url().includes('ilike'),
    )
    await moveTo(page, `${root}/${entry.path}?q=${encodeURIComponent(String(record[label]))}`)
    await found
    await page.getByRole('button', { name: say('list.row.actions', { name: record[label] }), exact: true }).click()
    await page.getByRole('menuitem', { name: say(mayUpdate ? 'list.row.edit' : 'list.row.view') }).waitFor()
    const remove = page.getByRole('menuitem', { name: say('list.action.delete') })
    expect(await remove.getAttribute('aria-disabled')).toBe(mayDelete ? null : 'true')
    if (!mayDelete) expect(await remove.getAttribute('aria-description')).toBe(reasonOf(can))
    await page.keyboard.press('Escape')

    await moveTo(page, `${root}/${entry.path}/edit/${oid}`)
    await page.getByRole('heading', { level: 1, name: String(record[label]) }).waitFor()
    expect(await page.getByRole('button', { name: say('editor.verb.update') }).count()).toBe(mayUpdate ? 1 : 0)
    expect(await page.getByText(say('editor.reading'), { exact: true }).count()).toBe(mayUpdate ? 0 : 1)
    expect(await page.getByRole('textbox').first().isEditable()).toBe(mayUpdate)
    const button = page.getByRole('button', { name: say('editor.verb.delete'), exact: true })
    expect(await button.getAttribute('aria-disabled')).toBe(mayDelete ? null : 'true')
    if (!mayDelete) await expectReason(page, button, reasonOf(can))
  }

  const reasonOf = (can: Can): string => {
    const reason = can['delete']
    return typeof reason === 'object' ? say(reason.because, reason.params) : ''
  }
})

/** One record for each set of rights. */
const kindsOf = (records: readonly ServedRecord[]): ServedRecord[] => [
  ...new Map(records.map((record) => [JSON.stringify(record.can), record])).values(),
]

/** A disabled control says why under the pointer. */
async function expectReason(page: Page, control: Locator, reason: string | RegExp): Promise<void> {
  expect(await control.getAttribute('aria-disabled')).toBe('true')
  await control.hover()
  await page.getByRole('tooltip').filter({ hasText: reason }).waitFor()
  await page.mouse.move(0, 0)
}

describe('whoever has no role', () => {
  it('sees no tenant and reads nothing', async () => {
    const context = await service.call('nobody@demo.test', '/api/user/v2/context')
    expect(((await context.json()) as { data: [{ scopes: unknown[]; all?: unknown }] }).data[0]).toMatchObject({ scopes: [] })
    for (const { entity } of navigationScreens) {
      const { route, tenantParam = 'tenantOid' } = entityMeta[entity]
      for (const query of ['', `?${tenantParam}=platform`])
        expect((await service.call('nobody@demo.test', route + query)).status).toBeGreaterThanOrEqual(403)
    }
    const { page } = await visitAs('nobody@demo.test', service.origin)
    const alert = page.getByRole('alertdialog')
    await alert.getByText(text('header.tenant.logout.message')).waitFor()
    await alert.getByRole('button', { name: text('shell.ok') }).click()
    await page.getByText(text('shell.disconnected')).waitFor()
  })
})
