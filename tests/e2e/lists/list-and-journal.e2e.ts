import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'

const service = demoService()

const customers = '/oid/platform/admin/customers'

/** Opens the list and waits for its first rows. */
async function openList(address = customers) {
  const visitor = await visitAs('owner@demo.test', service.origin + address)
  await visitor.page.getByRole('gridcell').first().waitFor()
  return visitor
}

const cell = (page: Page, row: number, column: string) => page.locator(`[row-index="${row}"] [col-id="${column}"]`)
/** Waits until the visible rows are those of the last request. */
const settled = (page: Page) => page.locator('[aria-busy=false] [role=grid]').waitFor()
const search = (page: Page) => new URL(page.url()).search

/** Ids of the column headers from left to right, with the side that they are pinned to. */
const headersOf = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((heads) =>
    heads
      .toSorted((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x)
      .map((head) => {
        const side = head.closest('.ag-grid-pinned-left-cells, .ag-grid-pinned-right-cells')?.className.match(/left|right/)?.[0]
        return `${head.getAttribute('col-id')}${side === undefined ? '' : ` ${side}`}`
      }),
  )

/** Pixels from the top of its row to the baseline of each text of a row. */
const baselinesOf = (page: Page, row: number) =>
  page.locator(`[row-index="${row}"]`).evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    // What only screen readers get has no place in the line.
    while (texts.nextNode()) if (!texts.currentNode.parentElement?.closest('.spoken')) found.push(texts.currentNode as Text)
    return found.map((text) => {
      // An empty inline block sits on the baseline of its line.
      const line = document.createElement('span')
      const mark = document.createElement('span')
      mark.style.cssText = 'display: inline-block; width: 0; height: 0'
      text.replaceWith(line)
      line.append(text, mark)
      const baseline = mark.getBoundingClientRect().bottom - element.getBoundingClientRect().top
      line.replaceWith(text)
      return Math.round(baseline)
    })
  })

/** Creates customers of a partner that can be deleted. */
async function makeCustomers(names: readonly string[]): Promise<void> {
  const mail = 'msp@demo.test'
  const { data } = (await (await service.call(mail, '/api/user/v2/info')).json()) as { data: [{ tenant: { id: string } }] }
  const parentOid = data[0].tenant.id
  const contact = { contactName: 'A', contactEmail: 'a@demo.test', createAdmin: false }
  const records = names.map((name) => ({
    parentOid,
    name,
    type: 'managed_customer',
    apoDomain: name.toLowerCase().replaceAll(' ', '-'),
    ...contact,
  }))
  const answer = await service.call(mail, '/api/v1/customers', {
    method: 'POST',
    body: JSON.stringify({ data: records }),
    headers: { 'idempotency-key': 'customers-of-the-journal' },
  })
  if (!answer.ok) throw new Error(await answer.text())
}

describe('a list in the browser', () => {
  it('pins one column by keyboard, hides another from its header, and keeps both for the next visit', async () => {
    const { page, complaints } = await openList()
    await page.getByRole('columnheader', { name: 'Type' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitemradio', { name: 'No pin', checked: true }).and(page.locator('[data-highlighted]')).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect.poll(() => headersOf(page)).toContain('type right')
    await expect.poll(() => page.getByRole('columnheader', { name: 'Type' }).evaluate((head) => head === document.activeElement)).toBe(true)
    await page.getByRole('columnheader', { name: 'State' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Hide column' }).click()
    await expect.poll(() => headersOf(page)).not.toContain('state')
    await page.reload()
    await settled(page)
    const unpinned = ['name', 'parentName', 'apoDomain', 'reporting', 'userCount', 'updatedAt']
    expect(await headersOf(page)).toEqual(['row-choice left', ...unpinned, 'type right', 'row-actions right'])
    expect(complaints).toEqual([])
  })

  it('aligns its texts on one baseline, monospaced ones too, and truncates them before the row menus', async () => {
    const { page } = await visitAs('owner@demo.test', `${service.origin}/oid/platform/admin/appliances`, { width: 1024 })
    await cell(page, 0, 'serialNumber').waitFor()
    await settled(page)
    expect(new Set(await baselinesOf(page, 0)).size).toBe(1)
    const edge = (await cell(page, 0, 'row-actions').boundingBox())?.x ?? 0
    const overEdge = () =>
      page.locator('[row-index="0"] .ag-cell > *').evaluateAll(
        (parts, end) =>
          parts
            .filter((part) => !part.closest('.ag-grid-pinned-right-cells'))
            .map((part) => part.getBoundingClientRect())
            .filter((box) => box.left < end && box.right > end).length,
        edge,
      )
    await expect.poll(overEdge).toBe(0)
  })

  it('is navigated, sorted, selected from and opened by keyboard alone', async () => {
    const { page, complaints } = await openList()
    await page.getByRole('button', { name: 'Print all matching rows' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL(/sort=-name/)
    await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=descending]')).waitFor()
    await settled(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.getByText('1 selected').waitFor()
    const second = await cell(page, 1, 'name').innerText()
    expect(await page.getByRole('checkbox', { name: `Select ${second}` }).isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]') === null)).toBe(true)
    await cell(page, 1, 'name').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: second }).waitFor()
    expect(complaints).toEqual([])
  })

  it('opens a row by a click on it, and its menu by a click on the menu button', async () => {
    const { page } = await openList()
    await cell(page, 2, 'row-actions').getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(customers)
    await page.keyboard.press('Escape')
    const name = await cell(page, 2, 'name').innerText()
    await cell(page, 2, 'type').click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  })

  it('keeps its tab and search on return from the editor, by its address and on the next visit', async () => {
    const { page } = await openList()
    await page.getByRole('tab', { name: /^Frozen/ }).click()
    await page.waitForURL(/tab=frozen/)
    await page.keyboard.press('/')
    await page.keyboard.type('e')
    await page.waitForURL(/q=e/)
    const address = page.url()
    await cell(page, 0, 'name').getByRole('link').click()
    await page.getByRole('button', { name: 'Update' }).waitFor()
    await page.goBack()
    await page.waitForURL(address)
    await page.goto(`${service.origin}/oid/platform/admin/partners`)
    await page.getByRole('gridcell').first().waitFor()
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.waitForURL(address)
    expect(await page.getByRole('searchbox').inputValue()).toBe('e')
    expect(await page.getByRole('tab', { selected: true }).innerText()).toMatch(/^Frozen/)
  })

  it('keeps the columns that a person chose, their order and their widths', async () => {
    const { page } = await openList()
    const heads = () => page.getByRole('columnheader').allInnerTexts()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Parent' }).uncheck()
    await page.getByRole('checkbox', { name: 'Contact mail' }).check()
    await page.getByRole('button', { name: 'Move Type up' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Move Type up' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    const edge = await page.locator('.ag-header-cell[col-id=type] .ag-header-cell-resize').boundingBox()
    if (!edge) throw new Error('the column has no edge')
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2)
    await page.mouse.down()
    await page.mouse.move(edge.x + edge.width / 2 + 90, edge.y + edge.height / 2, { steps: 4 })
    await page.mouse.up()
    const widthOf = async (column: string) => (await page.locator(`.ag-header-cell[col-id=${column}]`).boundingBox())?.width ?? 0
    // A double click on an edge fits the column to its content.
    const shared = await widthOf('name')
    await page.locator('.ag-header-cell[col-id=name] .ag-header-cell-resize').dblclick()
    await expect.poll(() => widthOf('name')).not.toBe(shared)
    const widths = async () => [await widthOf('type'), await widthOf('name')]
    const before = { heads: await heads(), widths: await widths() }
    expect(before.heads.filter((head) => head.trim() !== '').slice(0, 2)).toEqual(['Type', 'Name'])
    expect(before.heads).toContain('Contact mail')
    expect(before.heads).not.toContain('Parent')
    await page.reload()
    await page.getByRole('gridcell').first().waitFor()
    expect({ heads: await heads(), widths: await widths() }).toEqual(before)
  })

  it('takes typed wildcards and quotes as text', async () => {
    const { page, complaints } = await openList()
    for (const text of ['%', '_', '\\', '"', `a"),(name=ilike="%`, `'; drop table--`]) {
      await page.getByRole('searchbox').fill(text)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    }
    expect(complaints).toEqual([])
  })

  it('filters by fields and exports every matching row', async () => {
    const { page } = await openList()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('button', { name: 'State' }).click()
    await page.getByRole('checkbox', { name: 'Frozen' }).check()
    await page.waitForURL(/f\.state=frozen/)
    await page.keyboard.press('Escape')
    await settled(page)
    await page.getByText(/^1–\d+ of \d+$/).waitFor()
    const total = Number(/of (\d+)/.exec(await page.getByText(/^1–\d+ of \d+$/).innerText())?.[1])
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('menuitem', { name: /All matching/ })
        .first()
        .click(),
    ])
    expect(download.suggestedFilename()).toBe('customers.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(total + 1)
    expect(lines[0]).toMatch(/^\uFEFF?oid,parentName,.*,revision,_base$/)
    await page.getByRole('button', { name: 'Remove the filter on State' }).click()
    await page.waitForURL((url) => !url.search.includes('f.state'))
    expect(search(page)).toBe('')
  })
})

describe('a journal in the browser', () => {
  it('fits a phone: when and who above what, and the details of an entry within the window', async () => {
    const { page } = await visitAs('customer@demo.test', service.origin, { width: 390, height: 844 })
    await page.waitForURL(/\/oid\//)
    await page.goto(`${page.url().split('/').slice(0, 5).join('/')}/network/ipengines/edgeBoxes/journal`)
    const what = page.getByRole('row').nth(1).getByRole('cell').nth(2)
    await what.waitFor()
    const widest = (): Promise<number> =>
      page.locator('main *').evaluateAll((parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().right)))
    expect((await what.boundingBox())?.width).toBeGreaterThan(200)
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([expect.stringMatching(/^When\n\S/), 'Who', 'What'])
    await page.locator('td button[aria-pressed]').first().click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.waitFor()
    const [frame, panel] = [await page.getByRole('main').boundingBox(), await details.boundingBox()]
    expect(panel?.x).toBeGreaterThanOrEqual(frame?.x ?? 0)
    expect(await widest()).toBeLessThanOrEqual(390)
  })

  it('shows a bulk deletion as one entry and undoes it', async () => {
    const [first, second] = ['Zzz journal 2', 'Zzz journal 1']
    await makeCustomers([first, second])
    const { page, complaints } = await openList(`${customers}?q=${encodeURIComponent('Zzz journal')}`)
    await page.getByRole('checkbox', { name: `Select ${first}` }).check()
    await page.getByRole('checkbox', { name: `Select ${second}` }).check()
    await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    // Elements behind an open dialog have no role.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.getByRole('gridcell', { name: first, exact: true }).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Journal' }).click()
    await page.getByRole('button', { name: 'deleted 2 customers' }).click()
    await page.getByRole('button', { name: `deleted ${second}` }).waitFor()
    await page.getByRole('button', { name: 'Undo all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this change' }).click()
    await page.getByRole('button', { name: 'undid changes to 2 customers' }).waitFor()

    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('gridcell', { name: first, exact: true }).waitFor()
    await page.getByRole('gridcell', { name: second, exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('does not undo a change that a later one has overwritten', async () => {
    const { page } = await openList()
    const name = await cell(page, 0, 'name').innerText()
    for (const contact of ['First Contact', 'Second Contact']) {
      await cell(page, 0, 'name').getByRole('link').click()
      await page.getByRole('textbox', { name: /^Contact name/ }).fill(contact)
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('gridcell', { name, exact: true }).waitFor()
    }
    await page.getByRole('link', { name: 'Journal' }).click()
    await page.getByRole('button', { name: /to First Contact$/ }).click()
    await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Undo this change' }).click()
    await page.getByText("It cannot be undone: 'Contact name' was changed again later.").waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /from First Contact to Second Contact$/ }).click()
    await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Undo this change' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this change' }).click()
    await page.getByRole('button', { name: /from Second Contact to First Contact$/ }).waitFor()
  })
})
