import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { sharedConsole } from '../../conformance/console.ts'
import { admin, fill, link, ofCustomer, press, select, title, writesTo } from '../../conformance/console-steps.ts'
import { OIDS } from '../../conformance/platform/fixtures/tenants.ts'

const foreign = sharedConsole()
const { open } = foreign
const folder = mkdtempSync(join(tmpdir(), 'foreign-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const writes = () => writesTo(foreign)
describe('settings, journals, sheets and tenants on a platform that is not ours', () => {
  it('shows the summary of licences', { tags: ['S0-7.47', 'D-1.5'] }, async () => {
    const page = await open(admin('licenses/summary'))
    await page.getByRole('row', { name: 'Activation -- Used 5' }).waitFor()
    expect(await writes()).toEqual([['POST', '/api/licensing/v2/licenses/cmd/summary/platform', {}]])
  })

  it('sets the reporting of a customer', { tags: ['S0-7.36', 'S0-7.37', 'D-1.5'] }, async () => {
    const page = await open(ofCustomer('settings'))
    await select(page, 'Reporting', 'Standard')
    await press(page, 'Update')
    await page.getByText('No changes').waitFor()
    expect(await writes()).toEqual([['PUT', '/api/v1/settings', { data: [{ oid: OIDS.managed, reporting: 'standard' }] }]])
  })

  it('changes, synchronises and resets edge security', { tags: ['S0-7.38', 'S0-7.39', 'S0-7.40', 'D-1.5'] }, async () => {
    const page = await open(ofCustomer('cloudSecSettings'))
    await fill(page, 'Client ID', 'edge-client-2')
    await press(page, 'Update')
    await page.getByText('No changes').waitFor()
    await press(page, 'Synchronise host names')
    await expect.poll(async () => (await writes()).length).toBe(2)
    await press(page, 'Reset')
    await press(page.getByRole('alertdialog'), 'Reset')
    await expect.poll(() => page.getByRole('switch', { name: 'Edge security' }).isChecked()).toBe(false)
    const path = '/api/v1/cloudSecSettings'
    expect(await writes()).toMatchObject([
      ['PUT', path, { data: [{ oid: OIDS.managed, enabled: true, clientID: 'edge-client-2' }] }],
      ['POST', `${path}/refreshCloudsec/${OIDS.managed}`, null],
      ['PUT', path, { data: [{ oid: OIDS.managed, enabled: false, clientID: null }] }],
    ])
  })

  it('saves the name of the person', { tags: ['S0-7.34', 'S0-7.35', 'D-1.5'] }, async () => {
    const page = await open(admin('partners'))
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('Piet Pier')
    await press(page.getByRole('dialog'), 'Save')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'User menu: Piet Pier' }).waitFor()
    expect(await writes()).toMatchObject([['PUT', '/api/v1/profile', { data: [{ name: 'Piet Pier' }] }]])
  })

  it.each([
    ['partners', /Delta Resale/],
    ['customers', /Orchard Foods/],
    ['users', /nils@lighthouse\.example/],
    ['appliances', /PN-4400-00050/],
    ['licenses', /Foundation|Hybrid/],
    ['requests', /Resolved|Create customer/i],
  ])('lists the journal of %s', { tags: ['S0-7.52', 'D-1.5'] }, async (name, what) => {
    const page = await open(admin(`${name}/journal`))
    await page.getByRole('row').filter({ hasText: 'Piet Harbour' }).filter({ hasText: what }).first().waitFor()
  })

  it('applies an imported sheet row by row, without a check beforehand', { tags: ['S0-7.17', 'S0-7.18', 'D-1.5', 'D-1.8'] }, async () => {
    const page = await open(admin('partners'))
    await link(page, 'Bulk').click()
    await page.getByRole('gridcell').first().waitFor()
    const file = join(folder, 'partners.csv')
    writeFileSync(
      file,
      [
        'parentName,name,type,contactName,contactEmail',
        'Polaris Networks,Fjord Networks,vad,Ann Fjord,ann@fjord.example',
        'Polaris Networks,Alpine Managed Services,msp,Alma Changed,alma@alpine.example',
      ].join('\n'),
    )
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('tab', { name: /^New\s*1$/ }).waitFor()
    await press(page, 'Update')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('2 rows will be written: 1 created, 1 updated.').waitFor()
    await dialog.getByText('The service of these records cannot check changes beforehand.', { exact: false }).waitFor()
    await press(dialog, 'Update')
    await page.getByText('2 rows were written: 1 created, 1 updated.').waitFor()
    const sent = await writes()
    expect(sent.map(([method, path]) => `${method} ${path}`).toSorted()).toEqual(['POST /api/v1/partners', 'PUT /api/v1/partners'])
    expect(sent.find(([method]) => method === 'PUT')?.[2]).toMatchObject({
      data: [
        { oid: OIDS.secondMsp, name: 'Alpine Managed Services', type: 'msp', licensingMode: 'consumption', contactName: 'Alma Changed' },
      ],
    })
  })

  async function openSheet(path: string, entities: string): Promise<Page> {
    const page = await open(path)
    await title(page, `${entities} as a sheet`)
    await page.getByRole('gridcell').first().waitFor()
    return page
  }

  /** Imports a file into the sheet that is open. */
  const importRows = (page: Page, ...lines: string[]): Promise<void> =>
    page.locator('input[type=file]').setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

  it(
    'creates several customers of a sheet with one call, and changes another with a second',
    { tags: ['S0-7.22', 'S0-7.23', 'D-1.8'] },
    async () => {
      const page = await openSheet(admin('customers/bulk'), 'Customers')
      await importRows(
        page,
        'parentName,type,name,apoDomain,contactName,contactEmail',
        'Harbour Managed Services,managed_customer,Pier Cafe,pier.example,Pia,pia@pier.example',
        'Delta Resale,diy_customer,Quay Cafe,quay.example,Quin,quin@quay.example',
        'Delta Resale,diy_customer,Orchard Foods,,Ola New,ola@orchard.example',
      )
      await page.getByRole('tab', { name: /^New\s*2$/ }).waitFor()
      await press(page, 'Update')
      await press(page.getByRole('alertdialog'), 'Update')
      await page.getByText('3 rows were written: 2 created, 1 updated.').waitFor()
      const sent = await writes()
      expect(sent.map(([method, path]) => `${method} ${path}`).toSorted()).toEqual(['POST /api/v1/customers', 'PUT /api/v1/customers'])
      expect(sent.find(([method]) => method === 'POST')?.[2]).toMatchObject({
        data: [
          { name: 'Pier Cafe', parentOid: OIDS.msp, apoDomain: 'pier.example' },
          { name: 'Quay Cafe', parentOid: OIDS.reseller, type: 'diy_customer' },
        ],
      })
      expect(sent.find(([method]) => method === 'PUT')?.[2]).toMatchObject({
        data: [
          { oid: OIDS.diy, name: 'Orchard Foods', contactName: 'Ola New', contactEmail: 'ola@orchard.example', reporting: 'disabled' },
        ],
      })
    },
  )

  it(
    'says how many zones of a sheet were made when the platform refuses one, and makes the rest at the next try',
    { tags: ['S2-7.31', 'D-1.8'] },
    async () => {
      const path = '/api/v1/firewall/vpn/zones'
      const page = await openSheet(`/oid/${OIDS.managed}/network/firewallVpnZone/bulk`, 'Firewall VPN zones')
      await importRows(page, 'priority,name', '4,Printers', '5,Cameras', '6,Doors')
      await page.getByRole('tab', { name: /^New\s*3$/ }).waitFor()
      await foreign.platform.fail({ path, method: 'POST', after: 1, status: 400, shape: 'both', messages: ['No room for cameras.'] })
      await press(page, 'Update')
      await press(page.getByRole('alertdialog'), 'Update')
      await page.getByText(/1 of 3 changes were made before; No room for cameras\./).waitFor()
      const calls = (await foreign.platform.calls()).filter(({ method }) => method !== 'GET')
      expect(calls.map(({ method, status, body }) => [method, status, (body as { data: { name: string }[] }).data[0]?.name])).toEqual([
        ['POST', 200, 'Printers'],
        ['POST', 400, 'Cameras'],
      ])
      await page.getByRole('tab', { name: /^New\s*1$/ }).waitFor()
      await page.getByRole('tab', { name: /^With errors\s*1/ }).waitFor()
      await page.getByText('The service refused this row: No room for cameras.').waitFor()
      await press(page, 'Update')
      await press(page.getByRole('alertdialog'), 'Update')
      await page.getByText('2 rows were written: 2 created, 0 updated.').waitFor()
    },
  )

  it('finds tenants in the picker, and reads in all of them', { tags: ['S0-7.13', 'S0-7.14', 'S0-7.29', 'D-1.5'] }, async () => {
    const page = await open('/oid/all/admin/users')
    await link(page, 'Ada Flow').waitFor()
    await page.getByRole('button', { name: /^Tenant: / }).click()
    await page.getByRole('dialog').getByRole('combobox').fill('Orchard')
    await page.getByRole('option', { name: /Orchard Foods/ }).click()
    await page.getByRole('button', { name: 'Tenant: Orchard Foods' }).waitFor()
    const calls = await foreign.platform.calls()
    expect(calls.find(({ path, query }) => path === '/api/user/v2/tenants' && query['page'] === '0')?.query).toMatchObject({
      page: '0',
    })
  })
})
