import { beforeAll, describe, expect, it } from 'vitest'
import { visitAs } from '../support/browser/browser.ts'
import { deviceList, waitForDeviceList } from '../support/browser/device-pages.ts'
import { readValues } from '../support/browser/fields.ts'
import { focusOf, openFirstRow, tabTo } from '../support/browser/keyboard.ts'
import { demoService } from '../support/browser/demo-service.ts'
import { text } from '../support/browser/texts.ts'

const service = demoService()
let devices: string

beforeAll(async () => {
  devices = await deviceList(service)
})

describe('the keyboard alone', () => {
  it('is enough to open a box from its row, move through its tabs, add a subnet, choose a network and save', async () => {
    const { page, complaints } = await visitAs('network@demo.test', devices)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.getByRole('gridcell').first().waitFor()
    await press('/')
    await page.keyboard.type('hub-central-1')
    await page.getByText(text('list.rows', { from: 1, to: 1, total: 1 }), { exact: true }).waitFor()
    await openFirstRow(page)
    await page.getByRole('heading', { level: 1, name: 'hub-central-1', exact: true }).waitFor()
    await expect.poll(() => focusOf(page)).toMatchObject({ isVisible: true })

    await tabTo(page, /^Interfaces/)
    await press('ArrowRight')
    await expect.poll(() => focusOf(page)).toMatchObject({ name: expect.stringMatching(/^Subnets/) as string, isVisible: true })
    const subnets = page.getByRole('tabpanel', { name: 'Subnets' })
    await subnets.getByLabel('Prefix, row 1', { exact: true }).waitFor()
    await tabTo(page, 'Prefix, row 1')
    await press('Control+End', 'Enter')
    const last = 'row 31'
    await expect.poll(async () => (await focusOf(page)).name).toBe(`Prefix, ${last}`)
    await page.keyboard.type('10.246.0.0')
    await press('Tab')
    await page.keyboard.type('24')
    expect(await readValues(subnets, { [`Prefix, ${last}`]: '', [`Mask, ${last}`]: '' })).toEqual({
      [`Prefix, ${last}`]: '10.246.0.0',
      [`Mask, ${last}`]: '24',
    })

    await tabTo(page, /^WAN 1/)
    for (const next of [/^WAN 2/, /^WAN 3/]) {
      await press('ArrowRight')
      await expect.poll(async () => (await focusOf(page)).name).toMatch(next)
    }
    await tabTo(page, 'Transport network')
    await press('ControlOrMeta+a')
    await page.keyboard.type('5')
    await page.getByRole('option', { name: '5G' }).waitFor()
    await press('ArrowDown', 'Enter')
    expect(await readValues(page.getByRole('tabpanel', { name: 'WAN 3' }), { 'Transport network': '' })).toEqual({
      'Transport network': '5G',
    })
    await tabTo(page, text('editor.verb.update'))
    await press('Enter')
    await waitForDeviceList(page)
    await expect.poll(() => focusOf(page)).toMatchObject({ isVisible: true })
    expect(complaints).toEqual([])
  })
})
