import { describe, expect, it } from 'vitest'
import { visitAs } from '../../support/browser/browser.ts'
import { changeRoles } from '../../support/api/people.ts'
import { demoService } from '../../support/browser/demo-service.ts'

const service = demoService({
  prepare: async (template) => {
    await changeRoles(template, {
      revoke: ['network@demo.test'],
      grant: [{ mail: 'network@demo.test', sameTenantAs: 'msp@demo.test', role: 'domain_manager' }],
    })
  },
})

describe('a request for a new customer', () => {
  it('is made by a domain manager and carried out when the platform owner resolves it', async () => {
    const manager = await visitAs('network@demo.test', service.origin)
    await manager.page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    await manager.page.getByRole('link', { name: 'Add' }).click()
    await manager.page.getByText('Your role cannot create customers directly').waitFor()
    await manager.page.getByRole('combobox', { name: /^Type/ }).selectOption({ label: 'Do it yourself' })
    await manager.page.getByRole('textbox', { name: /^Name/ }).fill('Ærø Færgen ApS')
    await manager.page.getByRole('textbox', { name: /^Contact name/ }).fill('Søren Ærøbo')
    await manager.page.getByRole('textbox', { name: /^Contact mail/ }).fill('soren@aeroe.example')
    await manager.page.getByRole('button', { name: 'Request creation' }).click()
    await manager.page.getByText('The platform owner was asked to create Ærø Færgen ApS.').waitFor()
    await manager.page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
    await manager.page.getByRole('button', { name: 'Actions for Ærø Færgen ApS' }).click()
    const refused = manager.page.getByRole('menuitem', { name: 'Resolve' })
    expect(await refused.getAttribute('aria-description')).toMatch(/^Only users of the platform owner/)

    const { page, complaints } = await visitAs('owner@demo.test', service.origin)
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
    await page.getByRole('tab', { name: /^Open/ }).click()
    await page.getByRole('button', { name: 'Actions for Ærø Færgen ApS' }).click()
    await page.getByRole('menuitem', { name: 'Activate', exact: true }).click()
    await page.getByText('1 request activated').waitFor()
    await page.getByRole('tab', { name: /^Active/ }).click()
    await page.getByRole('gridcell', { name: 'Ærø Færgen ApS', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Ærø Færgen ApS' }).waitFor()
    const status = page.getByRole('combobox', { name: /^Status/ })
    expect(await status.locator('option').allInnerTexts()).toEqual(['Open', 'Active', 'Resolved', 'Cancelled'])
    await page.getByRole('textbox', { name: /^Comment/ }).fill('Contract checked.')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('Ærø Færgen ApS was updated.').waitFor()
    await page.getByRole('button', { name: 'Actions for Ærø Færgen ApS' }).click()
    await page.getByRole('menuitem', { name: 'Resolve' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Resolving the request carries it out').waitFor()
    await question.getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('1 request resolved and carried out').waitFor()

    await page.getByRole('link', { name: 'Journal' }).click()
    await page.getByText('changed the request “Create customer” for Ærø Færgen ApS from Active to Resolved').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('searchbox').fill('Ærø')
    await page.getByRole('gridcell', { name: 'Ærø Færgen ApS', exact: true }).waitFor()
    expect([...manager.complaints, ...complaints]).toEqual([])
  })
})
