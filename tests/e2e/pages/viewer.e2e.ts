import { describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright'
import { createPath } from '../../../renderer/descriptor/record-pages.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { ListAnswer, ServedRecord } from '../../../schemas/plan.ts'
import { scopeOf } from '../../../schemas/rights/rights.ts'
import type { UserContext } from '../../../schemas/tenancy.ts'
import type { EntityMeta } from '../../../schemas/vocabulary/types.ts'
import { commandsOf, hasMatrixPage, listAddress, tenantRoot, type NavigationScreen } from '../../../src/screen-addresses.ts'
import { toCurrentTenant } from '../../../src/session/current-tenant.ts'
import { allTenants, canList, toPermissions } from '../../../src/session/permissions.ts'
import { waitForMatrices } from '../../support/api/matrices.ts'
import { moveTo, visitAs } from '../../support/browser/browser.ts'
import { recordScreenOf } from '../../support/samples/gathered.ts'
import { isTabOfMany, pageScreens } from '../../support/browser/page-screens.ts'
import { changeRoles } from '../../support/api/people.ts'
import { recordsOfAnswer } from '../../support/api/wire-calls.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { inExtent, isExhaustive } from '../../support/extent.ts'
import { text, textsOf } from '../../support/browser/texts.ts'

const VIEWER = 'viewer@demo.test'
const t = (key: string, params?: Record<string, unknown>): string => text(key, params, 'fr')

const service = demoService({
  prepare: async (template) => {
    await changeRoles(template, { revoke: [VIEWER], grant: [{ mail: VIEWER, sameTenantAs: 'owner@demo.test', role: 'viewer' }] })
  },
})

const getJson = async <T>(mail: string, path: string, headers: Record<string, string> = {}): Promise<T> =>
  recordsOfAnswer(path, (await (await service.call(mail, path, { headers })).json()) as T)

/** Labels of all actions that change something, of any entity. */
const changingLabels = new Set(
  Object.entries(textsOf('fr'))
    .filter(([key]) =>
      /^(list\.action\.|editor\.verb\.|list\.row\.(edit|assign|configure|invite)$|list\.bulk$|bulk\.(add|update)$|(?!docs)[a-z-]+\.(action|command)\.\w+$|license-\w+\.one$)/.test(
        key,
      ),
    )
    .map(([, words]) => words),
)

/** Labels of the enabled controls inside an element that would change something. */
async function offeredChanges(within: Locator): Promise<string[]> {
  const names = await within
    .locator('button, a[href], [role=menuitem], [role=switch]')
    .evaluateAll((found) =>
      found
        .filter((one) => one.getAttribute('aria-disabled') !== 'true' && !(one as HTMLButtonElement).disabled)
        .map((one) => one.getAttribute('aria-label') ?? (one as HTMLElement).innerText.trim()),
    )
  return names.filter((name) => changingLabels.has(name))
}

/** Number of editable fields; typing into a search box changes nothing. */
const openFields = (page: Page): Promise<number> =>
  page.getByRole('form').locator('input:enabled:not([readonly], [type=search]), select:enabled, textarea:enabled:not([readonly])').count()

async function recordOf(entry: NavigationScreen, tenantOid: string): Promise<ServedRecord | undefined> {
  const { route, listRoute, tenantParam = 'tenantOid', scope }: EntityMeta = entityMeta[entry.entity]
  if (!entry.screen.list) return undefined
  const address =
    listRoute?.replace('{tenantOid}', tenantOid) ?? (tenantOid === allTenants ? route : `${route}?${tenantParam}=${tenantOid}`)
  const headers: Record<string, string> = scope === 'overlay' ? { 'x-overlay-oid': tenantOid } : {}
  const { data } = await getJson<ListAnswer>(VIEWER, `${address}${address.includes('?') ? '&' : '?'}size=20`, headers)
  return data.find((row) => recordScreenOf(entry, row) !== undefined)
}

/** Screens whose addresses were tried already, by kind of tenant: the next tenant of that kind has the same ones. */
const tried = new Set<string>()

/** Addresses of a screen that would change something. */
function closedAddresses(entry: NavigationScreen, root: string, record: ServedRecord | undefined): string[] {
  const { path, screen, one } = recordScreenOf(entry, record ?? ({} as ServedRecord)) ?? entry
  const list = `${root}/${path}`
  const oid = encodeURIComponent(record?.oid ?? '')
  const ofRecord = record ? Object.keys(screen.editor?.alternatives ?? {}).map((name) => `${list}/${name}/${oid}`) : []
  const tenantOid = root.replace('/oid/', '')
  return [
    ...(one ? [list] : []),
    ...(screen.editor && !one ? [createPath(list, screen), ...(record ? [`${list}/edit/${oid}`] : [])] : []),
    ...(screen.bulk ? [`${list}/bulk`] : []),
    ...ofRecord,
    ...commandsOf(entry.entity).map(({ name }) => `${listAddress(tenantOid, name)}?of=${oid}`),
  ]
}

/** Screens that are visited: in the short extent lists, a large editor, a page of one record, matrices, and a tab of records. */
const screens = inExtent(pageScreens, 'entity', ['user-role', 'edge-box', 'settings', 'vpn-zone-policy', 'transport-network'])

describe('a viewer can change nothing anywhere', () => {
  const cases = [
    { where: 'of the platform and of partners', places: ['owner', 'vad', 'msp', 'reseller'] },
    { where: 'of all customers at once', places: [allTenants] },
    { where: 'of customers', places: ['customer', 'diy'] },
  ]
  // All screens of a customer, including those of the overlay.
  it.each(inExtent(cases, 'where', ['of customers']))('in tenants $where', { tags: ['S0-6.7', 'S2-6.18'] }, async ({ places: all }) => {
    const places = isExhaustive ? all : all.slice(0, 1)
    const { page, complaints } = await visitAs(VIEWER, service.origin)
    await page.getByRole('main').waitFor()
    for (const place of places) await expectNoChanges(page, place)
    expect(complaints).toEqual([])
  })

  const expectNoChanges = async (page: Page, place: string): Promise<void> => {
    const home = await getJson<{ data: [{ tenant: { id: string } }] }>(
      `${place === allTenants ? 'owner' : place}@demo.test`,
      '/api/user/v2/info',
    )
    const tenantOid = place === allTenants ? allTenants : home.data[0].tenant.id
    const { data } = await getJson<{ data: [UserContext] }>(VIEWER, `/api/user/v2/context?tenantOid=${tenantOid}`)
    const permissions = toPermissions(data[0].scopes, data[0].all)
    const tenant = toCurrentTenant(tenantOid, data[0].scopes[0], '')
    if (!tenant) throw new Error(`the viewer does not reach ${place}`)
    const root = tenantRoot(tenantOid)
    const reached = screens.filter(
      (entry) => (entry.screen.list || entry.one || hasMatrixPage(entry)) && canList(permissions, tenant, entry.resource),
    )
    expect(reached.length).toBeGreaterThan(2)

    const main = page.getByRole('main')
    for (const entry of reached) {
      const record = await recordOf(entry, tenantOid)
      if (entry.screen.list) {
        await moveTo(page, `${root}/${entry.path}`)
        const isTab = isTabOfMany(entry)
        await page.getByRole('heading', { level: isTab ? 2 : 1, name: t(`${entry.entity}.many`), exact: true }).waitFor()
        if (record && isTab) await main.getByRole('table').or(main.getByRole('form')).first().waitFor()
        else if (record) await expectRow(page, entry.entity)
        expect([entry.entity, await offeredChanges(main)]).toEqual([entry.entity, []])
      }
      if (hasMatrixPage(entry)) {
        await moveTo(page, `${root}/${entry.path}`)
        await expectMatrices(page, entry)
      }
      const kind = tenant.type === 'all' ? 'all' : scopeOf(tenant.type)
      if (tried.has(`${entry.entity} ${kind}`)) continue
      tried.add(`${entry.entity} ${kind}`)
      for (const address of closedAddresses(entry, root, record)) {
        await moveTo(page, address)
        const notices = ['editor.noRight.title', 'bulk.noRight.title', 'editor.reading'].map((key) =>
          page.getByText(t(key), { exact: true }),
        )
        await notices
          .reduce((any, one) => any.or(one))
          .first()
          .waitFor()
        expect([address, await offeredChanges(main), await openFields(page)]).toEqual([address, [], 0])
      }
    }
  }

  /** Expects matrices to be read-only: no click, key or menu changes a cell, and the axes are only viewed. */
  const expectMatrices = async (page: Page, entry: NavigationScreen): Promise<void> => {
    const main = page.getByRole('main')
    await waitForMatrices(page, entry)
    for (const grid of await main.getByRole('grid').all()) {
      expect(await grid.getAttribute('aria-readonly')).toBe('true')
      const cell = grid.getByRole('gridcell').first()
      const before = await cell.getAttribute('aria-label')
      await cell.click()
      await page.keyboard.press('a')
      expect([await cell.getAttribute('aria-label'), await page.getByRole('menu').count()]).toEqual([before, 0])
    }
    expect(await main.getByRole('button', { name: t('matrix.setTo') }).count()).toBe(0)
    const links = await main.getByRole('link').allInnerTexts()
    const [viewed, edited] = ['matrix.view', 'matrix.edit'].map((key) => links.filter((link) => link.startsWith(t(key, { entities: '' }))))
    expect(viewed).not.toEqual([])
    expect([edited, links.filter((link) => link === t('list.journal'))]).toEqual([[], []])
  }

  /** Expects neither the menu of the first row nor its selection to offer a change. */
  const expectRow = async (page: Page, entity: string): Promise<void> => {
    const grid = page.getByRole('grid')
    await grid.getByRole('gridcell').first().waitFor()
    const box = grid.getByRole('checkbox').nth(1)
    if (await box.isVisible()) {
      await box.click()
      expect([entity, await offeredChanges(page.getByRole('region', { name: t('list.selection') }))]).toEqual([entity, []])
      await page.getByRole('button', { name: t('list.select.none') }).click()
    }
    const menu = page.locator('[data-row-menu]').first()
    if ((await menu.count()) === 0) return
    await menu.click()
    await page.getByRole('menu').waitFor()
    expect([entity, await offeredChanges(page.getByRole('menu'))]).toEqual([entity, []])
    await page.keyboard.press('Escape')
  }
})
