import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { tenantRoot } from '../../../src/screen-addresses.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { button, region } from '../../support/browser/device-pages.ts'
import { addRow, cells, fillIn, messageOf, openTab, readValues } from '../../support/browser/fields.ts'
import { text } from '../../support/browser/texts.ts'
import { intercept } from '../../support/browser/intercept.ts'

const service = demoService()
let overlay: string
let root: string

beforeAll(async () => {
  const { data } = (await (await service.call('customer@demo.test', '/api/user/v2/info')).json()) as { data: [{ tenant: { id: string } }] }
  overlay = data[0].tenant.id
  root = service.origin + tenantRoot(overlay)
})

const stored = async (path: string): Promise<unknown> => {
  const answer = await service.call('network@demo.test', path, { headers: { 'x-overlay-oid': overlay } })
  return ((await answer.json()) as { data: unknown[] }).data[0]
}

describe('the advanced configuration', () => {
  it('validates its tabs, asks before changing the VPN subnet, saves all tabs at once and returns', { tags: ['S2-2.83'] }, async () => {
    const { page, complaints } = await visitAs('network@demo.test', `${root}/network/externalGateways`)
    await page.getByRole('link', { name: text('shell.place.advancedConfiguration'), exact: true }).click()
    const security = page.getByRole('tabpanel', { name: text('overlay-security.many'), exact: true })
    await fillIn(security, { 'MTU (bytes)': '67', 'Pre-shared key': 'open sesame 4711' })
    const routing = await openTab(page, text('overlay-routing.many'))
    await fillIn(routing, { 'VPN subnet': '10.77.0.0/16' })
    await button(page, 'editor.verb.update').click()
    await region(page, 'editor.alerts').getByText(text('validation.global.error')).waitFor()
    expect(await messageOf(security, 'MTU (bytes)')).toBe(text('validation.field.between', { min: 68, max: 64_000 }))
    const invalid = page.getByRole('tab', { selected: true })
    expect(await invalid.getByRole('img').getAttribute('aria-label')).toBe(text('editor.tab.invalid_one', { count: 1 }))
    await fillIn(security, { 'MTU (bytes)': '68' })
    await button(page, 'editor.verb.update').click()
    const question = page.getByRole('alertdialog', { name: text('overlay-routing.ask.vtiSubnet') })
    await button(question, 'editor.verb.update').click()
    await page.getByRole('heading', { level: 1, name: text('external-gateway.many') }).waitFor()
    expect(await stored('/api/v1/overlay/routing')).toMatchObject({ vtiSubnet: '10.77.0.0/16' })
    const saved = await stored('/api/v1/overlay/security')
    expect(saved).toMatchObject({ mtu: 68, credentials: { configured: true } })
    expect(JSON.stringify(saved)).not.toContain('4711')
    expect(complaints).toEqual([])
  })
})

describe('an external gateway', () => {
  it(
    'gets the defaults of its type, offers the fields of its routing mode, and is deleted after a confirmation with its name and machine id',
    { tags: ['S1-8.2', 'S2-2.31', 'S2-2.84', 'S2-4.28', 'S2-4.29'] },
    async () => {
      const { page, complaints } = await visitAs('network@demo.test', `${root}/network/externalGateways`)
      await page.getByRole('gridcell', { name: '192.0.2.40 192.0.2.41', exact: true }).waitFor()
      await page.getByRole('link', { name: text('list.action.create'), exact: true }).click()
      const [general, routing, security] = ['general', 'routing', 'security'].map((name) =>
        region(page, `external-gateway.section.${name}`),
      )
      if (!general || !routing || !security) throw new Error('Three parts')
      const proposals = { 'IKE encryption': '', 'IPsec encryption': '', 'IPsec lifetime (s)': '', 'MTU (bytes)': '' }
      const mode = routing.getByRole('radiogroup', { name: 'Routing mode' }).getByRole('radio', { name: 'BGP' })
      const secondary = general.getByRole('textbox', { name: 'Secondary public address' })

      await fillIn(general, { Type: 'Zscaler' })
      await expect
        .poll(() => readValues(security, proposals))
        .toEqual({
          'IKE encryption': 'AES-256 CBC',
          'IPsec encryption': 'None (NULL)',
          'IPsec lifetime (s)': '28800',
          'MTU (bytes)': '1400',
        })
      expect([await mode.isDisabled(), await secondary.isEditable()]).toEqual([true, true])
      await fillIn(general, { Type: 'VTI' })
      await expect
        .poll(() => readValues(security, proposals))
        .toEqual({ 'IKE encryption': 'AES-128 CBC', 'IPsec encryption': '3DES', 'IPsec lifetime (s)': '', 'MTU (bytes)': '' })
      expect([await mode.isDisabled(), await secondary.isEditable()]).toEqual([false, false])

      await fillIn(routing, { 'Routing mode': 'BGP' })
      await routing.getByRole('button', { name: text('editor.table.addTo', { list: 'Remote subnets' }) }).waitFor({ state: 'detached' })
      await fillIn(routing, { 'Routing mode': 'Static' })
      await addRow(routing, 'Remote subnets', { Prefix: '10.88.0.0', Mask: '33' })
      await fillIn(general, { Name: 'Keel gateway', 'Primary public address': '192.0.2.77' })
      await fillIn(security, { 'IKE lifetime (s)': '120', 'IPsec lifetime (s)': '172800', 'MTU (bytes)': '1500' })
      await button(page, 'editor.verb.create').click()
      await region(page, 'editor.alerts').getByText(text('validation.global.error')).waitFor()
      expect(await messageOf(security, 'Pre-shared key')).toBe(text('validation.field.mandatory'))
      await fillIn(routing, cells(1, { Mask: '16' }))
      await fillIn(security, { 'Pre-shared key': 'open sesame 4711' })
      await button(page, 'editor.verb.create').click()

      await page.getByRole('link', { name: 'Keel gateway', exact: true }).click()
      await security.getByText(text('credentials.psk.configured')).waitFor()
      expect(await readValues(security, { 'Pre-shared key': '' })).toEqual({ 'Pre-shared key': '' })
      const { machineId } = (await stored('/api/v1/externalGateways?filter=name=="Keel gateway"')) as { machineId: string }
      const deletion = button(page, 'editor.verb.delete')
      const colour = (): Promise<string> => deletion.evaluate((element) => getComputedStyle(element).backgroundColor)
      /** Presses the button, and takes the pointer off it, under which buttons have another shade. */
      const press = async (): Promise<void> => {
        await deletion.click()
        await page.mouse.move(0, 0)
      }
      const normal = await colour()
      await press()
      const question = page.getByRole('tooltip')
      await question.getByText(text('editor.delete.title', { name: 'Keel gateway' })).waitFor()
      await question.getByText(machineId).waitFor()
      await expect.poll(colour, { message: 'armed, and orange' }).toBe('rgb(201, 122, 10)')
      await question.waitFor({ state: 'detached' })
      await expect.poll(colour, { message: 'four seconds later' }).toBe(normal)
      const collection = (url: URL): boolean => url.pathname === '/api/v1/plans' || url.pathname.startsWith('/api/v1/externalGateways')
      await intercept(page, collection, (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({ status: 400, json: { status: 400, detail: 'A tunnel is up.' } }),
      )
      await press()
      await press()
      await question.getByText(/A tunnel is up\./).waitFor()
      await expect.poll(colour, { message: 'failed, and red' }).toBe('rgb(198, 42, 56)')
      await question.waitFor({ state: 'detached' })
      await expect.poll(colour, { message: 'three seconds later' }).toBe(normal)
      await page.unroute(collection)
      await press()
      await press()
      await page.getByRole('gridcell', { name: 'Web filter', exact: true }).waitFor()
      expect(await stored('/api/v1/externalGateways?filter=name=="Keel gateway"')).toBeUndefined()
      expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
    },
  )
})

describe('profiles of the advanced configuration', () => {
  it(
    'are created and deleted in their tab, list what is affected, and stay while a box uses them; VRRP profiles are applied by Update',
    { tags: ['S2-2.75', 'S2-4.54', 'S2-4.61'] },
    async () => {
      const { page, complaints } = await visitAs('network@demo.test', `${root}/network/advancedConfiguration/ihapProfile`)
      const profiles = (entity: string) => page.getByRole('tabpanel', { name: text(`${entity}.many`), exact: true })
      const ihap = profiles('ihap-profile')
      await ihap.getByRole('link', { name: text('settings-page.row.look', { name: 'Fast' }) }).waitFor()
      await ihap.getByRole('link', { name: text('list.action.create'), exact: true }).click()
      const form = page.getByRole('main')
      await fillIn(form, { Name: 'Lighthouse', 'Keep-alive (ms)': '49', 'Peer dead factor': '10' })
      await button(page, 'editor.verb.create').click()
      await region(page, 'editor.alerts').getByText(text('validation.global.error')).waitFor()
      expect(await messageOf(form, 'Keep-alive (ms)')).toBe(text('validation.field.between', { min: 50, max: 10_000 }))
      await fillIn(form, { 'Keep-alive (ms)': '50' })
      await button(page, 'editor.verb.create').click()
      await ihap.getByRole('button', { name: text('settings-page.row.delete', { name: 'Lighthouse' }) }).click()
      const unused = page.getByRole('alertdialog', { name: text('editor.delete.title', { name: 'Lighthouse' }) })
      await unused.getByText(text('affected.nobody')).waitFor()
      await button(unused, 'editor.verb.delete').click()
      await ihap.getByRole('link', { name: 'Lighthouse', exact: true }).waitFor({ state: 'detached' })

      const vrrp = await openTab(page, text('vrrp-profile.many'))
      await vrrp.getByRole('button', { name: text('settings-page.row.delete', { name: 'Default' }) }).click()
      const used = page.getByRole('alertdialog', { name: text('editor.delete.title', { name: 'Default' }) })
      await used.getByText(text('affected.deleted')).waitFor()
      expect(await button(used, 'editor.verb.delete').getAttribute('aria-disabled')).toBe('true')
      await button(used, 'editor.cancel').click()
      await fillIn(vrrp, { 'Preemption delay (s)': '77' })
      await vrrp.getByRole('tab', { name: text('vrrp-profile.section.tuning') }).click()
      await fillIn(vrrp, { 'Tracking weight': '-21' })
      await vrrp.getByRole('tab', { name: 'Patient' }).click()
      await vrrp.getByRole('tab', { name: text('vrrp-profile.section.tuning') }).click()
      await fillIn(vrrp, { 'Tracking weight': '-22' })
      const routing = await openTab(page, text('overlay-routing.many'))
      await fillIn(routing, { 'OSPF tag': '4711' })
      await button(page, 'editor.verb.update').click()
      const question = page.getByRole('alertdialog', { name: text('affected.titleMany') })
      for (const profile of ['Default', 'Patient'])
        await question
          .getByRole('region', { name: profile })
          .getByText(new RegExp(`^${text('edge-box.many')} \\(`, 'u'))
          .waitFor()
      await button(question, 'editor.verb.update').click()
      const answer = (path: string) => expect.poll(() => stored(path))
      await answer('/api/v1/overlay/vrrp_profile?filter=name==Default').toMatchObject({ preemptDelay: 77, weight: -21 })
      await answer('/api/v1/overlay/vrrp_profile?filter=name==Patient').toMatchObject({ preemptDelay: 60, weight: -22 })
      await answer('/api/v1/overlay/routing').toMatchObject({ ospfTag: 4711 })
      expect(complaints).toEqual([])
    },
  )
})

describe('a window as narrow as a phone', () => {
  const boxOf = async (part: Locator): Promise<{ left: number; top: number; right: number; bottom: number }> => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return { left: x, top: y, right: x + width, bottom: y + height }
  }
  const overhang = (page: Page): Promise<number> => page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)

  /** Whether the button is the rightmost of its bar and all buttons of the bar are on one line. */
  const isLast = async (page: Page, key: string): Promise<boolean> => {
    const bar = page.locator('footer').last()
    const main = await boxOf(button(bar, key))
    const all = await Promise.all((await bar.getByRole('button').all()).map(boxOf))
    return all.every(({ right, bottom }) => right <= main.right && bottom === main.bottom)
  }

  it('fits tables, tabs and the action bar of a settings page', async () => {
    const path = `${root}/network/advancedConfiguration/ihapProfile`
    const { page } = await visitAs('customer@demo.test', path, { width: 390, height: 844 })
    const selected = page.getByRole('tab', { selected: true }).first()
    for (const entity of ['ihap-profile', 'vrrp-profile']) {
      await openTab(page, text(`${entity}.many`))
      await page
        .getByRole('tabpanel', { name: text(`${entity}.many`), exact: true })
        .getByText('Default')
        .first()
        .waitFor()
      expect(await overhang(page)).toBe(0)
      const [tab, row] = [await boxOf(selected), await boxOf(page.getByRole('tablist').first())]
      expect(row.bottom - row.top).toBeLessThan(50)
      expect(tab.left).toBeGreaterThanOrEqual(row.left)
      expect(tab.right).toBeLessThanOrEqual(row.right + 1)
    }
    expect(await isLast(page, 'editor.verb.update')).toBe(true)
  })

  it('fits the toolbar of a sheet and truncates its texts', async () => {
    const { page } = await visitAs('customer@demo.test', `${root}/network/ipengines/edgeBoxes/bulk`, { width: 390, height: 844 })
    const add = button(page, 'bulk.add')
    await add.waitFor()
    const name = page.getByRole('gridcell', { name: /-niederlassung-/ }).first()
    await name.waitFor()
    const frame = await boxOf(page.getByRole('grid'))
    expect(await overhang(page)).toBe(0)
    expect((await boxOf(add)).right).toBeLessThanOrEqual(frame.right + 1)
    expect((await boxOf(name)).right).toBeLessThanOrEqual(frame.right)
    expect(await isLast(page, 'bulk.update')).toBe(true)
  })

  it('shows the alarms of policies in full, without scrolling', async () => {
    const { page } = await visitAs('customer@demo.test', `${root}/network/firewallZonePolicies`, { width: 390, height: 844 })
    const alarms = region(page, 'matrix.alarms').getByRole('list')
    await alarms.waitFor()
    expect(await alarms.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)
  })
})
