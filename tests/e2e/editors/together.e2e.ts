import { beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright'
import { dottedPath, fieldValue, withFieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { navigationScreens, type NavigationScreen } from '../../../src/screen-addresses.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { control, type EditorField, fillMandatory, editableTextFields, withEditor, textFor } from '../../support/browser/editor-page.ts'
import { placesOf, type Places } from '../../support/browser/places.ts'
import { recordsOf, type Records } from '../../support/browser/records.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { inExtent } from '../../support/extent.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()
let places: Places
let records: Records

beforeAll(async () => {
  places = await placesOf(service)
  records = recordsOf(service, places)
})

/** Screens whose records can be created from a few texts, with a list that the editor returns to. */
const edited = withEditor(navigationScreens)
const addressOf = (entry: NavigationScreen, rest = ''): string => places.address(entry, rest)
const button = (page: Page | Locator, key: string): Locator => page.getByRole('button', { name: text(key), exact: true })
const listShown = (page: Page, { entity }: NavigationScreen): Promise<void> =>
  page.getByRole('heading', { level: 1, name: text(`${entity}.many`), exact: true }).waitFor()

/** Two text fields that can still be changed once the record exists. */
function twoTexts(entry: NavigationScreen): [EditorField, EditorField] {
  const [one, other] = editableTextFields(entry)
  if (!one || !other) throw new Error(`${entry.entity} has fewer than two open texts`)
  return [one, other]
}

// A tenant in the short extent.
describe.each(inExtent(edited, 'entity', ['customer']))('two people editing one $entity', (entry) => {
  const [field, other] = twoTexts(entry)
  const fieldText = (words: string): string => textFor(field, words)
  const otherText = (words: string): string => textFor(other, words)
  const stored = async (oid: string): Promise<unknown[]> => {
    const record = await records.read(entry, oid)
    return [field, other].map(({ name }) => record && fieldValue(record, name))
  }

  it('keep changes to different fields, resolve a conflict in the same field, and lose no input when the record is deleted', async () => {
    const { oid } = await records.make(entry, 'together')
    const { page, context } = await visitAs('owner@demo.test', addressOf(entry, `/edit/${oid}`))
    const second = await context.newPage()
    await second.goto(addressOf(entry, `/edit/${oid}`))
    await control(second, other).fill(otherText('Typed in the second tab'))
    await control(page, field).fill(fieldText('Typed in the first tab'))
    await button(page, 'editor.verb.update').click()
    await listShown(page, entry)
    await second.getByText(text('editor.elsewhere.dirty')).waitFor()
    await button(second, 'editor.verb.update').click()
    await listShown(second, entry)
    expect(await stored(oid)).toEqual([fieldText('Typed in the first tab'), otherText('Typed in the second tab')])

    // The same field: the dialog shows both values, keeps what was typed, and saves the chosen one.
    await page.goto(addressOf(entry, `/edit/${oid}`))
    await control(page, field).fill(fieldText('Mine'))
    await control(page, other).fill(otherText('Mine alone'))
    await records.change(entry, oid, withFieldValue({}, field.name, fieldText('Theirs')))
    await button(page, 'editor.verb.update').click()
    const dialog = page.getByRole('dialog', { name: text('editor.conflict.title') })
    await dialog.getByRole('radio', { name: `Saved in the meantime ${fieldText('Theirs')}`, exact: true }).waitFor()
    await dialog.getByText(text('editor.conflict.before', { value: fieldText('Typed in the first tab') })).waitFor()
    expect(await dialog.getByRole('radio', { name: `Yours ${fieldText('Mine')}`, exact: true }).isChecked()).toBe(true)
    await button(dialog, 'editor.conflict.cancel').last().click()
    expect(await control(page, field).inputValue()).toBe(fieldText('Mine'))
    await button(page, 'editor.verb.update').click()
    await button(dialog, 'editor.conflict.save').click()
    await listShown(page, entry)
    expect(await stored(oid)).toEqual([fieldText('Mine'), otherText('Mine alone')])

    await page.goto(addressOf(entry, `/edit/${oid}`))
    await control(page, field).fill(fieldText('Mine again'))
    await records.change(entry, oid, withFieldValue({}, field.name, fieldText('Theirs again')))
    await button(page, 'editor.verb.update').click()
    await dialog.getByRole('radio', { name: `Saved in the meantime ${fieldText('Theirs again')}`, exact: true }).check()
    await button(dialog, 'editor.conflict.save').click()
    await expect.poll(() => control(page, field).inputValue()).toBe(fieldText('Theirs again'))
    expect(await stored(oid)).toEqual([fieldText('Theirs again'), otherText('Mine alone')])

    // Deleted meanwhile: the input is still there and is saved as a new record; a window opened at this address then goes to the list.
    const fresh = await context.newPage()
    await fresh.goto(addressOf(entry, `/edit/${oid}`))
    await control(fresh, field).fill(fieldText('Outlives the record'))
    await records.remove(entry, oid)
    await button(fresh, 'editor.verb.update').click()
    await button(fresh, 'editor.gone.create').click()
    await expect.poll(() => control(fresh, field).inputValue()).toBe(fieldText('Outlives the record'))
    await button(fresh, 'editor.verb.create').click()
    await listShown(fresh, entry)
    expect(await records.count(entry, field.name, fieldText('Outlives the record'))).toBe(1)
  })
})

// An entity of an overlay in the short extent.
describe.each(inExtent(edited, 'entity', ['firewall-vpn-zone']))('unsaved work on a $entity', (entry) => {
  const [field, other] = twoTexts(entry)

  it('survives a closed tab, is guarded by a confirmation, and is discarded on request', async () => {
    const { oid } = await records.make(entry, 'unsaved')
    const { page: first, context, complaints } = await visitAs('owner@demo.test', addressOf(entry, `/edit/${oid}`))
    await control(first, field).fill(textFor(field, 'Half done'))
    await first.close()

    const page = await context.newPage()
    await page.goto(addressOf(entry, '?q=unsaved'))
    await page.getByRole('link', { name: 'unsaved', exact: true }).click()
    await button(page, 'editor.offer.restore').click()
    expect(await control(page, field).inputValue()).toBe(textFor(field, 'Half done'))
    await control(page, other).fill(textFor(other, 'Guarded'))
    const guard = page.getByRole('alertdialog', { name: text('editor.leave.title') })
    const home = page.getByRole('navigation', { name: text('shell.navigation') }).getByRole('link', { name: text(`${entry.entity}.many`) })
    for (const leave of [() => home.click(), () => page.goBack()]) {
      await leave()
      await guard.getByText(text('navigation.confirm')).waitFor()
      await button(guard, 'editor.leave.stay').click()
      expect([await control(page, field).inputValue(), await control(page, other).inputValue()]).toEqual([
        textFor(field, 'Half done'),
        textFor(other, 'Guarded'),
      ])
    }
    const dialogOpened = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const question = await dialogOpened
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await closing
    await button(page, 'editor.verb.update').click()
    await listShown(page, entry)
    expect(fieldValue((await records.read(entry, oid)) ?? {}, field.name)).toBe(textFor(field, 'Half done'))

    // Discarded on leaving: nothing is offered again. Input for a new record is kept in the same way.
    await page.goto(addressOf(entry, '/new'))
    await fillMandatory(page, entry, 'halfnew')
    await home.click()
    await button(guard, 'editor.leave.confirm').click()
    await listShown(page, entry)
    await page.goto(addressOf(entry, '/new'))
    await control(page, field).waitFor()
    expect(await button(page, 'editor.offer.restore').count()).toBe(0)
    await control(page, field).fill('Not wanted')
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('editorDraft/')).length)).toBe(1)
    await page.reload()
    await button(page, 'editor.offer.discard').click()
    expect(await control(page, field).inputValue()).toBe('')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('editorDraft/')))).toEqual([])
    expect(complaints).toEqual([])
  })

  it('is guarded in the sheet, too', { tags: ['S0-2.67'] }, async () => {
    await records.some(entry)
    const { page } = await visitAs('owner@demo.test', addressOf(entry, '/bulk'))
    const shown = [other, field].find(({ name }) => entry.screen.bulk?.columns.slice(0, 4).includes(name))
    if (!shown) throw new Error(`none of the first columns of the sheet of ${entry.entity} takes words`)
    const cell = page.locator(`[row-index="0"] [col-id="${dottedPath(shown.name)}"]`)
    await cell.dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Typed into the sheet')
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { name: 'Typed into the sheet' }).waitFor()
    const crumb = page.getByRole('main').getByRole('link', { name: text(`${entry.entity}.many`) })
    const guard = page.getByRole('alertdialog', { name: text('bulk.leave.title') })
    await crumb.click()
    await guard.getByText(text('navigation.confirm')).waitFor()
    await button(guard, 'bulk.leave.stay').click()
    await page.getByRole('gridcell', { name: 'Typed into the sheet' }).waitFor()
    await crumb.click()
    await button(guard, 'bulk.leave.confirm').click()
    await listShown(page, entry)
  })
})
