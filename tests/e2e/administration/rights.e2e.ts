import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { createPath, pageNameKey } from '../../../renderer/descriptor/record-pages.ts'
import { recordName } from '../../../renderer/data/labels.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { Can, ListAnswer, PlanItem, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { UserInfo } from '../../../schemas/tenancy.ts'
import { withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { EntityMeta, Rec } from '../../../schemas/vocabulary/types.ts'
import { ACCOUNTS } from '../../../server/demo/tenants/accounts.ts'
import { listAddress, tenantRoot, type NavigationScreen } from '../../../src/screen-addresses.ts'
import { isTabOfMany, pagesBelow, pageScreens } from '../../support/browser/page-screens.ts'
import { moveTo, visitAs } from '../../support/browser/browser.ts'
import { expectReason } from '../../support/browser/fields.ts'
import { listedEverywhere, people, readOnly, type Offers } from '../../support/browser/expected-rights.ts'
import { schemaOf } from '../../support/browser/editor-page.ts'
import { rowEntitiesOf, oneOfEachKind, listOf, recordScreenOf } from '../../support/samples/gathered.ts'
import { changeRoles } from '../../support/api/people.ts'
import { recordsOfAnswer } from '../../support/api/wire-calls.ts'
import { distinct, sampleFileOf } from '../../support/samples/sample-fixtures.ts'
import { candidates, changeOf, sampleRecord } from '../../support/samples/sample-record.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { inExtent } from '../../support/extent.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService({
  prepare: async (template) => {
    await changeRoles(template, { grant: [{ mail: 'viewer@demo.test', sameTenantAs: 'msp@demo.test', role: 'viewer' }] })
  },
})

const languageOf = (mail: string): string => ACCOUNTS.find((account) => account.mail === mail)?.locale ?? 'en'

type ListContext = { root: string; offers: Offers; list: ListAnswer }
type RecordContext = { root: string; record: ServedRecord }

const pathOf = (page: Page): string => new URL(page.url()).pathname

/** Screens that are opened and compared with the service: in the short extent lists, a single record, matrices and a tab of records. */
const screens = inExtent(pageScreens, 'entity', ['customer', 'license', 'edge-box', 'settings', 'vpn-zone-policy', 'transport-network'])

// An administrator of an overlay; tests/api/users/rights-matrix.test.ts checks the rights of every role in the service.
describe.each(inExtent(people, 'mail', ['customer@demo.test']))(
  '$mail',
  ({ mail, lists, landingPath, home: refusedTo = landingPath, places = [], all = false }) => {
    const t = (key: string, params?: Record<string, unknown>): string => text(key, params, languageOf(mail))
    const get = async <T>(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: T }> => {
      const answer = await service.call(mail, path, { headers })
      return { status: answer.status, body: recordsOfAnswer(path, (await answer.json()) as T) }
    }
    /** Keys of the reasons for which the service refuses the change; none where it allows it. */
    const refusals = async (item: PlanItem, tenantOid: string): Promise<string[]> => {
      const body = JSON.stringify({ items: [item], source: 'editor', tenantOid })
      const answer = await service.call(mail, '/api/v1/plans?dryRun=true', {
        method: 'POST',
        body,
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      const { applied = false, items = [] } = (await answer.json()) as Partial<PlanResult>
      if (applied) return []
      const keys = new Set(items.flatMap((one) => one.errors ?? []).map(({ key }) => key))
      return keys.size > 0 ? [...keys] : [`status ${answer.status}`]
    }

    it('is offered exactly what the specification and the service allow', { tags: ['S0-6.30', 'S2-6.4', 'S2-6.24'] }, async () => {
      const home = (await get<{ data: [UserInfo] }>('/api/user/v2/info')).body.data[0].tenant?.id ?? ''
      const root = tenantRoot(home)
      const { page, complaints } = await visitAs(mail, service.origin)
      await page.waitForURL(service.origin + root + landingPath)
      const menu = page.getByRole('navigation', { name: t('shell.navigation') })
      const allowed = pageScreens.filter(({ entity }) => lists[entity])
      await menu.waitFor()
      expect(await menu.getByRole('group').getByRole('link').allInnerTexts()).toEqual([
        ...allowed.filter(({ tabOf }) => !tabOf).map(({ entity, screen }) => t(pageNameKey(entity, screen))),
        ...places.map((key) => t(key)),
      ])

      for (const entry of screens) {
        if (entry.one) {
          await (lists[entry.entity]
            ? moveTo(page, `${root}/${entry.path}`).then(() => expectSinglePage(page))
            : expectRedirect(page, entry, root))
          continue
        }
        const offers = lists[listOf(entry)]
        const { route, listRoute, tenantParam = 'tenantOid', theme, writtenByCommands = false }: EntityMeta = entityMeta[entry.entity]
        const address = listRoute?.replace('{tenantOid}', home) ?? `${route}?${tenantParam}=${home}`
        const list = await get<ListAnswer>(`${address}${address.includes('?') ? '&' : '?'}size=100`, headersOf(entry, home))
        const journal = await get(`/journal/api/v1/journal/entries/${home}/${theme}?limit=1`)
        const byService = {
          list: list.status === 200,
          journal: journal.status === 200,
          add: writtenByCommands ? list.body.meta?.can['add'] === true : await mayCreate(entry, home),
        }
        expect({ entity: entry.entity, ...byService }).toEqual({
          entity: entry.entity,
          list: offers !== undefined,
          // A list of several kinds has no records of its own: its actions are those of the kinds.
          journal: offers?.journal === true && !rowEntitiesOf(schemaOf(entry)),
          add: offers?.add === true && (writtenByCommands || entry.screen.editor !== undefined) && !rowEntitiesOf(schemaOf(entry)),
        })
        if (!offers) await expectRedirect(page, entry, root)
        else if (entry.screen.matrix) await expectMatrix(page, entry, { root, offers })
        else if (isTabOfMany(entry)) await expectTab(page, entry, { root, offers, list: list.body })
        else if (entry.screen.list) await expectOffers(page, entry, { root, offers, list: list.body })
        else await expectPages(page, entry, { root, offers })
      }

      await page.goto(service.origin + tenantRoot('all'))
      await page.getByRole('main').waitFor()
      await expect.poll(() => pathOf(page), { timeout: 15_000 }).toBe(all ? `${tenantRoot('all')}/admin/requests` : root + landingPath)
      if (all) {
        const everywhere = allowed.filter(({ entity }) => listedEverywhere.includes(entity))
        for (const entry of everywhere.filter(({ entity }) => entity === 'request')) await expectHeader(page, entry, readOnly)
        for (const entry of everywhere) await expectOthersClosed(page, entry, { root: tenantRoot('all'), offers: readOnly })
      }
      // The service refuses a journal that is opened by its address, which the browser logs.
      expect(complaints.filter((complaint) => !/ 403 .*\/journal\//.test(complaint))).toEqual([])
    })

    const mayCreate = async (entry: NavigationScreen, home: string): Promise<boolean> => {
      const schema = schemaOf(entry)
      const { parent = '', scope } = schema['x-entity']
      if (scope === 'overlay') return mayCreateSample(entry, home)
      const types = schema.properties[parent]?.['x-ref']?.where?.['type'] ?? []
      const children = await get<ListAnswer>(
        `/api/v1/tenants?tenantOid=${home}&size=1&filter=${encodeURIComponent(`type=in=(${types.join(',')})`)}`,
      )
      for (const parentOid of [home, children.body.data?.[0]?.oid]) {
        for (const candidate of candidates(schema, { ...sampleRecord(schema, 'rights'), [parent]: parentOid })) {
          const needed = Object.entries(candidate).filter(([name]) => name === parent || name === 'type' || schema.required?.includes(name))
          if ((await refusals({ entity: entry.entity, action: 'create', changes: Object.fromEntries(needed) }, home)).length === 0)
            return true
        }
      }
      return false
    }

    /** A record that a customer has once is a page of its own; the service's side is in rights-matrix.test.ts. */
    const expectSinglePage = async (page: Page): Promise<void> => {
      await page.getByRole('link', { name: t('editor.journal') }).waitFor()
      await page.getByRole('button', { name: t('editor.verb.update') }).waitFor()
    }

    const headersOf = ({ entity }: NavigationScreen, home: string): Record<string, string> =>
      entityMeta[entity].scope === 'overlay' ? { 'x-overlay-oid': home } : {}

    /** Whether the person may create the first sample; the records that it refers to are created by their names. */
    const mayCreateSample = async ({ entity }: NavigationScreen, home: string): Promise<boolean> => {
      const schema = schemaOf({ entity })
      if (schema['x-entity'].readOnly) return false
      const [first] = sampleFileOf(entity).valid
      const named = JSON.parse(JSON.stringify(first?.record).replaceAll('"@', '"')) as Rec
      return (await refusals({ entity, action: 'create', changes: distinct(schema, named, 'rights') }, home)).length === 0
    }

    /** Expects every address of a screen that the person may not open to redirect to their home page. */
    const expectRedirect = async (page: Page, entry: NavigationScreen, root: string): Promise<void> => {
      for (const rest of pagesBelow(entry)) {
        await moveTo(page, `${root}/${entry.path}${rest}`)
        await expect.poll(() => pathOf(page), { message: rest, timeout: 15_000 }).toBe(root + refusedTo)
      }
      if (refusedTo === '/admin') await page.getByText(t('admin.no.match')).waitFor()
    }

    const expectHeader = async (page: Page, { entity, screen }: NavigationScreen, offers: Offers): Promise<void> => {
      const names = { add: `list.action.${screen.editor?.verbs?.create ?? 'create'}`, bulk: 'list.bulk', journal: 'list.journal' } as const
      const has = {
        add: screen.list?.add !== false,
        bulk: screen.bulk !== undefined || rowEntitiesOf(schemaOf({ entity })) !== undefined,
        journal: true,
      }
      for (const [offer, key] of Object.entries(names)) {
        const isOffered = offers[offer as keyof Offers]
        if (!has[offer as keyof Offers]) {
          expect(
            await page
              .getByRole('main')
              .getByRole('link', { name: t(key), exact: true })
              .count(),
            key,
          ).toBe(0)
          continue
        }
        const button = page.getByRole('button', { name: t(key), exact: true })
        // For a list of several kinds the action is a menu of the kinds.
        const offered = page.getByRole('link', { name: t(key), exact: true }).or(button.and(page.locator('[aria-haspopup=menu]')))
        await (isOffered ? offered : button).first().waitFor()
        if (isOffered) expect(await offered.first().getAttribute('aria-disabled')).toBeNull()
        else await expectReason(page, button.first(), /./)
      }
    }

    const expectOffers = async (page: Page, entry: NavigationScreen, { root, offers, list }: ListContext): Promise<void> => {
      await moveTo(page, `${root}/${entry.path}`)
      await page.getByRole('heading', { level: 1, name: t(`${entry.entity}.many`) }).waitFor()
      await expectHeader(page, entry, offers)
      // Entities that only commands change have no editor; other tests cover them.
      if (entry.screen.editor || rowEntitiesOf(schemaOf(entry)))
        for (const record of oneOfEachKind(entry, list.data)) await expectRow(page, entry, { root, record })
      await expectOthersClosed(page, entry, { root, offers })
    }

    /** Expects the card of a matrix to lead to its journal, and to be read-only without the right to change it. */
    const expectMatrix = async (page: Page, entry: NavigationScreen, { root, offers }: { root: string; offers: Offers }): Promise<void> => {
      const { entity, screen } = entry
      await moveTo(page, listAddress(decodeURIComponent(root.replace('/oid/', '')), screen.matrix?.on ?? entity))
      const card = page.getByRole('region', { name: t(`${entity}.many`), exact: true })
      await card.getByRole('gridcell').first().waitFor()
      expect(await card.getByRole('grid').getAttribute('aria-readonly')).toBe(String(!offers.journal))
      await card.getByRole('link', { name: t('list.journal'), exact: true }).click()
      await page.getByRole('heading', { level: 1, name: t('journal.title', { entities: t(`${entity}.many`) }) }).waitFor()
    }

    /** Expects a tab of records to be open, with a journal where the person may see it, and the service to grant what each record offers. */
    const expectTab = async (page: Page, entry: NavigationScreen, { root, offers, list }: ListContext): Promise<void> => {
      await moveTo(page, `${root}/${entry.path}`)
      await page.getByRole('heading', { level: 2, name: t(`${entry.entity}.many`) }).waitFor()
      expect(await page.getByRole('link', { name: t('editor.journal') }).count()).toBe(offers.journal ? 1 : 0)
      for (const record of oneOfEachKind(entry, list.data)) await expectGranted(entry, { root, record })
      await expectOthersClosed(page, entry, { root, offers })
    }

    /** Checks the pages of a screen whose records appear in another screen's list. */
    const expectPages = async (page: Page, entry: NavigationScreen, { root, offers }: { root: string; offers: Offers }): Promise<void> => {
      if (!offers.add) return expectOthersClosed(page, entry, { root, offers })
      await moveTo(page, createPath(`${root}/${entry.path}`, entry.screen))
      await page.getByRole('button', { name: t(`editor.verb.${entry.screen.editor?.verbs?.create ?? 'create'}`) }).waitFor()
      await moveTo(page, `${root}/${entry.path}/journal`)
      await page.getByRole('heading', { level: 1, name: t('journal.title', { entities: t(`${entry.entity}.many`) }) }).waitFor()
      await moveTo(page, `${root}/${entry.path}/bulk`)
      await page.getByRole('heading', { level: 1, name: t('bulk.title', { many: t(`${entry.entity}.many`) }) }).waitFor()
    }

    /** Expects pages without the right to them to show that it is missing when they are opened by their address. */
    const expectOthersClosed = async (
      page: Page,
      entry: NavigationScreen,
      { root, offers }: { root: string; offers: Offers },
    ): Promise<void> => {
      if (!offers.add && entry.screen.editor) {
        await moveTo(page, createPath(`${root}/${entry.path}`, entry.screen))
        await page.getByRole('heading', { name: t('editor.noRight.title') }).waitFor()
      }
      if (!offers.journal) {
        await moveTo(page, `${root}/${entry.path}/journal`)
        await page.getByText(t('journal.noRight.title')).waitFor()
      }
      if (!offers.bulk && entry.screen.bulk) {
        await moveTo(page, `${root}/${entry.path}/bulk`)
        await page.getByRole('heading', { name: t('bulk.noRight.title') }).waitFor()
      }
    }

    /** Expects the service to grant exactly what the record's `can` offers. */
    const expectGranted = async (entry: NavigationScreen, { root, record }: RecordContext): Promise<void> => {
      const { can, oid, revision } = record
      const home = decodeURIComponent(root.replace('/oid/', ''))
      const target = recordScreenOf(entry, record)
      if (!target) return
      const common = { entity: target.entity, oid, revision }
      const full = await get<{ data: [ServedRecord] }>(
        `${entityMeta[target.entity].route}/${encodeURIComponent(oid)}?tenantOid=${home}`,
        headersOf(target, home),
      )
      const [field, value] = changeOf(schemaOf(target), full.body.data[0])
      const change = withValueAt({}, field.split('/'), value)
      expect(await refusals({ ...common, action: 'update', changes: change }, home)).toEqual(reasonsOf(can['update']))
      // A record that others refer to cannot be deleted, whatever the person's rights.
      const deletionRefusals = await refusals({ ...common, action: 'delete' }, home)
      expect(deletionRefusals.filter((key) => can['delete'] !== true || key !== 'service.record.used')).toEqual(reasonsOf(can['delete']))
    }

    /** Expects the menu of a row, its editor and the service to agree on what may be done. */
    const expectRow = async (page: Page, entry: NavigationScreen, { root, record }: RecordContext): Promise<void> => {
      const { can, oid } = record
      const mayUpdate = can['update'] === true
      const mayDelete = can['delete'] === true
      const target = recordScreenOf(entry, record)
      if (!target) return
      const label = schemaOf(entry)['x-entity'].label
      await expectGranted(entry, { root, record })

      const searched = page.waitForResponse(
        (response) =>
          response
            .url()
            .includes(((entityMeta[entry.entity] as EntityMeta).listRoute ?? entityMeta[entry.entity].route).split('{')[0] ?? '') &&
          response.url().includes('ilike'),
      )
      await moveTo(page, `${root}/${entry.path}?q=${encodeURIComponent(String(record[label]))}`)
      await searched
      await page
        .getByRole('button', {
          name: t('list.row.actions', { name: recordName({ schema: schemaOf(entry), screen: entry.screen }, record) }),
          exact: true,
        })
        // A person may have several roles, and several people one name.
        .first()
        .click()
      await page.getByRole('menuitem', { name: t(mayUpdate ? 'list.row.edit' : 'list.row.view'), exact: true }).waitFor()
      const remove = page.getByRole('menuitem', { name: t(`list.action.${entry.screen.editor?.verbs?.delete ?? 'delete'}`) })
      expect(await remove.getAttribute('aria-disabled')).toBe(mayDelete ? null : 'true')
      if (!mayDelete) expect(await remove.getAttribute('aria-description')).toBe(reasonOf(can))
      await page.keyboard.press('Escape')

      await moveTo(page, `${root}/${target.path}/edit/${encodeURIComponent(oid)}`)
      await page.getByRole('heading', { level: 1, name: String(record[label]) }).waitFor()
      expect(await page.getByRole('button', { name: t('editor.verb.update') }).count()).toBe(mayUpdate ? 1 : 0)
      expect(await page.getByText(t('editor.reading'), { exact: true }).count()).toBe(mayUpdate ? 0 : 1)
      const form = page.getByRole('form')
      const open = form.getByRole('textbox').or(form.getByRole('combobox')).and(page.locator(':enabled:not([readonly])'))
      await expect.poll(async () => (await open.count()) > 0).toBe(mayUpdate)
      if (target.screen.editor?.deletes === false) return
      const button = page.getByRole('button', {
        name: t(`editor.verb.${target.screen.editor?.verbs?.delete ?? 'delete'}`),
        exact: true,
      })
      expect(await button.getAttribute('aria-disabled')).toBe(mayDelete ? null : 'true')
      if (!mayDelete) await expectReason(page, button, reasonOf(can))
    }

    const reasonOf = (can: Can): string => {
      const reason = can['delete']
      return typeof reason === 'object' ? t(reason.because, reason.params) : ''
    }
  },
)

/** The keys of the reasons for which a list does not offer something. */
const reasonsOf = (may: Can[string] | undefined): string[] => (typeof may === 'object' ? [may.because] : [])

describe('a user without a role', () => {
  it('sees no tenant and reads nothing', async () => {
    const context = await service.call('nobody@demo.test', '/api/user/v2/context')
    expect(((await context.json()) as { data: [{ scopes: unknown[]; all?: unknown }] }).data[0]).toMatchObject({ scopes: [] })
    for (const { entity } of pageScreens) {
      const { route, scope, tenantParam = 'tenantOid' } = entityMeta[entity]
      const headers: Record<string, string> = scope === 'overlay' ? { 'x-overlay-oid': 'platform' } : {}
      for (const query of ['', `?${tenantParam}=platform`])
        expect((await service.call('nobody@demo.test', route + query, { headers })).status).toBeGreaterThanOrEqual(403)
    }
    const { page } = await visitAs('nobody@demo.test', service.origin)
    const alert = page.getByRole('alertdialog')
    await alert.getByText(text('header.tenant.logout.message')).waitFor()
    await alert.getByRole('button', { name: text('shell.ok') }).click()
    await page.getByText(text('shell.disconnected')).waitFor()
  })
})
