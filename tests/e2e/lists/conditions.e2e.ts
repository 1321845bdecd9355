import { describe, expect, it } from 'vitest'
import { tenantRoot } from '../../../src/screen-addresses.ts'
import { visitAs } from '../../support/browser/browser.ts'
import { countClicks } from '../../support/browser/clicks.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { text } from '../../support/browser/texts.ts'
import { tenantOf } from '../../bench/list/seed.ts'

const service = demoService()
const MAIL = 'network@demo.test'

describe('conditions on a list', () => {
  it('find devices on MPLS whose WAN 2 is disabled, in six clicks, and are read as text', async () => {
    const tenantOid = await tenantOf(service, MAIL)
    const { page, complaints } = await visitAs(MAIL, `${service.origin}${tenantRoot(tenantOid)}/network/ipengines`)
    await page.getByRole('gridcell').first().waitFor()
    const clicks = await countClicks(page)
    const choose = async (field: string, typed: string, value: string) => {
      await page.getByRole('combobox', { name: text('filter.field.search') }).fill(typed)
      await page.getByRole('option', { name: field, exact: true }).click()
      await page.getByRole('option', { name: value, exact: true }).click()
    }
    await page.getByRole('button', { name: text('filter.conditions'), exact: true }).click()
    await choose('Edge box › WAN 2 › State', 'wan 2 state', 'Disabled')
    await page.getByRole('button', { name: text('filter.add.and') }).click()
    await choose('Edge box › WANs (any) › Transport network', 'wans any transport', 'MPLS')
    await page.waitForURL((url) => url.searchParams.get('where')?.includes('MPLS') === true)
    expect(await clicks()).toBeLessThanOrEqual(6)

    const where = 'edge-box.wans.wan2.state==disabled;edge-box.wans.*.transportNetwork.name==MPLS'
    expect(new URL(page.url()).searchParams.get('where')).toBe(where)
    const answer = await service.call(MAIL, `/api/v1/ipEngines/synthesis?${new URLSearchParams({ filter: where })}`, {
      headers: { 'x-overlay-oid': tenantOid },
    })
    const { meta } = (await answer.json()) as { meta: { totalCount: number } }
    expect(meta.totalCount).toBeGreaterThan(0)
    await page.getByText(`of ${meta.totalCount}`).waitFor()

    await page.getByRole('button', { name: text('filter.asText') }).click()
    const box = page.getByRole('combobox', { name: text('filter.text') })
    await expect.poll(() => box.inputValue()).toBe(where)
    await box.fill(`${where};edge-bx.mode==hub`)
    await box.press('Enter')
    await page.getByRole('alert').getByText('edge-bx.mode').first().waitFor()
    await box.fill('name==x,mode==hub')
    await box.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('where') === 'name==x,mode==hub')
    expect(complaints).toEqual([])
  })
})
