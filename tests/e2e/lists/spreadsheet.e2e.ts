import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright'
import { navigationScreens, tenantRoot, type NavigationScreen } from '../../../src/screen-addresses.ts'
import { spreadsheetFiles } from '../../support/csv/files.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { placesOf, type Places } from '../../support/browser/places.ts'
import { recordsOf } from '../../support/browser/records.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { inExtent, isExhaustive } from '../../support/extent.ts'

const service = demoService()
let places: Places
const folder = mkdtempSync(join(tmpdir(), 'sheets-'))

beforeAll(async () => {
  places = await placesOf(service)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const refusedFiles: [name: string, bytes: string | Uint8Array, reason: string | RegExp][] = [
  ['nothing.csv', '', 'The file is empty.'],
  ['picture.csv', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 3]), /not text/],
  ['words.txt', 'name\nx\n', /not a \.csv file/],
  ['other.csv', 'planet;moons\n1;2\n', /None of the file’s columns/],
  ['open.csv', 'name,contactName\n"never closed,x\n', /never closed/],
]

const withSheets = navigationScreens.filter(({ screen }) => screen.bulk)

function screenOf(entity: NavigationScreen['entity']): NavigationScreen {
  const found = navigationScreens.find((each) => each.entity === entity)
  if (!found) throw new Error(`there is no screen of ${entity}`)
  return found
}

const sheetShown = (page: Page): Promise<void> => page.getByRole('gridcell').first().waitFor()

function fileOf(text: string | Uint8Array, name: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const choose = (page: Page, file: string): Promise<void> => page.locator('input[type=file]').setInputFiles(file)

/** Imports a readable file into a sheet without an import. The message appears while the progress bar is shown; the bar disappears once all rows are checked. */
async function importFile(page: Page, file: string): Promise<void> {
  await choose(page, file)
  await message(page, /rows? read from the file/).waitFor()
  await idle(page)
}

/** Waits until the progress bar disappears; it must be shown already. */
const idle = (page: Page): Promise<void> => page.getByRole('progressbar').waitFor({ state: 'detached' })

async function exportFile(page: Page, scope: string | RegExp, kind = 'CSV'): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('group', { name: kind }).getByRole('menuitem', { name: scope }).last().click()
  const path = join(folder, `export-${Date.now()}.${kind.toLowerCase()}`)
  await (await saved).saveAs(path)
  return path
}

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const count = async (page: Page, name: string): Promise<number> =>
  Number(/[\d,]+$/.exec(await tab(page, name).innerText())?.[0]?.replace(',', '') ?? NaN)
/** Reads the row counts of tabs; for `expect.poll`, because they are updated a moment after an action. */
const counts = (page: Page, ...names: string[]): (() => Promise<number[]>) => {
  return async () => Promise.all(names.map((name) => count(page, name)))
}
const message = (page: Page, text: string | RegExp): Locator => page.getByRole('region', { name: 'Messages' }).getByText(text)

/** Name of the platform owner's tenant, the parent of the partners that these tests create. */
async function platformName(): Promise<string> {
  const answer = await service.call('owner@demo.test', '/api/user/v2/context?tenantOid=platform')
  const { data } = (await answer.json()) as { data: { scopes: { oid: string; name: string }[] }[] }
  return data[0]?.scopes.find((scope) => scope.oid === 'platform')?.name ?? ''
}

// An entity with nested lists.
describe.each(inExtent(withSheets, 'entity', ['edge-box']))('the sheet of $entity', (entry) => {
  beforeAll(async () => {
    await recordsOf(service, places).atLeast(entry, 2)
  })

  it('imports its own export without a single change', { tags: ['S0-1.3', 'S0-2.50'] }, async () => {
    const { page, complaints } = await visitAs('owner@demo.test', places.address(entry, '/bulk'))
    await sheetShown(page)
    const total = await count(page, 'All')
    await importFile(page, await exportFile(page, 'Rows shown'))
    expect(await counts(page, 'All', 'Unchanged', 'With errors')()).toEqual([total, total, 0])
    // Entities without lists within their records have one sheet.
    const workbook = await exportFile(page, /^(Rows shown|All sheets in one file)/, 'XLSX')
    const dialog = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import XLSX' }).click()
    await (await dialog).setFiles(workbook)
    await message(page, /rows? read from the file/).waitFor()
    await idle(page)
    expect(await counts(page, 'All', 'Unchanged', 'With errors')()).toEqual([total, total, 0])
    expect(complaints).toEqual([])
  })

  it('refuses unreadable files with the reason, and selects rows one by one or all at once', { tags: ['S0-2.49'] }, async () => {
    const { page } = await visitAs('owner@demo.test', places.address(entry, '/bulk'))
    await sheetShown(page)
    for (const [name, bytes, reason] of refusedFiles) {
      await choose(page, fileOf(bytes, name))
      await message(page, reason).waitFor()
    }
    const huge = join(folder, 'huge.csv')
    writeFileSync(huge, 'name\n')
    truncateSync(huge, 200 * 1024 * 1024)
    await choose(page, huge)
    await message(page, /larger than 64 MB/).waitFor()
    expect(await count(page, 'Unchanged')).toBe(await count(page, 'All'))

    const all = page.getByRole('checkbox', { name: 'Select all rows shown' })
    await all.click()
    await page.getByText(`${(await count(page, 'All')).toLocaleString('en')} rows selected`).waitFor()
    await expect.poll(() => all.isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'Select row' }).first().click()
    await expect.poll(() => all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true])
  })
})

describe('an import of partners', () => {
  it('reads files as other programs write them, in any encoding and with any separator', async () => {
    const { page } = await visitAs('owner@demo.test', places.address(screenOf('partner'), '/bulk'))
    await sheetShown(page)
    // In the short extent two of them: tests of the reader take every encoding and separator.
    for (const [name, bytes] of Object.entries(spreadsheetFiles).slice(0, isExhaustive ? undefined : 2)) {
      await importFile(page, fileOf(bytes, name))
      await message(page, '3 rows read from the file.').waitFor()
      // The demo data lacks the parent that the files name, so every row has an error; what matters is that it was read.
      expect([name, await count(page, 'With errors')]).toEqual([name, 3])
      await page.getByRole('gridcell', { name: 'Peña y Hijos' }).waitFor()
      await page.getByRole('button', { name: 'Reset all changes' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset all changes' }).click()
      await message(page, '3 rows read from the file.').waitFor({ state: 'detached' })
    }
  })

  it('shows every error, lets people fix it in the sheet, applies all and undoes it', { tags: ['S0-2.51', 'S0-5.48'] }, async () => {
    // Wide enough for every column: the grid renders only visible ones.
    const { page, complaints } = await visitAs('owner@demo.test', places.address(screenOf('partner'), '/bulk'), { width: 2600 })
    await sheetShown(page)
    const parent = await platformName()
    const before = await count(page, 'All')
    await importFile(
      page,
      fileOf(
        [
          'parentName,name,type,contactName,contactEmail,contactDetails,nmae',
          `${parent},Fjord Networks,vad,Ann,ann@fjord.example,=1+1,`,
          `${parent},Lagoon Networks,vad,Bo,not a mail,,`,
          `${parent},,vad,Cy,cy@lagoon.example,,`,
          `Nowhere at all,Delta Works,vad,Di,di@delta.example,a;b,`,
          'Fjord Networks,Fjord South,msp,Ed,ed@fjord.example,,',
        ].join('\n'),
        'errors.csv',
      ),
    )
    await message(page, /nmae \(did you mean/).waitFor()
    expect(await counts(page, 'New', 'With errors')()).toEqual([2, 3])
    const problems = page.getByRole('complementary', { name: 'Errors and warnings' })
    for (const text of ['Contact mail', 'Name', 'Parent', 'Details']) await problems.getByText(text, { exact: true }).waitFor()

    await problems.getByRole('button', { name: /Contact mail/ }).click()
    await page.getByRole('gridcell', { name: 'Delta Works' }).waitFor({ state: 'detached' })
    await page.getByRole('gridcell', { name: 'not a mail' }).waitFor()
    await problems.getByRole('button', { name: 'Show all rows' }).click()

    await page.getByRole('button', { name: 'Update' }).click()
    await message(page, 'Some fields are not valid.').waitFor()

    await tab(page, 'With errors').click()
    await page.getByRole('gridcell', { name: 'Fjord South' }).waitFor({ state: 'detached' })
    await type(page, { row: 'Lagoon Networks', column: 'contactEmail', text: 'bo@lagoon.example' })
    await type(page, { row: 'cy@lagoon.example', column: 'name', text: 'Lagoon South' })
    await type(page, { row: 'Delta Works', column: 'parentName', text: parent })
    await tab(page, 'All').click()
    await expect.poll(counts(page, 'New', 'With errors')).toEqual([5, 0])

    await page.getByRole('button', { name: 'Update' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('5 rows will be written: 5 created, 0 updated.').waitFor()
    const plan = dialog.getByRole('row').filter({ hasText: 'Contact mail' }).filter({ hasText: 'Lagoon Networks' })
    // The rows of the grid come after the sentence above it.
    await expect
      .poll(() => plan.getByRole('gridcell').allInnerTexts())
      .toEqual(['Lagoon Networks', 'Contact mail', '–', 'bo@lagoon.example'])
    await dialog.getByRole('button', { name: 'Update' }).click()
    await message(page, '5 rows were written: 5 created, 0 updated.').waitFor()
    // The message appears before the rows are loaded again.
    await expect.poll(counts(page, 'All', 'Unchanged')).toEqual([before + 5, before + 5])

    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, /undone/).waitFor()
    await expect.poll(counts(page, 'All', 'Unchanged')).toEqual([before, before])
    expect(complaints).toEqual([])
  })

  it('merges an older export with what changed since, and lists only real conflicts', async () => {
    const { page } = await visitAs('owner@demo.test', places.address(screenOf('partner'), '/bulk'))
    await sheetShown(page)
    const file = await exportFile(page, 'Rows shown')
    const lines = readFileSync(file, 'utf8').split('\r\n')
    const header = lines[0]?.replace('\uFEFF', '').split(',') ?? []
    const [oid = '', name = ''] = [header.indexOf('oid'), header.indexOf('name')].map((index) => lines[1]?.split(',')[index])
    const change = async (field: string, value: string): Promise<void> => {
      const { data } = (await (await service.call('owner@demo.test', `/api/v1/partners/${oid}`)).json()) as { data: [{ revision: number }] }
      const body = JSON.stringify({ data: [{ oid, revision: data[0].revision, [field]: value }] })
      const answer = await service.call('owner@demo.test', '/api/v1/partners?tenantOid=platform', {
        method: 'PUT',
        body,
        headers: { 'idempotency-key': randomUUID() },
      })
      expect(answer.status).toBe(200)
    }
    await change('contactName', 'Changed Meanwhile')
    await page.goto(places.address(screenOf('partner'), '/bulk'))
    await sheetShown(page)
    await importFile(page, file)
    expect(await counts(page, 'Changed', 'Conflicts')()).toEqual([0, 0])

    const edited = lines.map((line, index) =>
      index === 1 ? line.replace(new RegExp(`^((?:[^,]*,){${header.indexOf('contactName')}})[^,]*`), '$1From The File') : line,
    )
    await choose(page, fileOf(edited.join('\r\n'), 'edited.csv'))
    await page.getByRole('complementary', { name: 'Conflicts to resolve' }).getByText(name).first().waitFor()
    await page.getByRole('button', { name: 'Use your value' }).last().click()
    // The counts change once the dry run after the choice has returned.
    await expect.poll(counts(page, 'Changed', 'Conflicts')).toEqual([1, 0])

    await change('contactName', 'Changed Again')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await message(page, /have been loaded again with your changes/).waitFor()
    await expect.poll(counts(page, 'Changed', 'Conflicts', 'With errors')).toEqual([0, 1, 0])
    await page.getByRole('button', { name: 'Use your value' }).last().click()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Update' }).click()
    await message(page, /1 row was written/).waitFor()
  })
})

describe('an administrator with a thousand new people', () => {
  it('imports them all, finds the 37 invalid lines, fixes them in the sheet and applies', async () => {
    const { data } = (await (await service.call('msp@demo.test', '/api/user/v2/info')).json()) as {
      data: [{ tenant: { id: string; name: string } }]
    }
    const { id, name: company } = data[0].tenant
    const invalidColumns = ['tenantName', 'mail', 'name', 'role'] as const
    const lines = Array.from({ length: 1000 }, (_line, index) => {
      const number = String(index + 1).padStart(4, '0')
      const valid = {
        tenantName: company,
        mail: `p${number}@work.test`,
        name: `Person ${number}`,
        role: 'viewer',
      }
      const column = index % 27 === 0 && index < 37 * 27 ? invalidColumns[(index / 27) % 4] : undefined
      const invalid = { tenantName: 'Nowhere at all', mail: `p${number} at work`, name: '', role: 'sa' }
      return { number, valid, column, cells: column === undefined ? valid : { ...valid, [column]: invalid[column] } }
    })
    const address = `${service.origin}${tenantRoot(id)}/${screenOf('user-role').path}/bulk`
    const { page, complaints } = await visitAs('owner@demo.test', address, { width: 1800, height: 1600 })
    await sheetShown(page)
    const before = await count(page, 'All')
    await importFile(
      page,
      fileOf(
        [['tenantName', 'mail', 'name', 'role'], ...lines.map(({ cells }) => Object.values(cells))]
          .map((cells) => cells.join(','))
          .join('\n'),
        'people.csv',
      ),
    )
    expect(await counts(page, 'New', 'With errors')()).toEqual([1000 - 37, 37])
    const problems = page.getByRole('complementary', { name: 'Errors and warnings' })
    for (const text of ['Role in', 'Mail', 'Name', 'Role']) await problems.getByText(text, { exact: true }).first().waitFor()

    for (const [index, { number, valid, column = 'name' }] of lines.filter((line) => line.column !== undefined).entries()) {
      // Opening the tab again removes the fixed rows from it, and the others move up: a click before that would hit another row.
      if (index % 12 === 0) {
        for (const name of ['All', 'With errors']) await tab(page, name).click()
        await expect.poll(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBe(37 - index + 1)
      }
      const row = column === 'mail' ? valid.name : `p${number}@`
      if (column === 'role') await pickRole(page, row)
      else await type(page, { row, column, text: valid[column] })
    }
    await tab(page, 'All').click()
    await expect.poll(counts(page, 'New', 'With errors')).toEqual([1000, 0])
    await page.getByRole('button', { name: 'Update' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('1,000 rows will be written: 1,000 created, 0 updated.').waitFor()
    await dialog.getByRole('button', { name: 'Update' }).click()
    await message(page, '1,000 rows were written: 1,000 created, 0 updated.').waitFor({ timeout: 60_000 })
    await expect.poll(counts(page, 'All', 'Unchanged')).toEqual([before + 1000, before + 1000])
    const found = await service.call(
      'msp@demo.test',
      `/api/v1/userroles?parentTenantOid=${id}&size=1&filter=${encodeURIComponent('mail=ilike=%@work.test;role==viewer')}`,
    )
    expect(((await found.json()) as { meta: { totalCount: number } }).meta.totalCount).toBe(1000)
    expect(complaints).toEqual([])
  })
})

async function pickRole(page: Page, name: string): Promise<void> {
  const cell = page.getByRole('row').filter({ hasText: name }).locator('[col-id="role"]')
  await cell.click()
  await page.getByRole('combobox', { name: 'Role', exact: true }).waitFor()
  // The list stays beside its cell while the sheet moves.
  await page.mouse.wheel(0, 40)
  await page.getByRole('option', { name: 'Viewer', exact: true }).click()
  await cell.getByText('Viewer').waitFor()
}

/** Types into the cell of a row, which is found by a text in it. */
async function type(page: Page, cell: { row: string; column: string; text: string }): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: cell.row })
  await row.locator(`[col-id="${cell.column}"]`).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(cell.text)
  await page.keyboard.press('Enter')
  await row.locator(`[col-id="${cell.column}"]`).getByText(cell.text).waitFor()
}
