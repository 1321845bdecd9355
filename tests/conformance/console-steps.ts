import { expect } from 'vitest'
import type { Locator, Page } from 'playwright'
import { OIDS } from './platform/fixtures/tenants.ts'
import type { ForeignConsole } from './console.ts'

export const admin = (rest: string): string => `/oid/platform/admin/${rest}`
export const ofCustomer = (rest: string): string => `/oid/${OIDS.managed}/admin/${rest}`
export const press = (page: Page | Locator, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
export const title = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
export const fill = (page: Page, label: RegExp | string, value: string): Promise<void> =>
  page.getByRole('textbox', { name: label, exact: true }).fill(value)
export const select = async (page: Page, name: string | RegExp, label: string): Promise<void> => {
  await page.getByRole('combobox', { name, exact: true }).selectOption({ label })
}

export async function pick(page: Page, label: RegExp, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(name)
  await page.getByRole('listbox').getByRole('option', { name }).first().click()
}

/** Chooses an action of a row. */
export async function act(page: Page, row: string | RegExp, action: string): Promise<void> {
  await page.getByRole('button', { name: row }).first().click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Deletes or detaches a row, once confirmed. */
export async function remove(page: Page, row: string, action: string): Promise<void> {
  await act(page, `Actions for ${row}`, action)
  await press(page.getByRole('alertdialog'), action)
  await page.getByRole('link', { name: row, exact: true }).waitFor({ state: 'detached' })
}

export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true })
/** The names of the rows from top to bottom; rows that move keep their place in the document. */
export const names = (page: Page): Promise<string[]> =>
  page
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .toSorted((one, other) => Number(one.ariaRowIndex ?? 0) - Number(other.ariaRowIndex ?? 0))
        .flatMap((row) => row.querySelector('[role=gridcell] a')?.textContent ?? []),
    )

/** The writes that the platform received since the last reset, as method, path and body. */
export async function writesTo({ platform }: Pick<ForeignConsole, 'platform'>): Promise<[string, string, unknown][]> {
  const calls = await platform.calls()
  expect(calls.filter(({ status }) => status === null || status >= 400)).toEqual([])
  return calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])
}
