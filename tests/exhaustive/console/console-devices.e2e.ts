import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { text } from '../../support/browser/texts.ts'
import { line, overlayJourney } from '../../conformance/overlay-journey.ts'
import { OIDS } from '../../conformance/platform/fixtures/tenants.ts'

const journey = overlayJourney()

const rangeShown = (page: Page, range: string): Promise<void> => page.getByRole('status').getByText(range, { exact: true }).waitFor()
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

describe('the list of devices on a platform that is not ours', () => {
  it(
    'shows names, sites, addresses and uplinks, counts its tabs, and searches and sorts what the platform sends',
    { tags: ['S1-7.13', 'S2-7.1'] },
    async () => {
      const page = await journey.open('network/ipengines')
      await rangeShown(page, '1–17 of 17')
      for (const [tab, count] of [
        ['Configured', 8],
        ['Not configured', 4],
        ['Not provisioned', 2],
        ['Tele engines', 3],
      ] as const)
        await page.getByRole('tab', { name: new RegExp(`^${tab} ?${count}$`) }).waitFor()
      const hub = rowOf(page, 'brest-1')
      for (const shown of ['Brest', 'Hub', '64700']) await hub.getByText(shown, { exact: true }).waitFor()
      for (const shown of [/10\.0\.0\.1\/24, 10\.0\.2\.1\/24/, /wan1\s*Internet/, /PN-4400-00001/])
        expect(await hub.innerText()).toMatch(shown)
      await page.getByRole('searchbox').fill('calais-2')
      await rangeShown(page, '1–1 of 1')
      await page.getByRole('searchbox').fill('')
      await rangeShown(page, '1–17 of 17')
    },
  )
})

describe('the shell of an overlay on a platform that is not ours', () => {
  it('shows the figures and the dashboards of the platform, and its alerts', { tags: ['S2-7.47', 'S2-7.48'] }, async () => {
    const page = await journey.open('')
    await page.getByText('321', { exact: true }).waitFor()
    await page.getByText(/of at most 500 Mbps/).waitFor()
    const menu = page.getByRole('navigation', { name: text('shell.navigation') })
    for (const entry of ['applications', 'Notifications', 'Sites', 'Alert configurator', 'Reports', 'Monitoring', 'SSL optimisation'])
      await menu.getByRole('link', { name: entry, exact: true }).waitFor()
    await page.getByRole('button', { name: /14/ }).first().waitFor()
  })

  it('frames the pages of other products, and tells reporting the overlay', { tags: ['S2-7.53'] }, async () => {
    const { managed } = OIDS
    for (const [place, address] of [
      ['applications/monitoring', /^\/salsa\/.*monitoring/],
      ['supervision/alertingconfig', /^\/supervision\/alerting-config\//],
      ['reporting', /^\/api\/reporting\/v1\/home\//],
    ] as const) {
      const page = await journey.open(place)
      await page.locator('iframe').contentFrame().getByText(address).waitFor()
    }
    const [post] = await journey.writes()
    expect(post && line(post)).toBe(`POST /api/reporting/v1/overlays/${managed}/context`)
  })

  it('opens a live troubleshooting session of a row', { tags: ['S1-7.40', 'S1-7.41', 'S2-7.49', 'S2-7.50'] }, async () => {
    const page = await journey.open('network/ipengines')
    await page.getByRole('searchbox').fill('texel-5')
    await rangeShown(page, '1–1 of 1')
    await rowOf(page, 'texel-5').getByRole('button').last().click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('menuitem', { name: /roubleshoot/ }).click()
    const [post] = await journey.writes()
    expect(post?.path).toMatch(/^\/livemon\/v1\/[^/]+\/sessions$/)
    expect(post?.body).toEqual({ data: [{ edgeBoxId: 'edge-box-5', edgeBoxName: 'texel-5' }] })
    const window = await opened
    await window.getByText('texel-5').waitFor()
    await window.close()
    await page.getByRole('searchbox').fill('')
  })
})
