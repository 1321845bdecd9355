import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { createPath, pageNameKey } from '../../renderer/descriptor/record-pages.ts'
import { recordName } from '../../renderer/data/labels.ts'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import type { Can, ListAnswer, PlanItem, PlanResult, ServedRecord } from '../../schemas/plan.ts'
import type { UserInfo } from '../../schemas/tenancy.ts'
import { withValueAt } from '../../schemas/vocabulary/paths/pointer.ts'
import type { EntityMeta, Rec } from '../../schemas/vocabulary/types.ts'
import { ACCOUNTS } from '../../server/demo/tenants/accounts.ts'
import { listAddress, tenantRoot, type NavigationScreen } from '../../src/screen-addresses.ts'
import { isTabOfMany, pagesBelow, pageScreens } from '../support/browser/page-screens.ts'
import { moveTo, visitAs } from '../support/browser/browser.ts'
import { expectReason } from '../support/browser/fields.ts'
import { listedEverywhere, people, reading, type Offers } from '../support/browser/expected-rights.ts'
import { schemaOf } from '../support/browser/editor-page.ts'
import { rowEntitiesOf, kindsOf, listOf, recordScreenOf } from '../support/samples/gathered.ts'
import { changeRoles } from '../support/api/people.ts'
import { distinct, sampleFileOf } from '../support/samples/sample-fixtures.ts'
import { candidates, changeOf, sampleRecord } from '../support/samples/sample-record.ts'
import { demoService } from '../support/browser/demo-service.ts'
import { inExtent } from '../support/extent.ts'
import { text } from '../support/browser/texts.ts'

const service = demoService({
  prepare: async (template) => {
    await changeRoles(template, { grant: [{ mail: 'viewer@demo.test', sameTenantAs: 'msp@demo.test', role: 'viewer' }] })
  },
})

const languageOf = (mail: string): string => ACCOUNTS.find((account) => account.mail === mail)?.locale ?? 'en'

type OfList = { root: string; offers: Offers; list: ListAnswer }
type OfRecord = { root: string; record: ServedRecord }

const pathOf = (page: Page): string => new URL(page.url()).pathname

/** Screens whose addresses are tried by those whom they are closed to: lists, pages of one record, of matrices and of a list of several kinds. */
const closedScreens = inExtent(pageScreens, 'entity', ['customer', 'license', 'edge-box', 'settings', 'vpn-zone-policy'])

// An administrator of an overlay; tests/api/users/rights-matrix.test.ts holds the service to the rights of every role.
describe.each(inExtent(people, 'mail', ['customer@demo.test']))(
  '$mail',
  ({ mail, lists, landsOn, home: refusedTo = landsOn, places = [], all = false }) => {
    const say = (key: string, params?: Record<string, unknown>): string => text(key, params, languageOf(mail))
    const ask = async <T>(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: T }> => {
      const answer = await service.call(mail, path, { headers })
      return { status: answer.status, body: (await answer.json()) as T }
    }
    /** Why the service would not let the person do that, by the keys of its reasons; nothing where it would. */
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
      const home = (await ask<{ data: [UserInfo] }>('/api/user/v2/info')).body.data[0].tenant?.id ?? ''
      const root = tenantRoot(home)
      const { page, complaints } = await visitAs(mail, service.origin)
      await page.waitForURL(service.origin + root + landsOn)
      const menu = page.getByRole('navigation', { name: say('shell.navigation') })
      const allowed = pageScreens.filter(({ entity }) => lists[entity])
      await menu.waitFor()
      expect(await menu.getByRole('group').getByRole('link').allInnerTexts()).toEqual([
        ...allowed.filter(({ tabOf }) => !tabOf).map(({ entity, screen }) => say(pageNameKey(entity, screen))),
        ...places.map((key) => say(key)),
      ])

      for (const entry of pageScreens) {
        if (entry.one) {
          await (lists[entry.entity]
            ? moveTo(page, `${root}/${entry.path}`).then(() => expectOwn(page))
            : expectRedirect(page, entry, root))
          continue
        }
        const offers = lists[listOf(entry)]
        const { route, listRoute, tenantParam = 'tenantOid', theme, writtenByCommands = false }: EntityMeta = entityMeta[entry.entity]
        const address = listRoute?.replace('{tenantOid}', home) ?? `${route}?${tenantParam}=${home}`
        const headers = headersOf(entry, home)
        const list = await ask<ListAnswer>(`${address}${address.includes('?') ? '&' : '?'}size=100`, headers)
        const journal = await ask(`/journal/api/v1/journal/entries/${home}/${theme}?limit=1`)
        const sides = {
          list: list.status === 200,
          journal: journal.status === 200,
          add: writtenByCommands ? list.body.meta?.can['add'] === true : await mayCreate(entry, home),
        }
        expect({ entity: entry.entity, ...sides }).toEqual({
          entity: entry.entity,
          list: offers !== undefined,
          // A list of several kinds has no records of its own: what it offers is theirs.
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
      await expect.poll(() => pathOf(page), { timeout: 15_000 }).toBe(all ? `${tenantRoot('all')}/admin/requests` : root + landsOn)
      if (all) {
        const everywhere = allowed.filter(({ entity }) => listedEverywhere.includes(entity))
        for (const entry of everywhere.filter(({ entity }) => entity === 'request')) await expectHeader(page, entry, reading)
        for (const entry of everywhere) await expectNoOthers(page, entry, { root: tenantRoot('all'), offers: reading })
      }
      // A journal that is asked for by its address is refused by the service, which the browser notes.
      expect(complaints.filter((complaint) => !/ 403 .*\/journal\//.test(complaint))).toEqual([])
      // Goes through every screen there is.
    })

    const mayCreate = async (entry: NavigationScreen, home: string): Promise<boolean> => {
      const schema = schemaOf(entry)
      const { parent = '', scope } = schema['x-entity']
      if (scope === 'overlay') return maySample(entry, home)
      const types = schema.properties[parent]?.['x-ref']?.where?.['type'] ?? []
      const below = await ask<ListAnswer>(
        `/api/v1/tenants?tenantOid=${home}&size=1&filter=${encodeURIComponent(`type=in=(${types.join(',')})`)}`,
      )
      for (const parentOid of [home, below.body.data?.[0]?.oid]) {
        for (const candidate of candidates(schema, { ...sampleRecord(schema, 'rights'), [parent]: parentOid })) {
          const wanted = Object.entries(candidate).filter(([name]) => name === parent || name === 'type' || schema.required?.includes(name))
          if ((await refusals({ entity: entry.entity, action: 'create', changes: Object.fromEntries(wanted) }, home)).length === 0)
            return true
        }
      }
      return false
    }

    /** A record of which a customer has one is a page; the matrix of rights holds it against the service. */
    const expectOwn = async (page: Page): Promise<void> => {
      await page.getByRole('link', { name: say('editor.journal') }).waitFor()
      await page.getByRole('button', { name: say('editor.verb.update') }).waitFor()
    }

    const headersOf = ({ entity }: NavigationScreen, home: string): Record<string, string> =>
      entityMeta[entity].scope === 'overlay' ? { 'x-overlay-oid': home } : {}

    /** Whether the first of the samples may be there; what it refers to is made by its name. */
    const maySample = async ({ entity }: NavigationScreen, home: string): Promise<boolean> => {
      const schema = schemaOf({ entity })
      if (schema['x-entity'].readOnly) return false
      const [first] = sampleFileOf(entity).valid
      const named = JSON.parse(JSON.stringify(first?.record).replaceAll('"@', '"')) as Rec
      return (await refusals({ entity, action: 'create', changes: distinct(schema, named, 'rights') }, home)).length === 0
    }

    /** Every address of a screen that is not for this person leads to the administration's home. */
    const expectRedirect = async (page: Page, entry: NavigationScreen, root: string): Promise<void> => {
      if (!closedScreens.includes(entry)) return
      for (const rest of pagesBelow(entry)) {
        await moveTo(page, `${root}/${entry.path}${rest}`)
        await expect.poll(() => pathOf(page), { message: rest, timeout: 15_000 }).toBe(root + refusedTo)
      }
      if (refusedTo === '/admin') await page.getByText(say('admin.no.match')).waitFor()
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
              .getByRole('link', { name: say(key), exact: true })
              .count(),
            key,
          ).toBe(0)
          continue
        }
        const button = page.getByRole('button', { name: say(key), exact: true })
        // Where rows stand for records of several entities, the offer is a menu of these.
        const offered = page.getByRole('link', { name: say(key), exact: true }).or(button.and(page.locator('[aria-haspopup=menu]')))
        await (isOffered ? offered : button).first().waitFor()
        if (isOffered) expect(await offered.first().getAttribute('aria-disabled')).toBeNull()
        else await expectReason(page, button.first(), /./)
      }
    }

    const expectOffers = async (page: Page, entry: NavigationScreen, { root, offers, list }: OfList): Promise<void> => {
      await moveTo(page, `${root}/${entry.path}`)
      await page.getByRole('heading', { level: 1, name: say(`${entry.entity}.many`) }).waitFor()
      await expectHeader(page, entry, offers)
      // What commands change has no editor, and a suite of its own.
      if (entry.screen.editor || rowEntitiesOf(schemaOf(entry)))
        for (const record of kindsOf(entry, list.data)) await expectRow(page, entry, { root, record })
      await expectNoOthers(page, entry, { root, offers })
    }

    /** The card of a matrix leads to its journal and to the lists of its axes, for whoever may change these. */
    const expectMatrix = async (page: Page, entry: NavigationScreen, { root, offers }: { root: string; offers: Offers }): Promise<void> => {
      const { entity, screen } = entry
      await moveTo(page, listAddress(decodeURIComponent(root.replace('/oid/', '')), screen.matrix?.on ?? entity))
      const card = page.getByRole('region', { name: say(`${entity}.many`), exact: true })
      await card.getByRole('gridcell').first().waitFor()
      expect(await card.getByRole('grid').getAttribute('aria-readonly')).toBe(String(!offers.journal))
      await card.getByRole('link', { name: say('list.journal'), exact: true }).click()
      await page.getByRole('heading', { level: 1, name: say('journal.title', { entities: say(`${entity}.many`) }) }).waitFor()
    }

    /** A tab of records is open, and they say what may be done with them. */
    const expectTab = async (page: Page, entry: NavigationScreen, { root, offers, list }: OfList): Promise<void> => {
      await moveTo(page, `${root}/${entry.path}`)
      await page.getByRole('heading', { level: 2, name: say(`${entry.entity}.many`) }).waitFor()
      expect(await page.getByRole('link', { name: say('editor.journal') }).count()).toBe(offers.journal ? 1 : 0)
      for (const record of kindsOf(entry, list.data)) await expectAnswers(entry, { root, record })
      await expectNoOthers(page, entry, { root, offers })
    }

    /** The pages of a screen whose records stand in another one's list. */
    const expectPages = async (page: Page, entry: NavigationScreen, { root, offers }: { root: string; offers: Offers }): Promise<void> => {
      if (!offers.add) return expectNoOthers(page, entry, { root, offers })
      await moveTo(page, createPath(`${root}/${entry.path}`, entry.screen))
      await page.getByRole('button', { name: say(`editor.verb.${entry.screen.editor?.verbs?.create ?? 'create'}`) }).waitFor()
      await moveTo(page, `${root}/${entry.path}/journal`)
      await page.getByRole('heading', { level: 1, name: say('journal.title', { entities: say(`${entry.entity}.many`) }) }).waitFor()
      await moveTo(page, `${root}/${entry.path}/bulk`)
      await page.getByRole('heading', { level: 1, name: say('bulk.title', { many: say(`${entry.entity}.many`) }) }).waitFor()
    }

    /** Whoever may only read finds nothing behind the other addresses of a list. */
    const expectNoOthers = async (
      page: Page,
      entry: NavigationScreen,
      { root, offers }: { root: string; offers: Offers },
    ): Promise<void> => {
      if (!offers.add && entry.screen.editor) {
        await moveTo(page, createPath(`${root}/${entry.path}`, entry.screen))
        await page.getByRole('heading', { name: say('editor.noRight.title') }).waitFor()
      }
      if (!offers.journal) {
        await moveTo(page, `${root}/${entry.path}/journal`)
        await page.getByText(say('journal.noRight.title')).waitFor()
      }
      if (!offers.bulk && entry.screen.bulk) {
        await moveTo(page, `${root}/${entry.path}/bulk`)
        await page.getByRole('heading', { name: say('bulk.noRight.title') }).waitFor()
      }
    }

    /** What a record says that may be done with it is what the service does. */
    const expectAnswers = async (entry: NavigationScreen, { root, record }: OfRecord): Promise<void> => {
      const { can, oid, revision } = record
      const home = decodeURIComponent(root.replace('/oid/', ''))
      const stands = recordScreenOf(entry, record)
      if (!stands) return
      const common = { entity: stands.entity, oid, revision }
      const whole = await ask<{ data: [ServedRecord] }>(
        `${entityMeta[stands.entity].route}/${encodeURIComponent(oid)}?tenantOid=${home}`,
        headersOf(stands, home),
      )
      const [field, value] = changeOf(schemaOf(stands), whole.body.data[0])
      const change = withValueAt({}, field.split('/'), value)
      expect(await refusals({ ...common, action: 'update', changes: change }, home)).toEqual(reasonsOf(can['update']))
      // A record that others refer to stays for their sake, whatever the person may do.
      const kept = await refusals({ ...common, action: 'delete' }, home)
      expect(kept.filter((key) => can['delete'] !== true || key !== 'service.record.used')).toEqual(reasonsOf(can['delete']))
    }

    /** The menu of a row, the editor behind it and the service agree. */
    const expectRow = async (page: Page, entry: NavigationScreen, { root, record }: OfRecord): Promise<void> => {
      const { can, oid } = record
      const mayUpdate = can['update'] === true
      const mayDelete = can['delete'] === true
      const stands = recordScreenOf(entry, record)
      if (!stands) return
      const label = schemaOf(entry)['x-entity'].label
      await expectAnswers(entry, { root, record })

      const found = page.waitForResponse(
        (response) =>
          response
            .url()
            .includes(((entityMeta[entry.entity] as EntityMeta).listRoute ?? entityMeta[entry.entity].route).split('{')[0] ?? '') &&
          response.url().includes('ilike'),
      )
      await moveTo(page, `${root}/${entry.path}?q=${encodeURIComponent(String(record[label]))}`)
      await found
      await page
        .getByRole('button', {
          name: say('list.row.actions', { name: recordName({ schema: schemaOf(entry), screen: entry.screen }, record) }),
          exact: true,
        })
        // A person may have several roles, and others the same name.
        .first()
        .click()
      await page.getByRole('menuitem', { name: say(mayUpdate ? 'list.row.edit' : 'list.row.view'), exact: true }).waitFor()
      const remove = page.getByRole('menuitem', { name: say(`list.action.${entry.screen.editor?.verbs?.delete ?? 'delete'}`) })
      expect(await remove.getAttribute('aria-disabled')).toBe(mayDelete ? null : 'true')
      if (!mayDelete) expect(await remove.getAttribute('aria-description')).toBe(reasonOf(can))
      await page.keyboard.press('Escape')

      await moveTo(page, `${root}/${stands.path}/edit/${encodeURIComponent(oid)}`)
      await page.getByRole('heading', { level: 1, name: String(record[label]) }).waitFor()
      expect(await page.getByRole('button', { name: say('editor.verb.update') }).count()).toBe(mayUpdate ? 1 : 0)
      expect(await page.getByText(say('editor.reading'), { exact: true }).count()).toBe(mayUpdate ? 0 : 1)
      const form = page.getByRole('form')
      const open = form.getByRole('textbox').or(form.getByRole('combobox')).and(page.locator(':enabled:not([readonly])'))
      await expect.poll(async () => (await open.count()) > 0).toBe(mayUpdate)
      if (stands.screen.editor?.deletes === false) return
      const button = page.getByRole('button', { name: say(`editor.verb.${stands.screen.editor?.verbs?.delete ?? 'delete'}`), exact: true })
      expect(await button.getAttribute('aria-disabled')).toBe(mayDelete ? null : 'true')
      if (!mayDelete) await expectReason(page, button, reasonOf(can))
    }

    const reasonOf = (can: Can): string => {
      const reason = can['delete']
      return typeof reason === 'object' ? say(reason.because, reason.params) : ''
    }
  },
)

/** The keys of the reasons for which a list does not offer something. */
const reasonsOf = (may: Can[string] | undefined): string[] => (typeof may === 'object' ? [may.because] : [])

describe('whoever has no role', () => {
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
