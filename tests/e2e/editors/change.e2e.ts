import { beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from '../../support/browser/axe.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { countClicks } from '../../support/browser/clicks.ts'
import { demoService } from '../../support/browser/demo-service.ts'

const service = demoService()

/** Names of customers below the platform, in the order of identifiers. */
async function customerNames(filter: string): Promise<string[]> {
  const answer = await service.call('owner@demo.test', `/api/v1/customers?parentTenantOid=platform&size=20&filter=${filter}`)
  return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
}

describe('a change of one field', () => {
  it('freezes a customer that was searched for within four clicks, offers Undo, and stands in the editor, too', async () => {
    const [name = ''] = await customerNames('state==active')
    const { page, complaints } = await visitAs('owner@demo.test', `${service.origin}/oid/platform/admin/partners`)
    await page.getByRole('gridcell').first().waitFor()
    const clicks = await countClicks(page)
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('tab', { name: /^Active/ }).waitFor()
    await page.getByRole('gridcell').first().waitFor()
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Freeze' }).click()
    await page.getByText('1 customer frozen').waitFor()
    expect(await clicks()).toBeLessThanOrEqual(4)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('1 customer frozen').waitFor({ state: 'detached' })

    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: 'Frozen' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: 'Active' }).isChecked()).toBe(true)
    expect(complaints).toEqual([])
  })
})

describe('many records at once', () => {
  it('moves 20 appliances to a partner within five clicks, previews each, and undoes it', async () => {
    const answer = await service.call('owner@demo.test', '/api/v1/partners?parentTenantOid=platform&size=1&filter=state==active')
    const { data } = (await answer.json()) as { data: [{ name: string }] }
    const [{ name: partner }] = data
    const { page, complaints } = await visitAs(
      'owner@demo.test',
      `${service.origin}/oid/platform/admin/appliances?size=20&tab=FilterStatusInstock`,
    )
    await page.getByRole('gridcell').first().waitFor()
    const clicks = await countClicks(page)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
    await page.getByRole('button', { name: 'Set fields' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox', { name: 'Find a field' }).waitFor()
    await page.keyboard.type('owner')
    await page.keyboard.press('Enter')
    await dialog.getByRole('combobox').waitFor()
    await page.keyboard.type(partner)
    await page.getByRole('option', { name: partner }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const apply = dialog.getByRole('button', { name: 'Change 20 records' })
    await apply.waitFor()
    expect(await dialog.getByRole('row').count()).toBeGreaterThan(5)
    expect(await axeFindings(page)).toEqual([])
    await apply.click()
    await page.getByText('20 records changed').waitFor()
    expect(await clicks()).toBeLessThanOrEqual(5)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    expect(await page.getByText(/^(?:Undone|Not undone)/).innerText()).toBe('Undone')
    expect(complaints).toEqual([])
  })
})

describe('a record like another', () => {
  it('is begun from a row within four clicks, and two are compared within four', async () => {
    const [name = '', other = ''] = await customerNames('state==active')
    const { page, complaints } = await visitAs('owner@demo.test', `${service.origin}/oid/platform/admin/customers?size=100`)
    await page.getByRole('gridcell').first().waitFor()
    const clicks = await countClicks(page)
    for (const each of [name, other]) await page.getByRole('checkbox', { name: `Select ${each}`, exact: true }).click()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Compare 2 records' })
    await dialog.getByRole('columnheader', { name: other }).waitFor()
    expect(await dialog.getByRole('rowheader').allInnerTexts()).toContain('Name')
    expect(await axeFindings(page)).toEqual([])
    expect(await clicks()).toBeLessThanOrEqual(4)
    await page.keyboard.press('Escape')

    const before = await clicks()
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'New like this' }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill(`${name} 2`)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText(`${name} 2 was created.`).waitFor()
    expect((await clicks()) - before).toBeLessThanOrEqual(4)
    expect(complaints).toEqual([])
  })
})

it('300 customers are imported within five clicks, and nothing of them is offered for deletion', async () => {
  const answer = await service.call('owner@demo.test', '/api/v1/partners?parentTenantOid=platform&size=50&filter=state==active;type==msp')
  const { data } = (await answer.json()) as { data: [{ name: string }] }
  const line = (n: number): string =>
    `"${data[0].name}",Imported ${n},managed_customer,Ann,ann${n}@imported.example,apo-${n}.imported.example`
  const file = ['parentName,name,type,contactName,contactEmail,apoDomain', ...Array.from({ length: 300 }, (_, n) => line(n))].join('\n')
  const { page, complaints } = await visitAs('owner@demo.test', `${service.origin}/oid/platform/admin/customers`)
  await page.getByRole('gridcell').first().waitFor()
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'Bulk' }).click()
  await page.getByRole('gridcell').first().waitFor()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await (await chooser).setFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByText('300 rows selected', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete', exact: true }).getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText(/300/).waitFor()
  expect(await clicks()).toBeLessThanOrEqual(5)
  expect(complaints).toEqual([])
})

async function overlayOf(mail: string): Promise<string> {
  const { data } = (await (await service.call(mail, '/api/user/v2/info')).json()) as { data: [{ tenant: { id: string } }] }
  return data[0].tenant.id
}

/** A customer of the demo world other than this one. */
async function otherCustomer(own: string): Promise<{ oid: string; name: string }> {
  const answer = await service.call('owner@demo.test', '/api/v1/customers?tenantOid=platform&size=50&sort=name')
  const { data } = (await answer.json()) as { data: { oid: string; name: string }[] }
  const found = data.find(({ oid }) => oid !== own)
  if (found === undefined) throw new Error('the demo world has one customer only')
  return found
}

describe('boxes of an overlay', () => {
  const network = 'network@demo.test'
  let overlay = ''
  beforeAll(async () => {
    overlay = await overlayOf(network)
  })
  /** Rows of the devices of a tab. */
  const devices = async (tab: string): Promise<{ oid: string; name: string; serialNumber: string; mode?: string }[]> => {
    const headers = { 'x-overlay-oid': overlay }
    const answer = await service.call(network, `/api/v1/ipEngines/synthesis/${tab}?size=100&sort=name`, { headers })
    return ((await answer.json()) as { data: { oid: string; name: string; serialNumber: string }[] }).data
  }

  it('get one field within six clicks, and a spoke like another within four', async () => {
    const { page, complaints } = await visitAs(network, `${service.origin}/oid/${overlay}/network/ipengines`)
    await page.getByRole('gridcell').first().waitFor()
    const clicks = await countClicks(page)
    await page.getByRole('tab', { name: /^Configured/ }).click()
    await page.locator('[aria-busy=false] [role=grid]').waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
    await page.getByRole('button', { name: 'Set fields' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox', { name: 'Find a field' }).waitFor()
    await page.keyboard.type('wan 1 › mtu')
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: /MTU/ }).waitFor()
    await page.keyboard.type('1380')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: /^Change \d+ records?$/ }).click()
    await page.getByText(/^\d+ records? changed/).waitFor()
    expect(await clicks()).toBeLessThanOrEqual(6)

    const beforeComparing = await clicks()
    const [one, other] = await devices('configured')
    for (const box of [one, other])
      await page
        .getByRole('checkbox', { name: `Select ${box?.name}`, exact: false })
        .first()
        .click()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const comparison = page.getByRole('dialog', { name: 'Compare 2 records' })
    await comparison.getByRole('columnheader', { name: other?.name ?? '' }).waitFor()
    expect(await comparison.getByRole('rowheader').allInnerTexts()).toContain('Name')
    expect((await clicks()) - beforeComparing).toBeLessThanOrEqual(4)
    // Rows of one are previewed in the other, row by row.
    await comparison
      .getByRole('button', { name: /^Take these rows: / })
      .first()
      .click()
    await comparison.getByRole('button', { name: 'Preview' }).click()
    await comparison.getByRole('table', { name: 'Records before and after' }).getByRole('cell', { name: / › / }).first().waitFor()
    await page.keyboard.press('Escape')

    const [spoke] = (await devices('configured')).filter(({ mode }) => mode === 'spoke')
    const [waiting] = await devices('notConfigured')
    const before = await clicks()
    await page
      .getByRole('button', { name: `Actions for ${spoke?.name}`, exact: false })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'New like this' }).click()
    await page.getByRole('textbox', { name: /^Name/ }).first().fill('another-spoke')
    await page
      .getByRole('combobox', { name: /^Serial number/ })
      .or(page.getByRole('textbox', { name: /^Serial number/ }))
      .first()
      .fill(waiting?.serialNumber ?? '')
    // A spoke like another stands at a site of its own.
    const site = page.getByRole('combobox', { name: /^Site/ }).first()
    await site.fill('Another site')
    await site.press('Enter')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('another-spoke was created.').waitFor()
    expect((await clicks()) - before).toBeLessThanOrEqual(4)
    expect(complaints).toEqual([])
  })

  it('are duplicated in another tenant, where references mean the records of that name, or are asked for', async () => {
    const owner = 'owner@demo.test'
    const [[box], other] = [await devices('configured'), await otherCustomer(overlay)]
    const { page, complaints } = await visitAs(owner, `${service.origin}/oid/${overlay}/network/ipengines/edgeBoxes/edit/${box?.oid}`)
    await page.getByRole('button', { name: 'Duplicate' }).click()
    const dialog = page.getByRole('dialog', { name: `Duplicate ${box?.name}` })
    await dialog.getByRole('combobox').fill(other.name)
    await dialog.getByRole('option', { name: other.name }).first().click()
    await page.waitForURL(`**/oid/${other.oid}/**`)
    await page.getByRole('button', { name: 'Create', exact: true }).waitFor()
    await page.getByText(`The copy refers to records that ${other.name} does not have.`).waitFor()
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /^WAN 1 › WAN connections › row 1 › Edge box:/ })
        .count(),
    ).toBe(1)
    expect(await page.getByRole('textbox', { name: /^Name/ }).first().inputValue()).toBe('')
    expect(complaints).toEqual([])

    // Who works in one tenant is not asked for it, and begins with the name.
    const { page: own } = await visitAs(network, `${service.origin}/oid/${overlay}/network/ipengines/edgeBoxes/edit/${box?.oid}`)
    await own.getByRole('button', { name: 'Duplicate' }).click()
    await own.waitForURL('**/new')
    const name = own.getByRole('textbox', { name: /^Name/ }).first()
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await own.getByText('This field is mandatory.').count()).toBe(0)
  })
})
