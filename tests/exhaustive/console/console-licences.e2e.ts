import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { pick, press, select } from '../../conformance/console-steps.ts'
import { journeyIn, line } from '../../conformance/overlay-journey.ts'
import { OIDS } from '../../conformance/platform/fixtures/tenants.ts'
import { monthFromNow } from '../../conformance/platform/state/identifiers.ts'

const journey = journeyIn('platform')
const [now, next] = [monthFromNow(0), monthFromNow(1)]
const running = { licenseType: 'Edge', licenseSize: 'S', startDate: now, duration: 12 }
const coming = { ...running, startDate: next, duration: 11 }

/** Rows that show a number of licences, and the given cells. */
const rowsOf = (page: Page, count: number, ...cells: string[]): Locator =>
  [String(count), ...cells].reduce(
    (rows, name) => rows.filter({ has: page.getByRole('gridcell', { name, exact: true }) }),
    page.getByRole('row'),
  )

/** Chooses a command of the row with a number of licences, and says on how many of them. */
async function command(page: Page, row: Locator, { name, count }: { name: string; count: number }): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: `${name} licences`, exact: true }).click()
  await page.getByRole('textbox', { name: /^How many/ }).fill(String(count))
}

/** The one call that a form sent, with its body; deletions are confirmed. */
async function sent(page: Page, button: string): Promise<[string, unknown]> {
  await press(page, button)
  if (button === 'Delete') await press(page.getByRole('alertdialog'), button)
  const [call, ...more] = await journey.writes()
  expect(more).toEqual([])
  if (call === undefined) throw new Error('One call')
  return [line(call).replace('/api/licensing/v2/licenses/cmd', ''), call.body]
}

/** Opens the Edge licences. */
const open = () => journey.open('admin/licenses?f.licenseType=Edge')

describe('licences on a platform that is not ours', () => {
  it('are added', { tags: ['S0-7.46', 'S0-7.49', 'D-1.5'] }, async () => {
    const page = await open()
    await page.getByRole('link', { name: 'Add', exact: true }).click()
    await pick(page, /^Owner/, 'Delta Resale')
    await select(page, /^Type/, 'Edge')
    await select(page, /^Size/, 'S')
    await page.getByRole('textbox', { name: /^How many/ }).fill('97')
    expect(await sent(page, 'Apply')).toEqual(['POST /create/platform', { tenantId: OIDS.reseller, group: running, count: 97 }])
    await rowsOf(page, 97, 'Delta Resale', 'Running').waitFor()
  })

  it('are split at the month that the form proposes', { tags: ['S0-7.50', 'S0-4.9', 'D-1.5'] }, async () => {
    const page = await open()
    await command(page, rowsOf(page, 97), { name: 'Split', count: 40 })
    const body = { tenantId: OIDS.reseller, group: running, count: 40, splitPoint: next }
    expect(await sent(page, 'Apply')).toEqual(['POST /split/platform', body])
    await rowsOf(page, 40, 'Running').waitFor()
    await rowsOf(page, 40, 'Not started').waitFor()
    await rowsOf(page, 57, 'Running').waitFor()
  })

  it('are moved to another size, and the rest stays', { tags: ['S0-7.48', 'D-1.5'] }, async () => {
    const page = await open()
    await command(page, rowsOf(page, 40, 'Not started'), { name: 'Edit', count: 30 })
    await select(page, /^New size/, 'L')
    const target = { moveToType: 'Edge', updateToSize: 'L', moveToDate: next, updateToDuration: 11 }
    expect(await sent(page, 'Apply')).toEqual(['POST /update/platform', { tenantId: OIDS.reseller, group: coming, count: 30, ...target }])
    await rowsOf(page, 30, 'L').waitFor()
    await rowsOf(page, 10, 'S').waitFor()
  })

  it('are moved to Activation without size, start and duration', { tags: ['S0-7.48', 'S0-4.11', 'D-1.5'] }, async () => {
    const page = await open()
    await command(page, rowsOf(page, 10, 'S'), { name: 'Edit', count: 4 })
    await select(page, /^New type/, 'Activation')
    const body = { tenantId: OIDS.reseller, group: coming, count: 4, moveToType: 'Activation' }
    expect(await sent(page, 'Apply')).toEqual(['POST /update/platform', body])
    await rowsOf(page, 6, 'S').waitFor()
  })

  it('are assigned to a customer, and taken back by its partner', { tags: ['D-1.5'] }, async () => {
    const page = await open()
    await command(page, rowsOf(page, 57), { name: 'Assign', count: 7 })
    await pick(page, /^Assign to/, 'Orchard Foods')
    const [owner, customer] = [OIDS.reseller, OIDS.diy]
    const assigned = { tenantId: owner, group: running, count: 7, assignTo: customer }
    expect(await sent(page, 'Assign')).toEqual(['POST /assign/platform', assigned])
    await rowsOf(page, 50, 'Delta Resale').waitFor()
    await command(page, rowsOf(page, 7, 'Orchard Foods'), { name: 'Unassign', count: 7 })
    const taken = { tenantId: customer, group: running, count: 7, assignTo: owner }
    expect(await sent(page, 'Apply')).toEqual(['POST /unassign/platform', taken])
    await rowsOf(page, 57, 'Delta Resale').waitFor()
    await rowsOf(page, 7, 'Orchard Foods').waitFor({ state: 'detached' })
  })

  it('are deleted', { tags: ['S0-7.51', 'D-1.5'] }, async () => {
    const page = await open()
    await command(page, rowsOf(page, 6), { name: 'Delete', count: 6 })
    expect(await sent(page, 'Delete')).toEqual(['POST /delete/platform', { tenantId: OIDS.reseller, group: coming, count: 6 }])
    await rowsOf(page, 57).waitFor()
    await rowsOf(page, 6).waitFor({ state: 'detached' })
  })

  it('are written from a sheet by the same commands', { tags: ['S0-2.56', 'D-1.8'] }, async () => {
    const page = await journey.open('admin/licenses/bulk')
    await page.getByRole('heading', { level: 1, name: 'Licences as a sheet' }).waitFor()
    await page.getByRole('gridcell').first().waitFor()
    const lines = [
      'tenantName,licenseType,licenseSize,startDate,duration,count',
      `Alpine Managed Services,CloudMesh,M,${monthFromNow(2)},12,1`,
      `Delta Resale,CloudMesh,L,${next},6,8`,
    ]
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'licenses.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    await page.getByRole('tab', { name: /^New\s*1$/ }).waitFor()
    await press(page, 'Update')
    await press(page.getByRole('alertdialog'), 'Update')
    await page.getByText('2 rows were written: 1 created, 1 updated.').waitFor()
    const calls = await journey.writes(2)
    expect(calls.map((call) => [line(call), call.body])).toEqual([
      [
        'POST /api/licensing/v2/licenses/cmd/delete/platform',
        {
          tenantId: OIDS.secondMsp,
          group: { licenseType: 'CloudMesh', licenseSize: 'M', startDate: monthFromNow(2), duration: 12 },
          count: 2,
        },
      ],
      [
        'POST /api/licensing/v2/licenses/cmd/create/platform',
        {
          tenantId: OIDS.reseller,
          group: { licenseType: 'CloudMesh', licenseSize: 'L', startDate: next, duration: 6 },
          count: 8,
        },
      ],
    ])
  })
})
