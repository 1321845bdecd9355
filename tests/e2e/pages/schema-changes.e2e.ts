import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SchemaPlan } from '../../../schemas/schema-plan.ts'
import { loadTree } from '../../../scripts/generate/tree.ts'
import { schemaFileOf } from '../../../scripts/release/schema-file.ts'
import { axeFindings } from '../../support/browser/axe.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { isExhaustive } from '../../support/extent.ts'

const service = demoService()

/**
 * What the next version has. Reading every record of the demo world, with as many pauses, takes half a minute: the short extent takes a few
 * entities that refer to no others.
 */
const isInNextVersion = (name: string): boolean => isExhaustive || ['tenant', 'partner', 'customer'].includes(name)

describe('whoever runs the installation', () => {
  it('examines its records against the next version, and is led to one that could not be saved', async () => {
    const { schemas: all, ...file } = schemaFileOf(await loadTree(resolve(import.meta.dirname, '../../..')))
    const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => isInNextVersion(name)))
    Object.assign(schemas['partner']?.properties['name'] ?? {}, { maxLength: 8 })
    const { page, complaints } = await visitAs('owner@demo.test', service.origin)
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Schema changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Schema changes' }).waitFor()
    await page.getByLabel('File with schemas').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('[') })
    await page.getByRole('alert').getByText('The file is not JSON.').waitFor()
    const buffer = Buffer.from(JSON.stringify({ ...file, version: '99.1', schemas }))
    await page.getByLabel('File with schemas').setInputFiles({ name: 'schemas.json', mimeType: 'application/json', buffer })
    await page.getByRole('heading', { name: 'What version 99.1 would do' }).waitFor({ timeout: 120_000 })
    expect(await axeFindings(page)).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as JSON' }).click()
    const plan = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as SchemaPlan
    const partner = plan.entities.find(({ entity }) => entity === 'partner')
    expect(partner?.invalid.map(({ at }) => at)).toEqual(['/name'])
    const [first] = partner?.invalid[0]?.records ?? []
    const refused = page.getByRole('region', { name: 'Partners', exact: true })
    await refused.getByRole('link', { name: first?.name ?? '', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: first?.name ?? '' }).waitFor()
    expect(complaints).toEqual([])
  })
})
