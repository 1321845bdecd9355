import { describe, expect, it } from 'vitest'
import type { Locator } from 'playwright'
import { axeFindings } from '../../support/browser/axe.ts'
import { visit, visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'

const service = demoService()

/** Background colour once no transition runs: during one, browsers serialize even the same colour in another form. */
const background = (entry: Locator): Promise<string> =>
  entry.evaluate(async (element) => {
    await Promise.allSettled(element.getAnimations().map((animation) => animation.finished))
    return getComputedStyle(element).backgroundColor
  })

describe('a new user', () => {
  it('signs in, adds a partner, finds it in list and journal, and deletes it', { tags: ['S0-2.6'] }, async () => {
    const { page, complaints } = await visitAs('owner@demo.test', service.origin)
    await page.getByRole('link', { name: 'Partners' }).click()
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    await page.getByRole('link', { name: 'Add' }).click()
    await page.getByRole('combobox', { name: /^Type/ }).selectOption({ label: 'Reseller' })
    await page.getByRole('textbox', { name: /^Name/ }).fill('Ærø Netværk ApS')
    await page.getByRole('textbox', { name: /^Contact name/ }).fill('Søren Ærøbo')
    await page.getByRole('textbox', { name: /^Contact mail/ }).fill('soren@aeroe.example')
    await page.getByRole('button', { name: 'Create' }).click()

    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    await page.getByRole('searchbox').fill('Ærø')
    await page.getByText('1–1 of 1', { exact: true }).waitFor()
    await page.getByRole('gridcell', { name: 'Ærø Netværk ApS', exact: true }).waitFor()

    await page.getByRole('link', { name: 'Journal' }).click()
    await page.getByText('Ærø Netværk ApS').first().waitFor()

    await page.goBack()
    await page.getByRole('gridcell', { name: 'Ærø Netværk ApS', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Ærø Netværk ApS' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('tooltip').getByText('Delete Ærø Netværk ApS?').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('sees the current menu entry highlighted, also while the pointer is on it', async () => {
    const { page } = await visitAs('owner@demo.test', service.origin)
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Customers' })
    await entry.click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    await page.mouse.move(700, 400)
    const other = await background(page.getByRole('navigation').getByRole('link', { name: 'Partners' }))
    await expect.poll(() => background(entry)).not.toBe(other)
    const current = await background(entry)
    await entry.hover()
    await page.waitForTimeout(300)
    expect(await background(entry)).toBe(current)
  })

  it('sees an error when the password is wrong', async () => {
    const { page } = await visit(service.origin)
    await page.getByText('Another account').click()
    await page.getByLabel('Mail address').fill('owner@demo.test')
    await page.getByLabel('Password').fill('guessed')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toMatch(/password/i)
  })
})

describe('the platform owner', () => {
  it('sees how the installation does, on a wide and a narrow screen; nobody else is led there', async () => {
    const { page, complaints } = await visitAs('owner@demo.test', service.origin)
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Operations' }).click()
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
    await page
      .getByRole('region', { name: 'Database, journal and key' })
      .getByText(/^Embedded PostgreSQL \d/)
      .waitFor()
    await page.getByRole('row', { name: /answers you.*Serving/ }).waitFor()
    await page
      .getByRole('row', { name: /^select / })
      .first()
      .waitFor()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    }
    expect(complaints).toEqual([])

    const other = await visitAs('vad@demo.test', `${service.origin}/operations`)
    await other.page.getByRole('heading', { level: 1, name: text('operations.denied', {}, 'fr') }).waitFor()
    await other.page.getByRole('banner').getByRole('button').last().click()
    await other.page.getByRole('menuitem').first().waitFor()
    expect(await other.page.getByRole('menuitem', { name: text('shell.operations', {}, 'fr') }).count()).toBe(0)
  })
})
