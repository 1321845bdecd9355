import { describe, expect, it } from 'vitest'
import { moveTo, sharedVisitAs } from '../support/browser/browser.ts'
import { sharedConsole } from './console.ts'
import { admin, link, names } from './console-steps.ts'
import { OIDS } from './platform/fixtures/tenants.ts'

const foreign = sharedConsole()

describe('the console on a platform that is not ours', () => {
  it('says in config.json what each base path can do', { tags: ['D-1.4'] }, async () => {
    const config = (await (await fetch(`${foreign.service.origin}/config.json`)).json()) as { abilities: Record<string, string[]> }
    expect(Object.values(config.abilities).every((list) => list.length === 0)).toBe(true)
    expect(Object.keys(config.abilities)).toContain('networkConfiguration')
  })

  it('changes one field of a partner and sends the whole record, saying that the last write wins', { tags: ['D-1.4'] }, async () => {
    const page = await foreign.open(admin('partners'))
    await page.getByRole('link', { name: 'Alpine Managed Services' }).click()
    await page.getByText('The service of this record does not notice what others change meanwhile').waitFor()
    await page.getByRole('textbox', { name: 'Contact name' }).fill('Zoe New')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('heading', { name: 'Partners' }).waitFor()
    const [put, ...others] = (await foreign.platform.calls()).filter(({ method }) => method !== 'GET')
    expect(others).toEqual([])
    expect(put).toMatchObject({ method: 'PUT', path: '/api/v1/partners', status: 200 })
    expect(put?.body).toMatchObject({ data: [{ name: 'Alpine Managed Services', contactName: 'Zoe New', type: 'msp' }] })
  })

  it('filters customers by their fields in the browser', { tags: ['D-1.7', 'D-8.2'] }, async () => {
    const page = await foreign.open(admin('customers'))
    await link(page, 'Summit Sports').waitFor()
    const filterBy = async (field: string) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: field, exact: true }).click()
    }
    await filterBy('State')
    await page.getByRole('checkbox', { name: 'Frozen' }).check()
    await expect.poll(() => names(page)).toEqual(['Summit Sports'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove the filter on State' }).click()
    await expect.poll(() => names(page)).toHaveLength(5)
    await filterBy('Parent')
    await page.getByRole('dialog').getByRole('textbox').fill('harbour')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(['Granite Logistics', 'Lighthouse Hotels'])
    const asked = (await foreign.platform.calls()).filter(({ path }) => path === '/api/v1/customers')
    expect(asked.flatMap(({ query }) => Object.keys(query))).not.toContain('filter')
  })

  it('shows a person of a customer that tenant alone', { tags: ['S0-7.12', 'S0-7.13', 'D-1.5'] }, async () => {
    await foreign.platform.become('lia@lighthouse.example')
    const { page } = await sharedVisitAs('customer@demo.test', foreign.service.origin)
    await page.waitForURL(`**/oid/${OIDS.managed}`)
    await page.getByText('321', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'User menu: Lia House' }).waitFor()
    const entries = await page.getByRole('navigation').getByRole('link').allInnerTexts()
    expect(entries).toEqual(expect.arrayContaining(['Users', 'Appliances', 'Licences', 'Settings', 'Devices']))
    for (const hidden of ['Partners', 'Customers', 'Requests']) expect(entries).not.toContain(hidden)
    await moveTo(page, `/oid/${OIDS.managed}/admin/users`)
    await expect
      .poll(async () => (await names(page)).toSorted())
      .toEqual(['Ada Flow', 'Hanna Bour', 'Lia House', 'Nils Wire', 'Noel Gone', 'Vera Look'])
    const before = (await foreign.platform.calls()).length
    await moveTo(page, `/oid/${OIDS.managed}/network/ipengines`)
    await link(page, 'brest-1').waitFor()
    const fresh = (await foreign.platform.calls()).slice(before)
    expect(fresh.filter(({ status }) => status === null || status >= 400)).toEqual([])
    expect(fresh.filter(({ headers }) => headers['x-overlay-oid'] !== undefined).map(({ headers }) => headers['x-overlay-oid'])).toContain(
      OIDS.managed,
    )
  })
})
