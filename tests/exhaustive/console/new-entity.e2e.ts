import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright'
import { leaveAll, visitAs } from '../../support/browser/browser.ts'
import { copyTree, plantInventedEntity } from '../../support/invented-entity/plant.ts'
import { runBuild, runTests } from '../../support/service/run-script.ts'
import { demoWorld } from '../../support/service/demo-world.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import { text, textsOf } from '../../support/browser/texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'new-entity-'))
const root = join(folder, 'tree')
let service: RunningService
/** A customer of the demo world. */
let customer = ''

beforeAll(async () => {
  copyTree(root)
  plantInventedEntity(root, 'rack')
  plantInventedEntity(root, 'beacon')
  const built = await runBuild(root)
  if (built.code !== 0) throw new Error(built.output)
  service = await startService({ root, template: (await demoWorld()).data })
  const { data } = (await (await service.call('customer@demo.test', '/api/user/v2/info')).json()) as { data: [{ tenant: { id: string } }] }
  customer = data[0].tenant.id
})
afterAll(async () => {
  await leaveAll()
  await service.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const racks = (): string => `${service.origin}/oid/platform/admin/racks`
const beacons = (): string => `${service.origin}/oid/${customer}/network/beacons`
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true })
const field = (page: Page, role: 'textbox' | 'switch' | 'combobox', name: string): Locator => page.getByRole(role, { name, exact: true })
const cell = (page: Page, name: string): Locator => page.getByRole('gridcell', { name, exact: true })
const menuEntry = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: text('shell.navigation') }).getByRole('link', { name, exact: true })
const message = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByRole('region', { name: 'Messages' }).getByText(words).waitFor()

/** The first message below a control. */
async function errorBelow(page: Page, control: Locator): Promise<string> {
  const id = await control.getAttribute('id')
  return (await page.locator(`[id="${id}__error"]`).allInnerTexts()).join(' ')
}

/** Imports a file into the open sheet and writes all of its rows. */
async function importAll(page: Page, file: string, rows: number): Promise<void> {
  await page.getByLabel('Import CSV').setInputFiles(file)
  await message(page, `${rows} rows read from the file.`)
  await button(page, 'Update').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Update' }).click()
  await message(page, `${rows} rows were written: `)
}

/** Exports the rows shown, imports them again, and returns the label of the tab of changed rows, with their number. */
async function changedByRoundTrip(page: Page): Promise<string> {
  await button(page, 'Export').click()
  const saved = page.waitForEvent('download')
  await page.getByRole('group', { name: 'CSV' }).getByRole('menuitem', { name: 'Rows shown' }).click()
  const file = join(folder, 'export.csv')
  await (await saved).saveAs(file)
  await page.getByLabel('Import CSV').setInputFiles(file)
  await message(page, /rows? read from the file/)
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  return page.getByRole('tab', { name: /^Changed/ }).innerText()
}

describe('an entity that is only schema, screen and texts', () => {
  it('appears in the navigation of those who may list it', async () => {
    const { page } = await visitAs('owner@demo.test', service.origin)
    await menuEntry(page, 'Racks').waitFor()
    expect(await menuEntry(page, 'Beacons').count()).toBe(0)
    await page.goto(beacons())
    await menuEntry(page, 'Beacons').waitFor()
    await menuEntry(page, 'Racks').waitFor()

    const network = await visitAs('network@demo.test', service.origin)
    await menuEntry(network.page, 'Beacons').click()
    await network.page.getByRole('link', { name: 'Add', exact: true }).first().waitFor()
    expect(await menuEntry(network.page, 'Racks').count()).toBe(0)

    // This user's language is French, and they may only read.
    const french = textsOf('fr')
    const viewer = await visitAs('viewer@demo.test', service.origin)
    await viewer.page.getByRole('navigation').getByRole('link', { name: 'Baies' }).click()
    await viewer.page.getByRole('heading', { level: 1, name: 'Baies' }).waitFor()
    await viewer.page.getByText(french['list.empty.title'] ?? '').waitFor()
    for (const key of ['list.action.add', 'list.journal'])
      expect(await viewer.page.getByRole('link', { name: french[key] ?? '' }).count()).toBe(0)
  })

  it('is created under its rules, edited, recorded in the journal and undone', async () => {
    const { page, complaints } = await visitAs('owner@demo.test', `${racks()}/new`)
    const [room, code, fuse] = [field(page, 'textbox', 'Room'), field(page, 'textbox', 'Code'), field(page, 'textbox', 'Fuse')]
    const [height, reason] = [field(page, 'textbox', 'Height'), field(page, 'textbox', 'Reason')]
    expect(await fuse.isDisabled()).toBe(true)
    await button(page, text('editor.why.name', { field: 'Fuse' })).click()
    await page.getByText('Only a rack with a power feed has a fuse.').waitFor()
    await page.keyboard.press('Escape')
    await field(page, 'switch', 'Power feed').click()
    await fuse.fill('16')

    await page.getByRole('radio', { name: 'Closed' }).click()
    await code.fill('A 1')
    await height.fill('2')
    await button(page, 'Create').click()
    await page.getByText(text('validation.global.error')).waitFor()
    expect(await errorBelow(page, room)).toBe(text('validation.field.mandatory'))
    expect(await errorBelow(page, code)).toBe(text('validation.field.noSpaces'))
    expect(await errorBelow(page, height)).toBe(text('validation.field.between', { min: 3, max: 60 }))
    expect(await errorBelow(page, reason)).toBe(text('validation.field.mandatory'))
    await room.fill('A')
    await code.fill('A1')
    await height.fill('12.5')
    await reason.fill('Maintenance')
    await field(page, 'textbox', 'Door code').fill('4711')
    await button(page, 'Create').click()

    await cell(page, '12.5').waitFor()
    await page.getByRole('link', { name: 'A1', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'A A1' }).waitFor()
    expect([await room.isEditable(), await fuse.inputValue(), await page.getByText('4711').count()]).toEqual([false, '16', 0])
    await height.fill('14')
    await button(page, 'Update').click()
    await cell(page, '14').waitFor()

    await page.getByRole('link', { name: 'Journal' }).click()
    await page.getByRole('button', { name: 'changed Height of A1 from 12.5 to 14' }).click()
    await button(page.getByRole('complementary', { name: text('journal.details') }), 'Undo this change').click()
    await button(page.getByRole('dialog'), 'Undo this change').click()
    await page.getByRole('button', { name: 'changed Height of A1 from 14 to 12.5' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('is exported to a spreadsheet and imported again without a change', async () => {
    const { page, complaints } = await visitAs('owner@demo.test', `${racks()}/bulk`)
    await page.getByRole('tab', { name: /^All/ }).waitFor()
    await importAll(page, join(root, 'docs', 'reference', 'samples', 'racks.csv'), 2)
    await cell(page, 'Maintenance').first().waitFor()
    expect(await changedByRoundTrip(page)).toMatch(/\D0$/)
    expect(complaints).toEqual([])
  })

  it('is described in documentation, table of contents, sample file and OpenAPI document', async () => {
    const { page } = await visitAs('owner@demo.test', racks())
    const link = page.getByRole('main').getByRole('link', { name: 'Documentation' })
    const address = new URL((await link.getAttribute('href')) ?? '', service.origin)
    expect(await (await fetch(address)).text()).toContain('Only a rack with a power feed has a fuse.')
    const toc = (await (await service.call('owner@demo.test', '/toc.json')).json()) as { entries: { id: string }[] }
    expect(toc.entries.map(({ id }) => id)).toEqual(expect.arrayContaining(['rack', 'beacon']))
    const described = (await (await fetch(`${service.origin}/openapi.json`)).json()) as { paths: Record<string, object> }
    expect(Object.keys(described.paths)).toEqual(expect.arrayContaining(['/api/v1/racks', '/api/v1/beacons']))
    const sample = await fetch(`${service.origin}/docs/samples/beacons.csv`)
    expect((await sample.text()).split('\r\n')[0]).toBe('site.name,name,state,site.anchored,site.depthM')
  })
})

describe('an entity of an overlay with a nested object and list', () => {
  it('is created with both, found by a nested value, and recorded row by row in its journal', async () => {
    const { page, complaints } = await visitAs('owner@demo.test', `${beacons()}/new`)
    await field(page, 'textbox', 'Name').fill('South Cardinal')
    await field(page, 'switch', 'At anchor').click()
    await button(page, 'Create').click()
    await page.getByText(text('validation.global.error')).waitFor()
    const [shoal, depth] = [field(page, 'textbox', 'Shoal'), field(page, 'textbox', 'Depth')]
    for (const control of [shoal, depth]) expect(await errorBelow(page, control)).toBe(text('validation.field.mandatory'))
    await shoal.fill('Cod Bank')
    await depth.fill('31.5')
    for (const range of ['12', '6']) {
      await button(page, text('editor.table.addTo', { list: 'Lamps' })).click()
      const row = range === '12' ? 1 : 2
      await field(page, 'textbox', text('editor.table.cell', { column: 'Range', row })).fill(range)
    }
    const sector = field(page, 'textbox', text('editor.table.cell', { column: 'Sector', row: 2 }))
    expect(await sector.isDisabled()).toBe(true)
    await field(page, 'combobox', text('editor.table.cell', { column: 'Colour', row: 2 })).selectOption({ label: 'Red' })
    await sector.fill('090-140')
    await button(page, 'Create').click()

    await cell(page, '31.5').waitFor()
    await page.getByRole('columnheader', { name: 'Shoal' }).click()
    await page.waitForURL(/sort=/)
    await page.getByRole('tab', { name: /^Deep water\s*1$/ }).click()
    await page.getByRole('searchbox').fill('od ban')
    await page.getByRole('searchbox').press('Enter')
    await button(page, 'Filter').click()
    await button(page, 'Shoal').click()
    await page.getByRole('dialog').getByRole('textbox').fill('bank')
    await page.keyboard.press('Enter')
    await page.waitForURL(/f\.site%2Fname=bank|f\.site\/name=bank/)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'South Cardinal', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Cod Bank South Cardinal' }).waitFor()
    await button(page, text('editor.table.remove', { row: 1, list: 'Lamps' })).click()
    await depth.fill('30')
    await button(page, 'Update').click()
    await page.getByRole('link', { name: 'Journal' }).click()
    await page
      .getByRole('button', { name: /^changed .*South Cardinal/ })
      .first()
      .click()
    const details = page.getByRole('complementary', { name: text('journal.details') })
    for (const words of ['Site › Depth', 'Lamps']) await details.getByText(words).first().waitFor()
    await button(details, 'Undo this change').click()
    await button(page.getByRole('dialog'), 'Undo this change').click()
    await page.getByText(text('journal.source.restore')).first().waitFor()
    expect(complaints).toEqual([])
  })

  it('is exported to a spreadsheet and imported again without a change', async () => {
    const { page, complaints } = await visitAs('owner@demo.test', `${beacons()}/bulk`)
    await page.getByRole('tab', { name: /^All/ }).waitFor()
    const file = join(root, 'docs', 'reference', 'samples', 'beacons.csv')
    await importAll(page, file, readFileSync(file, 'utf8').trimEnd().split('\r\n').length - 1)
    await cell(page, 'Gull Rock').waitFor()
    expect(await changedByRoundTrip(page)).toMatch(/\D0$/)
    expect(complaints).toEqual([])
  })

  it('is served for the overlay that the call names', async () => {
    expect((await service.call('owner@demo.test', '/api/v1/beacons')).status).toBe(400)
    expect((await service.call('owner@demo.test', '/api/v1/beacons', { headers: { 'x-overlay-oid': customer } })).status).toBe(200)
  })
})

/** How many tests each suite has per listed entity; those of the API run on two databases. */
const suites = {
  schemas: {
    'schemas/rules/checks/check-schema.test.ts': 1,
    'schemas/rules/parity.property.test.ts': 2,
    'tests/api/writes/bounds.test.ts': 2,
    'tests/api/contract/entities.test.ts': 28,
    'tests/api/contract/every-route.test.ts': 1,
    'tests/api/tenancy/isolation.test.ts': 2,
    'tests/api/contract/openapi.test.ts': 1,
    'tests/api/lists/statements.test.ts': 2,
  },
  screens: {
    'tests/e2e/pages/every-page.e2e.ts': 3,
    'tests/e2e/pages/keyboard.e2e.ts': 2,
    'tests/e2e/lists/spreadsheet.e2e.ts': 2,
  },
}

/** Screens of overlays with nested objects and lists are covered by the edge boxes in these suites. */
const runs = [
  { what: 'schemas', entities: ['rack', 'beacon'], args: [] },
  { what: 'screens', entities: ['rack'], args: ['--config', 'vitest.e2e.config.ts'] },
] as const

describe('the suites over every schema and every screen', () => {
  it.each(runs)(
    'cover $entities once they are listed, and pass ($what)',
    async ({ what, entities, args }) => {
      const expected = suites[what]
      const { code, output, passed } = await runTests(root, [...Object.keys(expected), ...args], {
        demoData: (await demoWorld()).data,
        names: `\\b(${entities.join('|')})\\b`,
        report: join(folder, `${what}.json`),
      })
      expect([code, code === 0 ? '' : output]).toEqual([0, ''])
      for (const entity of entities) {
        const files = passed.filter(({ name }) => new RegExp(`\\b${entity}\\b`).test(name)).map(({ file }) => file)
        const counts = Object.fromEntries(Object.keys(expected).map((file) => [file, files.filter((one) => one === file).length]))
        expect({ entity, ...counts }).toEqual({ entity, ...expected })
      }
    },
    600_000,
  )
})
