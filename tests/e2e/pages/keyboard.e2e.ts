import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { dottedPath, fieldValue, withFieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { NavigationScreen } from '../../../src/screen-addresses.ts'
import { pageScreens } from '../../support/browser/page-screens.ts'
import { visit } from '../../support/browser/browser.ts'
import {
  type EditorField,
  editorFields,
  freeTextFields,
  isBlank,
  isMandatory,
  editableTextFields,
  schemaOf,
  withEditor,
} from '../../support/browser/editor-page.ts'
import { focusOf, openFirstRow, tabTo } from '../../support/browser/keyboard.ts'
import { placesOf, type Places } from '../../support/browser/places.ts'
import { recordsOf } from '../../support/browser/records.ts'
import { sampleRecord } from '../../support/samples/sample-record.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { inExtent } from '../../support/extent.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()
let places: Places

beforeAll(async () => {
  places = await placesOf(service)
})

/** Screens whose records can be created from a few texts; the others have tests of their own. */
const edited = withEditor(pageScreens)

/** Expects the focus to be on a visible element; `after` names the step before. */
async function expectVisibleFocus(page: Page, after: string): Promise<void> {
  await expect.poll(() => focusOf(page), { message: after, timeout: 10_000 }).toMatchObject({ isVisible: true })
}

const heading = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Text of the list's row that has the focus. */
const focusedRow = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('[row-id]')?.getAttribute('row-id')
    return [...document.querySelectorAll('[row-id]')]
      .flatMap((part) => (part.getAttribute('row-id') === row ? part.textContent : []))
      .join(' ')
  })

/** Signs in as the platform owner, who may open every screen in some tenant. */
async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'owner@demo.test' }).waitFor()
  await tabTo(page, /^owner@demo\.test/)
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell').first().waitFor()
}

/** Switches to a tenant with the picker in the header. */
async function chooseTenant(page: Page, name: string): Promise<void> {
  await tabTo(page, /^Tenant:/, { back: true })
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: text('header.tenant.search') }).waitFor()
  await page.keyboard.type(name)
  await page.getByRole('option', { name, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: new RegExp(`^Tenant:.*${name}`) }).waitFor()
  await expectVisibleFocus(page, 'choosing a tenant')
}

/** Switches to the tenant in which the screen is tested. */
async function enterTenant(page: Page, entry: NavigationScreen): Promise<void> {
  const oid = places.tenantOid(entry)
  if (oid === 'platform') return
  const { data } = (await (await service.call('owner@demo.test', `/api/v1/tenants/${oid}`)).json()) as { data: [{ name: string }] }
  await chooseTenant(page, data[0].name)
}

/** Opens a page with the command palette, without waiting for it. */
async function runCommand(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed)
  await page.getByRole('option', { name: typed, selected: true }).waitFor()
  await page.keyboard.press('Enter')
}

/** Screens whose sheet has a column for free text. */
const withSheet = edited.filter((entry) => entry.screen.bulk && entry.screen.journal && textColumn(entry) !== undefined)

describe('the keyboard alone', () => {
  it('is enough to narrow a list, open a record, change a field and take that back', async () => {
    const { page, complaints } = await visit(service.origin)
    await signIn(page)
    await runCommand(page, text('customer.many'))
    await heading(page, text('customer.many'))
    await page.getByRole('gridcell').first().waitFor()
    // What can be pressed here is one key away, and what it names works.
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText(text('palette.shortcut.search')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.type('Rederi')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === 'Rederi')
    const address = page.url()
    await expect
      .poll(() => page.locator('[col-id=name][role=gridcell]').allInnerTexts())
      .toSatisfy((names: string[]) => {
        return names.length > 0 && names.every((name) => name.includes('Rederi'))
      })
    await openFirstRow(page)
    await page.getByRole('button', { name: text('editor.verb.update') }).waitFor()
    // Help stands beside the record, which stays in use.
    await page.keyboard.press('F1')
    await page.getByRole('complementary', { name: text('palette.help') }).waitFor()
    await page.keyboard.press('Escape')
    await tabTo(page, new RegExp(`^${text('customer.field.contactName')}`))
    const box = page.getByRole('textbox', { name: new RegExp(`^${text('customer.field.contactName')}`) })
    const before = await box.inputValue()
    await page.keyboard.press('End')
    await page.keyboard.type(' II')
    await tabTo(page, text('editor.verb.update'))
    await page.keyboard.press('Enter')
    await page.getByText(text('list.undo'), { exact: true }).waitFor()
    if (page.url() !== address) await page.goBack()
    await page.getByRole('gridcell').first().waitFor()
    await page.locator('main').focus()
    await page.keyboard.press('Control+z')
    await page.getByText(text('list.undo.done')).waitFor()
    // Not what was kept of the record from the visit before.
    await openFirstRow(page)
    await expect.poll(() => box.inputValue()).toBe(before)
    expect(complaints).toEqual([])
  })

  // An editor with references, selects and texts.
  it.each(inExtent(edited, 'entity', ['customer']))(
    'is enough to sign in, choose a tenant, and create, change and delete a $entity',
    async (entry) => {
      await recordsOf(service, places).some(entry)
      const { page, complaints } = await visit(service.origin)
      await signIn(page)
      await tabTo(page, text('shell.skip'))
      await page.keyboard.press('Enter')
      expect((await focusOf(page)).tag).toBe('main')

      await chooseTenant(page, 'Mistral')
      await tabTo(page, /^Tenant:/, { back: true })
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: /^All/ }).waitFor()
      await page.keyboard.press('Escape')
      expect((await focusOf(page)).name).toMatch(/^Tenant:.*Mistral/)
      await page.goBack()

      await enterTenant(page, entry)
      await runCommand(page, text(`${entry.entity}.many`))
      await heading(page, text(`${entry.entity}.many`))
      await page.getByRole('gridcell').first().waitFor()
      await expectVisibleFocus(page, 'the palette')
      await tabTo(page, text('list.action.create'))
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: text('editor.verb.create') }).waitFor()
      await expectVisibleFocus(page, 'opening a new record')
      const created = await fillByKeyboard(page, entry, 'keyed')
      await page.keyboard.press('Enter')
      await heading(page, text(`${entry.entity}.many`))
      await expectVisibleFocus(page, 'creating')

      await page.keyboard.press('/')
      await page.keyboard.type('keyed')
      await page.keyboard.press('Enter')
      await page.getByText(text('list.rows', { from: 1, to: 1, total: 1 }), { exact: true }).waitFor()
      await openFirstRow(page)
      await heading(page, titleOf(entry, created))
      await expectVisibleFocus(page, 'opening a record')
      const { field, suffix } = changedField(entry)
      const changed = withFieldValue(created, field.name, `${String(fieldValue(created, field.name) ?? '')}${suffix}`)
      const link = String(fieldValue(changed, schemaOf(entry)['x-entity'].label))
      await tabTo(page, field.label)
      await page.keyboard.press('End')
      await page.keyboard.type(suffix)
      await page.keyboard.press('Enter')
      await page.getByRole('main').getByRole('link', { name: link, exact: true }).waitFor()
      await expectVisibleFocus(page, 'updating')
      await expect.poll(() => focusedRow(page), { message: 'returning to the row that was opened' }).toContain(link)

      await page.keyboard.press('Enter')
      await heading(page, titleOf(entry, changed))
      await tabTo(page, text('editor.verb.delete'))
      await page.keyboard.press('Enter')
      const question = page.getByRole('tooltip')
      await question.waitFor()
      expect((await focusOf(page)).name).toBe(text('editor.verb.delete'))
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      await question.waitFor()
      await page.keyboard.press('Enter')
      await page.getByText(text('list.noMatch.title')).waitFor()
      await expectVisibleFocus(page, 'deleting')
      expect(complaints).toEqual([])
    },
  )

  // An entity of an overlay, whose tenant is entered first.
  it.each(inExtent(withSheet, 'entity', ['application-set']))(
    'is enough to change a $entity in the sheet, find the change in the journal and undo it',
    async (entry) => {
      await recordsOf(service, places).some(entry)
      const { page, complaints } = await visit(service.origin)
      await signIn(page)
      await enterTenant(page, entry)

      await runCommand(page, text('palette.bulk', { entities: text(`${entry.entity}.many`) }))
      await heading(page, text('bulk.title', { many: text(`${entry.entity}.many`) }))
      await page.getByRole('gridcell').nth(3).waitFor()
      await expectVisibleFocus(page, 'opening the sheet')
      await tabTo(page, text('bulk.add'))
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      const isOnlyRow = (await page.locator('[role=row][row-index="1"]').count()) === 0
      // Faster than the sheet responds: select and deselect a row, then move to the next one.
      if (!isOnlyRow) for (const key of ['Space', 'Space', 'ArrowDown']) await page.keyboard.press(key)
      for (const [count, key] of [
        [1, 'bulk.bar.selected_one'],
        [0, 'bulk.bar.selected_other'],
      ] as const) {
        await page.keyboard.press('Space')
        await page.getByText(text(key, { count }), { exact: true }).waitFor()
      }
      if (!isOnlyRow) await page.keyboard.press('ArrowUp')
      await moveToColumn(page, textColumnId(entry))
      await page.keyboard.press('Enter')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Typed into a cell')
      await page.keyboard.press('Enter')
      await page.getByRole('gridcell', { name: 'Typed into a cell' }).waitFor()
      await expectVisibleFocus(page, 'editing a cell')
      await tabTo(page, text('bulk.update'))
      await page.keyboard.press('Enter')
      const question = page.getByRole('alertdialog', { name: text('bulk.confirm.update.title') })
      await question.waitFor()
      expect((await focusOf(page)).name).toBe(text('bulk.update'))
      await page.keyboard.press('Enter')
      await page.getByText(text('bulk.outcome.written_one', { count: 1, created: 0, updated: 1 })).waitFor()
      await expectVisibleFocus(page, 'applying a sheet')

      await runCommand(page, text('palette.journal', { entities: text(`${entry.entity}.many`) }))
      await heading(page, text('journal.title', { entities: text(`${entry.entity}.many`) }))
      await page.getByText('Typed into a cell').first().waitFor()
      await expectVisibleFocus(page, 'opening the journal')
      await tabTo(page, /^changed .*Typed into a cell/)
      await page.keyboard.press('Enter')
      await page.getByRole('complementary', { name: text('journal.details') }).waitFor()
      await expectVisibleFocus(page, 'opening details')
      await tabTo(page, text('journal.takeBack'))
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: text('journal.takeBack.title') })
      await dialog.getByRole('button', { name: text('journal.takeBack'), exact: true }).waitFor()
      await tabTo(page, text('journal.takeBack'))
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await expectVisibleFocus(page, 'taking back')
      await page.keyboard.press('Escape')
      await page.getByRole('complementary', { name: text('journal.details') }).waitFor({ state: 'detached' })
      expect((await focusOf(page)).name).toMatch(/^changed .*Typed into a cell/)
      expect(complaints).toEqual([])
    },
  )
})

/** Fills every empty mandatory field in tab order; returns the record that results. */
async function fillByKeyboard(page: Page, entry: NavigationScreen, seed: string): Promise<Rec> {
  const sample = sampleRecord(schemaOf(entry), seed)
  let isFirst = true
  for (const field of editorFields(entry)) {
    if (!(await isMandatory(page, field))) continue
    if (field.widget !== 'select' && !(await isBlank(page, field))) continue
    const now = await focusOf(page)
    const name = new RegExp(`^${field.label.replaceAll(/[()]/g, String.raw`\$&`)}$`)
    if (!isFirst || !name.test(now.name)) await tabTo(page, name)
    isFirst = false
    if (field.widget === 'select') {
      await page.getByRole('combobox', { name: field.label, exact: true }).locator('option').nth(1).waitFor({ state: 'attached' })
      await page.keyboard.press('ArrowDown')
    } else if (field.widget === 'reference') {
      await page.keyboard.press('ArrowDown')
      await page.getByRole('listbox', { name: field.label }).getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    } else if (field.role === 'radiogroup') await page.keyboard.press('Space')
    else await page.keyboard.type(String(fieldValue(sample, field.name)))
  }
  return sample
}

/** The editor's heading for a record. */
const titleOf = ({ entity, screen }: NavigationScreen, record: Rec): string =>
  (screen.title ?? [schemaOf({ entity })['x-entity'].label]).map((path) => String(fieldValue(record, path))).join(' ')

/** A field to change, and text to append to it: the field that names the record or, if it is fixed at creation, another one. */
function changedField(entry: NavigationScreen): { field: EditorField; suffix: string } {
  const { label } = schemaOf(entry)['x-entity']
  const named = editorFields(entry, false).find(({ name, property }) => name === label && property['x-frozen'] === undefined)
  const [field] = [named, ...freeTextFields(editableTextFields(entry))].filter((each) => each !== undefined)
  if (!field) throw new Error(`Nothing that takes text can be changed in a ${entry.entity}`)
  return { field, suffix: field.property.format === undefined ? ' again' : 'too' }
}

/** A column of the sheet that takes any text. */
function textColumn(entry: NavigationScreen): EditorField | undefined {
  const { label } = schemaOf(entry)['x-entity']
  return freeTextFields(editableTextFields(entry)).find(({ name }) => name !== label && entry.screen.bulk?.columns.includes(name))
}

const textColumnId = (entry: NavigationScreen): string => dottedPath(textColumn(entry)?.name ?? '')

/** Moves along the focused row to a column. */
async function moveToColumn(page: Page, column: string): Promise<void> {
  for (let step = 0; step < 20; step++) {
    if (await page.evaluate((id) => document.activeElement?.getAttribute('col-id') === id, column)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`The arrow keys do not reach the column ${column}`)
}
