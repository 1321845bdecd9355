import { describe, expect, it } from 'vitest'
import { sharedConsole } from './console.ts'
import { act, admin, fill, link, names, pick, press, remove, select, title, writesTo } from './console-steps.ts'
import { OIDS } from './platform/fixtures/tenants.ts'

const foreign = sharedConsole()
const { open } = foreign

const writes = () => writesTo(foreign)
/** A row goes before its call is answered. */
const deletionReceived = () => expect.poll(async () => (await writes()).at(-1)?.[0]).toBe('DELETE')
const reads = async (): Promise<string[]> =>
  (await foreign.platform.calls()).filter(({ method }) => method === 'GET').map(({ path }) => path)

const contact = (name: string, domain: string) => ({
  contactName: name,
  contactEmail: `${name.split(' ')[0]?.toLowerCase()}@${domain}`,
  contactDetails: `Desk of ${name}`,
  createAdmin: true,
})

describe('the administration on a platform that is not ours', () => {
  it('searches, counts, filters and sorts partners in the browser', { tags: ['S0-7.15', 'D-1.5', 'D-1.7'] }, async () => {
    const page = await open(admin('partners'))
    await link(page, 'Alpine Managed Services').waitFor()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^All\s*6$/),
        expect.stringMatching(/^Frozen\s*1$/),
        expect.stringMatching(/^Resellers\s*2$/),
      ]),
    )
    await page.getByRole('tab', { name: /^Resellers/ }).click()
    await expect.poll(() => names(page)).toEqual(['Delta Resale', 'Echo Resale'])
    await page.getByRole('tab', { name: /^All/ }).click()
    await expect.poll(() => names(page)).toHaveLength(6)
    await page.getByRole('columnheader', { name: 'Name' }).click()
    await expect.poll(async () => (await names(page))[0]).toBe('Southgate Distribution')
    await page.getByRole('searchbox', { name: 'Search' }).fill('gate')
    await expect.poll(() => names(page)).toEqual(['Southgate Distribution'])
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await expect.poll(() => names(page)).toHaveLength(6)
    expect([...new Set((await foreign.platform.calls()).flatMap(({ query }) => Object.keys(query)))]).not.toContain('filter')
  })

  it(
    'creates, opens, changes and deletes a partner',
    { tags: ['S0-7.15', 'S0-7.16', 'S0-7.17', 'S0-7.18', 'S0-7.19', 'D-1.5', 'D-1.6'] },
    async () => {
      const page = await open(admin('partners/new'))
      await select(page, 'Type', 'Reseller')
      await fill(page, 'Name', 'Meadow Resale')
      await fill(page, 'Contact name', 'Mia Dow')
      await fill(page, 'Contact mail', 'mia@meadow.example')
      await press(page, 'Create')
      await link(page, 'Meadow Resale').click()
      await page.getByText('The service of this record does not notice what others change meanwhile').waitFor()
      await fill(page, 'Contact name', 'Max Dow')
      await press(page, 'Update')
      await remove(page, 'Meadow Resale', 'Delete')
      await deletionReceived()
      const sent = await writes()
      const oid = String(
        sent.flatMap(([method, , body]) => (method === 'PUT' ? (body as { data: Record<string, unknown>[] }).data : []))[0]?.['oid'],
      )
      const created = {
        parentOid: 'platform',
        type: 'reseller',
        name: 'Meadow Resale',
        contactName: 'Mia Dow',
        contactEmail: 'mia@meadow.example',
      }
      expect(sent).toEqual([
        ['POST', '/api/v1/partners', { data: [expect.objectContaining(created)] }],
        [
          'PUT',
          '/api/v1/partners',
          {
            data: [
              expect.objectContaining({
                ...created,
                oid,
                state: 'active',
                licensingMode: 'subscription',
                contactName: 'Max Dow',
                createAdmin: true,
              }),
            ],
          },
        ],
        ['DELETE', '/api/v1/partners', { data: [{ oid }] }],
      ])
      expect(await reads()).toContain(`/api/v1/partners/${oid}`)
    },
  )

  it(
    'creates, opens, changes and deletes a customer without a request',
    { tags: ['S0-7.20', 'S0-7.21', 'S0-7.22', 'S0-7.23', 'S0-7.24', 'D-1.5'] },
    async () => {
      const page = await open(`/oid/${OIDS.msp}/admin/customers/new`)
      await title(page, 'New customer')
      await select(page, 'Type', 'Managed')
      await fill(page, 'Name', 'Lantern Bakery')
      await fill(page, 'Contact name', 'Bea Crust')
      await fill(page, 'Contact mail', 'bea@lantern.example')
      await press(page, 'Create')
      await link(page, 'Lantern Bakery').waitFor()
      await link(page, 'Granite Logistics').click()
      await fill(page, 'Contact name', 'Gina New')
      await press(page, 'Update')
      await remove(page, 'Lantern Bakery', 'Delete')
      await deletionReceived()
      const sent = await writes()
      expect(sent.map(([method, path]) => `${method} ${path}`)).toEqual([
        'POST /api/v1/customers',
        'PUT /api/v1/customers',
        'DELETE /api/v1/customers',
      ])
      expect(sent[0]?.[2]).toMatchObject({
        data: [{ parentOid: OIDS.msp, type: 'managed_customer', name: 'Lantern Bakery' }],
      })
      expect(sent[1]?.[2]).toMatchObject({
        data: [
          {
            oid: OIDS.secondManaged,
            name: 'Granite Logistics',
            parentOid: OIDS.msp,
            type: 'managed_customer',
            state: 'active',
            reporting: 'standard',
            apoDomain: 'granite.example',
            ...contact('Greg Nite', 'granite.example'),
            contactName: 'Gina New',
          },
        ],
      })
    },
  )

  it(
    'attaches, opens, changes and detaches a user',
    { tags: ['S0-7.29', 'S0-7.30', 'S0-7.31', 'S0-7.32', 'S0-7.33', 'D-1.5'] },
    async () => {
      const page = await open(admin('users/attach'))
      await fill(page, 'Mail', 'new@polaris.example')
      await select(page, 'Role', 'Viewer')
      await press(page, 'Attach')
      await page.getByRole('gridcell', { name: 'new@polaris.example', exact: true }).first().waitFor()
      await link(page, 'Ada Flow').click()
      await select(page, 'Role', 'Viewer')
      await press(page, 'Update')
      await remove(page, 'Noel Gone', 'Detach')
      await deletionReceived()
      const [ada, noel] = ['0190c0de-0003-7000-8000-000000000109', '0190c0de-0003-7000-8000-000000000111']
      expect(await writes()).toEqual([
        [
          'POST',
          '/api/v1/userroles',
          { data: [expect.objectContaining({ tenantOid: 'platform', mail: 'new@polaris.example', role: 'viewer' })] },
        ],
        [
          'PUT',
          '/api/v1/userroles',
          {
            data: [
              {
                oid: ada,
                name: 'Ada Flow',
                mail: 'ada@lighthouse.example',
                tenantOid: OIDS.managed,
                tenantName: 'Lighthouse Hotels',
                role: 'viewer',
              },
            ],
          },
        ],
        ['DELETE', '/api/v1/userroles', { data: [{ oid: noel, tenantOid: OIDS.managed }] }],
      ])
    },
  )

  it(
    'sets the status of a request, comments on it, and deletes one',
    { tags: ['S0-7.25', 'S0-7.26', 'S0-7.27', 'S0-7.28', 'D-1.5'] },
    async () => {
      const page = await open(admin('requests'))
      const [meadow, orchard] = ['Please create the customer Meadow Clinics.', 'Please create the customer Orchard Foods.']
      await act(page, `Actions for ${meadow}`, 'Activate')
      await page
        .getByRole('row', { name: new RegExp(meadow) })
        .getByRole('gridcell', { name: 'Active', exact: true })
        .waitFor()
      await link(page, meadow).click()
      await fill(page, 'Comment', 'On its way.')
      await press(page, 'Update')
      await remove(page, orchard, 'Delete')
      await deletionReceived()
      const oid = '0190c0de-0004-7000-8000-000000000001'
      expect(await writes()).toEqual([
        ['PATCH', '/api/v1/requests', { data: [{ oid, status: 'active' }] }],
        ['PATCH', '/api/v1/requests', { data: [{ oid, comment: 'On its way.' }] }],
        ['DELETE', '/api/v1/requests', { data: [{ oid: '0190c0de-0004-7000-8000-000000000005' }] }],
      ])
    },
  )

  it(
    'adds, changes, assigns and deletes appliances as bare lists',
    { tags: ['S0-7.7', 'S0-7.41', 'S0-7.42', 'S0-7.43', 'S0-7.44', 'S0-7.45', 'D-1.5'] },
    async () => {
      const page = await open(admin('appliances/new'))
      await fill(page, 'Serial number', 'PN-NEW-1')
      await press(page, 'Create')
      await title(page, 'Appliances')
      await page.getByRole('tab', { name: /^In stock/ }).click()
      await link(page, 'PN-4400-00050').click()
      await fill(page, 'Tag', 'shelf-9')
      await press(page, 'Update')
      await act(page, 'Actions for PN-4400-00051', 'Assign')
      await pick(page, /^Owner/, 'Northwind Distribution')
      await press(page, 'Assign')
      await title(page, 'Appliances')
      await link(page, 'PN-4400-00051').waitFor({ state: 'detached' })
      await remove(page, 'PN-4400-00052', 'Delete')
      await deletionReceived()
      const sent = await writes()
      const path = '/api/ztp/v1/appliances'
      const id = (number: number): string => `0190c0de-0005-7000-8000-0000000000${number}`
      expect(sent).toMatchObject([
        ['POST', path, [{ serialNumber: 'PN-NEW-1', tenant: { oid: 'platform' } }]],
        ['PUT', path, [{ id: id(20), serialNumber: 'PN-4400-00050', model: 'Polaris 140', tag: 'shelf-9', softwareVersion: '22.2.0' }]],
        ['PUT', path, [{ id: id(21), serialNumber: 'PN-4400-00051', tag: 'rack-3', tenant: { oid: OIDS.distributor } }]],
        ['DELETE', path, [{ id: id(22) }]],
      ])
    },
  )
})
