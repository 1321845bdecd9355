import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { dottedPath, fieldValue, withFieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { NavigationScreen } from '../../src/screen-addresses.ts'
import { pageScreens } from '../support/browser/page-screens.ts'
import { visit } from '../support/browser/browser.ts'
import { isMadeByCalls } from '../support/api/made-by-calls.ts'
import {
  type EditorField,
  editorFields,
  freeTexts,
  isBlank,
  isMandatory,
  openTexts,
  schemaOf,
  takesWords,
} from '../support/browser/editor-page.ts'
import { focusOf, openFirstRow, tabTo } from '../support/browser/keyboard.ts'
import { placesOf, type Places } from '../support/browser/places.ts'
import { recordsOf } from '../support/browser/records.ts'
import { sampleRecord } from '../support/samples/sample-record.ts'
import { demoService } from '../support/browser/demo-service.ts'
import { inExtent } from '../support/extent.ts'
import { text } from '../support/browser/texts.ts'

const service = demoService()
let places: Places

beforeAll(async () => {
  places = await placesOf(service)
})

/** Screens without a list of their own are reached from another one's rows. */
const withEditor = pageScreens.filter((entry) => takesWords(entry) && isMadeByCalls(schemaOf(entry)))

/** The keyboard has a place that one sees. */
async function expectPlace(page: Page, after: string): Promise<void> {
  await expect.poll(() => focusOf(page), { message: after, timeout: 10_000 }).toMatchObject({ isSeen: true })
}

const heading = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** What the row of the list says that has the keyboard. */
const focusedRow = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('[row-id]')?.getAttribute('row-id')
    return [...document.querySelectorAll('[row-id]')]
      .flatMap((part) => (part.getAttribute('row-id') === row ? part.textContent : []))
      .join(' ')
  })

/** Signs in as the platform owner, to whom every screen is open somewhere. */
async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'owner@demo.test' }).waitFor()
  await tabTo(page, /^owner@demo\.test/)
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell').first().waitFor()
}

/** Goes to a tenant by the picker of the header. */
async function chooseTenant(page: Page, name: string): Promise<void> {
  await tabTo(page, /^Tenant:/, { back: true })
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: text('header.tenant.search') }).waitFor()
  await page.keyboard.type(name)
  await page.getByRole('option', { name, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: new RegExp(`^Tenant:.*${name}`) }).waitFor()
  await expectPlace(page, 'choosing a tenant')
}

/** Goes to the tenant in which the screen is tried out. */
async function enterPlace(page: Page, entry: NavigationScreen): Promise<void> {
  const oid = places.tenantOid(entry)
  if (oid === 'platform') return
  const { data } = (await (await service.call('owner@demo.test', `/api/v1/tenants/${oid}`)).json()) as { data: [{ name: string }] }
  await chooseTenant(page, data[0].name)
}

/** Goes somewhere by the command palette. */
async function command(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: text('shell.palette') }).waitFor()
  await page.keyboard.type(typed)
  await page.getByRole('option', { name: typed, selected: true }).waitFor()
  await page.keyboard.press('Enter')
}

/** Those whose sheet takes any text. */
const withSheet = withEditor.filter((entry) => entry.screen.bulk && entry.screen.journal && wordColumn(entry) !== undefined)

describe('without a mouse', () => {
  // With references, choices and texts.
  it.each(inExtent(withEditor, 'entity', ['customer']))(
    'one signs in, chooses a tenant, makes, changes and deletes a $entity',
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

      await enterPlace(page, entry)
      await command(page, text(`${entry.entity}.many`))
      await heading(page, text(`${entry.entity}.many`))
      await page.getByRole('gridcell').first().waitFor()
      await expectPlace(page, 'the palette')
      await tabTo(page, text('list.action.create'))
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: text('editor.verb.create') }).waitFor()
      await expectPlace(page, 'opening a new record')
      const made = await fillByKeyboard(page, entry, 'keyed')
      await page.keyboard.press('Enter')
      await heading(page, text(`${entry.entity}.many`))
      await expectPlace(page, 'creating')

      await page.keyboard.press('/')
      await page.keyboard.type('keyed')
      await page.keyboard.press('Enter')
      await page.getByText(text('list.rows', { from: 1, to: 1, total: 1 }), { exact: true }).waitFor()
      await openFirstRow(page)
      await heading(page, titleOf(entry, made))
      await expectPlace(page, 'opening a record')
      const { field, more } = changedField(entry)
      const changed = withFieldValue(made, field.name, `${String(fieldValue(made, field.name) ?? '')}${more}`)
      const link = String(fieldValue(changed, schemaOf(entry)['x-entity'].label))
      await tabTo(page, field.label)
      await page.keyboard.press('End')
      await page.keyboard.type(more)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: link, exact: true }).waitFor()
      await expectPlace(page, 'updating')
      await expect.poll(() => focusedRow(page), { message: 'going back to the row that one came from' }).toContain(link)

      await page.keyboard.press('Enter')
      await heading(page, titleOf(entry, changed))
      await tabTo(page, text('editor.verb.delete'))
      await page.keyboard.press('Enter')
      const question = page.getByRole('alertdialog')
      await question.waitFor()
      expect((await focusOf(page)).name).toBe(text('editor.cancel'))
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect((await focusOf(page)).name).toBe(text('editor.verb.delete'))
      await page.keyboard.press('Enter')
      await question.waitFor()
      await tabTo(page, text('editor.verb.delete'))
      await page.keyboard.press('Enter')
      await page.getByText(text('list.noMatch.title')).waitFor()
      await expectPlace(page, 'deleting')
      expect(complaints).toEqual([])
    },
  )

  // Of an overlay, to which one goes first.
  it.each(inExtent(withSheet, 'entity', ['application-set']))(
    'one changes a $entity in the sheet, finds it in the journal and takes it back',
    async (entry) => {
      await recordsOf(service, places).some(entry)
      const { page, complaints } = await visit(service.origin)
      await signIn(page)
      await enterPlace(page, entry)

      await command(page, text('shell.palette.bulk', { entities: text(`${entry.entity}.many`) }))
      await heading(page, text('bulk.title', { many: text(`${entry.entity}.many`) }))
      await page.getByRole('gridcell').nth(3).waitFor()
      await expectPlace(page, 'opening the sheet')
      await tabTo(page, text('bulk.add'))
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      const isAlone = (await page.locator('[role=row][row-index="1"]').count()) === 0
      // Faster than the sheet answers: a row is chosen and left again, and the next one chosen alone.
      if (!isAlone) for (const key of ['Space', 'Space', 'ArrowDown']) await page.keyboard.press(key)
      for (const [count, key] of [
        [1, 'bulk.bar.selected_one'],
        [0, 'bulk.bar.selected_other'],
      ] as const) {
        await page.keyboard.press('Space')
        await page.getByText(text(key, { count }), { exact: true }).waitFor()
      }
      if (!isAlone) await page.keyboard.press('ArrowUp')
      await moveToColumn(page, cellOf(entry))
      await page.keyboard.press('Enter')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Typed into a cell')
      await page.keyboard.press('Enter')
      await page.getByRole('gridcell', { name: 'Typed into a cell' }).waitFor()
      await expectPlace(page, 'editing a cell')
      await tabTo(page, text('bulk.update'))
      await page.keyboard.press('Enter')
      const question = page.getByRole('alertdialog', { name: text('bulk.confirm.update.title') })
      await question.waitFor()
      expect((await focusOf(page)).name).toBe(text('bulk.update'))
      await page.keyboard.press('Enter')
      await page.getByText(text('bulk.outcome.written_one', { count: 1, created: 0, updated: 1 })).waitFor()
      await expectPlace(page, 'applying a sheet')

      await command(page, text('shell.palette.journal', { entities: text(`${entry.entity}.many`) }))
      await heading(page, text('journal.title', { entities: text(`${entry.entity}.many`) }))
      await page.getByText('Typed into a cell').first().waitFor()
      await expectPlace(page, 'opening the journal')
      await tabTo(page, /^changed .*Typed into a cell/)
      await page.keyboard.press('Enter')
      await page.getByRole('complementary', { name: text('journal.details') }).waitFor()
      await expectPlace(page, 'opening details')
      await tabTo(page, text('journal.takeBack'))
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: text('journal.takeBack.title') })
      await dialog.getByRole('button', { name: text('journal.takeBack'), exact: true }).waitFor()
      await tabTo(page, text('journal.takeBack'))
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await expectPlace(page, 'taking back')
      await page.keyboard.press('Escape')
      await page.getByRole('complementary', { name: text('journal.details') }).waitFor({ state: 'detached' })
      expect((await focusOf(page)).name).toMatch(/^changed .*Typed into a cell/)
      expect(complaints).toEqual([])
    },
  )
})

/** Fills every mandatory field that is empty, in the order in which Tab comes to it; answers what the record then holds. */
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

/** What the editor's heading says of a record. */
const titleOf = ({ entity, screen }: NavigationScreen, record: Rec): string =>
  (screen.title ?? [schemaOf({ entity })['x-entity'].label]).map((path) => String(fieldValue(record, path))).join(' ')

/** The field that names the record, or another one where that stays as it was created; and what may be typed at its end. */
function changedField(entry: NavigationScreen): { field: EditorField; more: string } {
  const { label } = schemaOf(entry)['x-entity']
  const named = editorFields(entry, false).find(({ name, property }) => name === label && property['x-frozen'] === undefined)
  const [field] = [named, ...freeTexts(openTexts(entry))].filter((each) => each !== undefined)
  if (!field) throw new Error(`Nothing that takes text can be changed in a ${entry.entity}`)
  return { field, more: field.property.format === undefined ? ' again' : 'too' }
}

/** A column of the sheet that takes any text. */
function wordColumn(entry: NavigationScreen): EditorField | undefined {
  const { label } = schemaOf(entry)['x-entity']
  return freeTexts(openTexts(entry)).find(({ name }) => name !== label && entry.screen.bulk?.columns.includes(name))
}

const cellOf = (entry: NavigationScreen): string => dottedPath(wordColumn(entry)?.name ?? '')

/** Along the first row to a column. */
async function moveToColumn(page: Page, column: string): Promise<void> {
  for (let step = 0; step < 20; step++) {
    if (await page.evaluate((id) => document.activeElement?.getAttribute('col-id') === id, column)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`Arrows do not come to the column ${column}`)
}
