import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { button, region } from '../support/browser/device-pages.ts'
import { addRow, fillIn } from '../support/browser/fields.ts'
import { text } from '../support/browser/texts.ts'
import { deleteOpened, line, overlayJourney, sent } from './overlay-journey.ts'

const journey = overlayJourney()

const SETS = '/api/v1/firewall/appsets'
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

async function change(page: Page, name: string, description: string): Promise<void> {
  await open(page, name)
  await fillIn(region(page, 'application-set.section.general'), { Description: description })
  await button(page, 'editor.verb.update').click()
}

async function remove(page: Page, name: string): Promise<void> {
  await open(page, name)
  await deleteOpened(page)
  const [deletion] = await journey.writes()
  expect(deletion && line(deletion)).toMatch(/^DELETE \/api\/v1\/firewall\/appsets\/set-\d+$/)
  await rowOf(page, name).waitFor({ state: 'detached' })
}

const storedSet = async (type: string, name: string) => (await journey.stored(`${SETS}/${type}`)).find((set) => set['name'] === name)

describe('application sets on a platform that is not ours', () => {
  it('of ports are listed, created, changed and deleted', { tags: ['S2-7.42', 'S2-7.44', 'S2-7.45', 'S2-7.46'] }, async () => {
    const page = await journey.open('network/applicationSet')
    await rowOf(page, 'Back office').getByText('Cloud Payroll, Cloud Tickets').waitFor()
    await rowOf(page, 'Web').getByText('TCP 80;443, UDP 443').waitFor()
    await page
      .getByRole('region', { name: 'Port-based' })
      .getByRole('link', { name: text('list.action.create'), exact: true })
      .click()
    await fillIn(region(page, 'application-set.section.general'), { Name: 'Mail' })
    const ports = region(page, 'application-set.section.portBasedApps')
    await addRow(ports, text('application-set.field.portBasedApps'), { Protocol: 'TCP', Ports: '25;587' })
    await button(page, 'editor.verb.create').click()
    const [post] = await journey.writes()
    expect(sent(post)).toMatchObject([
      {
        priority: 4,
        name: 'Mail',
        type: 'portBased',
        portBasedApps: [{ priority: 1, protocolId: 6, protocolName: 'TCP', ports: '25;587' }],
      },
    ])
    await rowOf(page, 'Mail').getByText('TCP 25;587').waitFor()
    const before = await storedSet('portBased', 'Mail')
    await change(page, 'Mail', 'Letters.')
    expect(sent((await journey.writes())[0])).toEqual([{ ...before, description: 'Letters.' }])
    await remove(page, 'Mail')
  })
})
