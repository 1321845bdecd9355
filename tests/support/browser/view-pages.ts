import type { Frame, Page } from 'playwright'
import type { RuntimeConfig, UserContext } from '../../../schemas/tenancy.ts'
import { placesIn, type PlaceEntry } from '../../../src/shell/frame/places.ts'
import { toCurrentTenant } from '../../../src/session/current-tenant.ts'
import { toPermissions } from '../../../src/session/permissions.ts'
import { axeFindings } from './axe.ts'
import type { RunningService } from '../service/service.ts'

/** Pages with a framed view in the menu of a person's own customer. */
export async function viewPages(service: RunningService, mail: string): Promise<PlaceEntry[]> {
  const ask = async <T>(path: string): Promise<T> => (await (await service.call(mail, path)).json()) as T
  const home = (await ask<{ data: [{ tenant: { id: string } }] }>('/api/user/v2/info')).data[0].tenant.id
  const [{ scopes, all }] = (await ask<{ data: [UserContext] }>(`/api/user/v2/context?tenantOid=${home}`)).data
  const [scope] = scopes
  const tenant = toCurrentTenant(home, scope, '')
  if (!tenant) throw new Error(`${mail} has no customer`)
  const config = await ask<RuntimeConfig>('/config.json')
  const overlay = scope?.resources?.overlay
  return placesIn({ tenant, permissions: toPermissions(scopes, all), overlay, config }).filter(({ isFramed }) => isFramed)
}

/** The frame with the titled view, once it has rendered. */
export async function viewIn(page: Page, title: string): Promise<Frame> {
  const element = await page.getByTitle(title, { exact: true }).and(page.locator('iframe[data-loaded]')).elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error(`${page.url()} shows no view`)
  await frame.getByRole('main').waitFor()
  return frame
}

/** Accessibility violations of a view, checked on a copy in a new tab because axe cannot run in a frame without scripts. */
export async function viewFindings(view: Frame): Promise<string[]> {
  const tab = await view.page().context().newPage()
  const [body, size] = [await view.content(), await view.evaluate(() => ({ width: innerWidth, height: innerHeight }))]
  await tab.setViewportSize(size)
  await tab.route(view.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await tab.goto(view.url())
  const findings = await axeFindings(tab)
  await tab.close()
  return findings
}
