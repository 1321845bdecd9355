import { describe, expect, it } from 'vitest'
import { sharedConsole } from './console.ts'
import { admin, fill, link, press, title } from './console-steps.ts'

const foreign = sharedConsole()
const { open } = foreign

const path = '/api/v1/partners'
const sent = async (method: string, at = path) =>
  (await foreign.platform.calls()).filter((call) => call.method === method && call.path === at)

describe('failures of a platform that is not ours', () => {
  it(
    'are shown at their field in its own words, with everything typed still there',
    { tags: ['S0-8.1', 'S0-8.5', 'S2-8.22'] },
    async () => {
      const page = await open(admin('partners'))
      await link(page, 'Delta Resale').click()
      await title(page, 'Delta Resale')
      await fill(page, 'Contact name', 'Dora Delta')
      await fill(page, 'Contact mail', 'dora@delta.example')
      const errors = [{ pointer: '/data/0/contactEmail', message: 'This mailbox is full.' }]
      await foreign.platform.fail({ path, method: 'PUT', status: 400, body: { errors } })
      await press(page, 'Update')
      const mail = page.getByRole('textbox', { name: /^Contact mail/ })
      await expect.poll(() => mail.getAttribute('aria-invalid')).toBe('true')
      await page.getByText('This mailbox is full.').first().waitFor()
      expect(await mail.inputValue()).toBe('dora@delta.example')
      expect(await page.getByRole('textbox', { name: 'Contact name' }).inputValue()).toBe('Dora Delta')

      // A sentence about the whole comes from the same button, to the page's alerts.
      await foreign.platform.fail({ path, method: 'PUT', status: 403, shape: 'both', messages: ['Delta is being audited.'] })
      await press(page, 'Update')
      await page.getByRole('region', { name: 'Messages' }).getByText('The service refused this (403): Delta is being audited.').waitFor()
      expect(await mail.inputValue()).toBe('dora@delta.example')
      await press(page, 'Update')
      await title(page, 'Partners')
      expect((await sent('PUT')).map(({ status }) => status)).toEqual([400, 403, 200])
    },
  )

  it('with status 200 keep the chosen rows, and say which of them was refused', { tags: ['S0-7.8', 'S0-8.4', 'S0-8.8'] }, async () => {
    const page = await open(admin('customers'))
    const rows = ['Granite Logistics', 'Quarry Works'].map((name) => page.getByRole('checkbox', { name: `Select ${name}` }))
    for (const row of rows) await row.check()
    const errors = [{ pointer: '/data/1', message: 'Still has boxes.' }]
    await foreign.platform.fail({ path: '/api/v1/customers', method: 'DELETE', status: 200, body: { data: [], errors } })
    await press(page.getByRole('region', { name: 'Selected rows' }), 'Delete')
    const dialog = page.getByRole('alertdialog')
    await press(dialog, 'Delete')
    await dialog.getByText('Quarry Works – Still has boxes.').waitFor()
    expect((await sent('DELETE', '/api/v1/customers')).map(({ status }) => status)).toEqual([200])
    await press(dialog, 'Cancel')
    await dialog.waitFor({ state: 'detached' })
    expect(await Promise.all(rows.map((row) => row.isChecked()))).toEqual([true, true])
  })

  it('that pass are waited for: nobody sees a 503 that the next try heals', { tags: ['S0-7.2', 'S0-9.1'] }, async () => {
    const page = await open(admin('customers'))
    await foreign.platform.fail({ path, method: 'GET', status: 503, shape: 'html' })
    // A new document knows no list yet that could be shown without a call.
    await page.goto(foreign.service.origin + admin('partners'))
    await link(page, 'Delta Resale').waitFor()
    await link(page, 'Delta Resale').click()
    await fill(page, 'Contact name', 'Dina Delta')
    await foreign.platform.fail({ path, method: 'PUT', status: 503, shape: 'empty' })
    await press(page, 'Update')
    await title(page, 'Partners')
    expect((await sent('PUT')).map(({ status }) => status)).toEqual([503, 200])
    expect((await sent('GET')).filter(({ status }) => status === 503)).toHaveLength(1)
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
