import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { text } from './texts.ts'

/** The value of a control: a text, the name of an option, or on/off for a switch. */
type Value = string | boolean
/** Values by the labels of their controls, nested by the labels of their groups, e.g. `{ 'Management interface': { Mask: '24' } }`. */
export interface Values {
  readonly [label: string]: Value | Values
}

const roleOf = (control: Locator): Promise<string> =>
  control.evaluate((element) => element.getAttribute('role') ?? (element instanceof HTMLSelectElement ? 'select' : element.tagName))

/** A control by its label and the type of its value. Password inputs have no role, so they are found by label. */
function controlIn(part: Locator, label: string, value: Value = ''): Locator {
  const byRole = (role: Parameters<Locator['getByRole']>[0]): Locator => part.getByRole(role, { name: label, exact: true })
  if (typeof value === 'boolean') return byRole('switch').or(byRole('checkbox'))
  const secret = part.getByLabel(label, { exact: true }).and(part.page().locator('[type=password]'))
  return byRole('textbox').or(byRole('combobox')).or(byRole('radiogroup')).or(secret)
}

/** Picks an option of a combobox; an unknown name is offered as a new option. */
async function pick(control: Locator, name: string): Promise<void> {
  const page = control.page()
  // The name of the chosen record may arrive between selecting and replacing it.
  do await control.fill(name)
  while ((await control.inputValue()) !== name)
  const option = page.getByRole('option', { name: new RegExp(`^${name}( |$)`) }).first()
  await option.click()
  await option.waitFor({ state: 'detached' })
}

async function setValue(control: Locator, value: Value): Promise<void> {
  if (typeof value === 'boolean') return control.setChecked(value)
  const role = await roleOf(control)
  if (role === 'radiogroup') await control.getByRole('radio', { name: value, exact: true }).check()
  else if (role === 'select') await control.selectOption({ label: value })
  else if (role === 'combobox') await pick(control, value)
  else await control.fill(value)
}

const groupIn = (part: Locator, label: string): Locator => part.getByRole('group', { name: label, exact: true })

/** Fills the controls of a part of the page in order. */
export async function fillIn(part: Locator, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    if (typeof value === 'object') await fillIn(groupIn(part, label), value)
    else await setValue(controlIn(part, label, value), value)
  }
}

async function valueOf(control: Locator): Promise<Value> {
  return control.evaluate((element) => {
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? ''
    if (element instanceof HTMLInputElement) return element.type === 'checkbox' ? element.checked : element.value
    const chosen = element.querySelector('input:checked')
    return chosen?.closest('label')?.textContent ?? ''
  })
}

/** The current values of the controls that `values` names; for a switch, its value there must be a boolean. */
export async function readValues(part: Locator, values: Values): Promise<Values> {
  const shown = Object.entries(values).map(async ([label, value]): Promise<[string, Value | Values]> => [
    label,
    typeof value === 'object' ? await readValues(groupIn(part, label), value) : await valueOf(controlIn(part, label, value)),
  ])
  return Object.fromEntries(await Promise.all(shown))
}

/** The error message of a field; empty if there is none. */
export async function messageOf(part: Locator, label: string): Promise<string> {
  const id = await controlIn(part, label).getAttribute('id')
  return (await part.page().locator(`[id="${id}__error"]`).allInnerTexts()).join(' ')
}

/** The cells of a table row by their columns, for `fillIn` and `readValues`. `row` counts from 1. */
export const cells = (row: number, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [text('editor.table.cell', { column, row }), value]))

/** Adds a row to a list and fills its cells. */
export async function addRow(part: Locator, list: string, values: Values): Promise<void> {
  await part.getByRole('button', { name: text('editor.table.addTo', { list }), exact: true }).click()
  const row = (await part.getByRole('table', { name: list, exact: true }).getByRole('row').count()) - 1
  await fillIn(part, cells(row, values))
}

/** Opens a tab of an editor; returns its panel. `name` excludes counts and markers. */
export async function openTab(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name: new RegExp(`^${name}( |$)`) }).click()
  return page.getByRole('tabpanel', { name, exact: true })
}

/** Expects a disabled control to show the reason in a tooltip on hover. */
export async function expectReason(page: Page, control: Locator, reason: string | RegExp): Promise<void> {
  expect(await control.getAttribute('aria-disabled')).toBe('true')
  await control.hover()
  await page.getByRole('tooltip').filter({ hasText: reason }).waitFor()
  await page.mouse.move(0, 0)
}
