import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startForeignConsole, type ForeignConsole } from './console.ts'

let foreign: ForeignConsole

beforeAll(async () => {
  foreign = await startForeignConsole()
})
afterAll(() => foreign.dispose())

describe('the console on a platform that is not ours', () => {
  it('says in config.json what each base path can do', { tags: ['D-1.4'] }, async () => {
    const config = (await (await fetch(`${foreign.service.origin}/config.json`)).json()) as { abilities: Record<string, string[]> }
    expect(Object.values(config.abilities).every((list) => list.length === 0)).toBe(true)
    expect(Object.keys(config.abilities)).toContain('networkConfiguration')
  })

  it('changes one field of a partner and sends the whole record, saying that the last write wins', { tags: ['D-1.4'] }, async () => {
    const { page } = await foreign.open('/oid/platform/admin/partners')
    await page.getByRole('link', { name: 'Alpine Managed Services' }).click()
    await page.getByText('The service of this record does not notice what others change meanwhile').waitFor()
    await page.getByRole('textbox', { name: 'Contact name' }).fill('Zoe New')
    await foreign.writes()
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('heading', { name: 'Partners' }).waitFor()
    const [put] = await foreign.writes()
    expect(put).toMatchObject({ method: 'PUT', path: '/api/v1/partners', status: 200 })
    expect(put?.body).toMatchObject({ data: [{ name: 'Alpine Managed Services', contactName: 'Zoe New', type: 'msp' }] })
  })
})
