import { mkdirSync } from 'node:fs'
import { chromium, type Page } from 'playwright'
import { findBrowser } from './tooling/browser.mjs'
import { buildIfStale } from './tooling/build.mjs'
import { at } from './tooling/paths.mjs'
import { startService } from '../tests/support/service/service.ts'

/** The README's screenshots: file name, account, and the steps to the page. */
const PICTURES: { name: string; mail: string; dark?: boolean; show: (page: Page) => Promise<void> }[] = [
  {
    name: 'customers',
    mail: 'owner@demo.test',
    show: async (page) => {
      await page.getByRole('link', { name: 'Customers' }).click()
      await page.getByRole('gridcell').nth(20).waitFor()
    },
  },
  {
    name: 'edge-box',
    mail: 'network@demo.test',
    show: async (page) => {
      await page.getByRole('link', { name: 'Devices', exact: true }).click()
      await page.getByRole('searchbox').fill('hub-central-1')
      await page.getByRole('link', { name: 'hub-central-1', exact: true }).click()
      await page.getByRole('tab', { name: /^WAN 1/ }).waitFor()
    },
  },
  {
    name: 'devices-map',
    mail: 'network@demo.test',
    show: async (page) => {
      await page.getByRole('link', { name: 'Devices', exact: true }).click()
      await page.getByRole('radio', { name: 'Map' }).click({ force: true })
      await page.getByRole('group', { name: /^Map of/ }).waitFor()
    },
  },
  {
    name: 'partner-dark',
    mail: 'owner@demo.test',
    dark: true,
    show: async (page) => {
      await page.getByRole('link', { name: 'Partners' }).click()
      await page.getByRole('row').nth(4).getByRole('link').first().click()
      await page.getByRole('textbox', { name: /^Contact mail/ }).waitFor()
    },
  },
  {
    name: 'licence-summary',
    mail: 'owner@demo.test',
    show: async (page) => {
      await page.getByRole('link', { name: 'Licences' }).click()
      await page.getByRole('link', { name: 'Summary' }).click()
      // Plots and their table render after the headings.
      await page.getByRole('table').first().waitFor()
    },
  },
  {
    name: 'policies',
    mail: 'network@demo.test',
    show: async (page) => {
      await page.getByRole('link', { name: 'Firewall zone policies', exact: true }).click()
      await page.getByRole('grid').first().getByRole('gridcell').nth(20).waitFor()
    },
  },
  {
    name: 'journal',
    mail: 'owner@demo.test',
    show: async (page) => {
      await page.getByRole('link', { name: 'Partners' }).click()
      await page.getByRole('link', { name: 'Journal' }).click()
      await page.getByText('Sigrid Halvorsen').first().waitFor()
    },
  },
]

const SIZE = { width: 1440, height: 810 }

// `npm run pictures`: takes the README's screenshots of the real console with newly created demo data and saves them in docs/pictures.
if (!(await buildIfStale())) throw new Error('The build failed.')
const service = await startService()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-quic'],
})
try {
  mkdirSync(at('docs', 'pictures'), { recursive: true })
  for (const { name, mail, dark, show } of PICTURES) {
    const context = await browser.newContext({
      viewport: SIZE,
      colorScheme: dark ? 'dark' : 'light',
      locale: 'en',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(service.origin)
    await page.getByRole('button', { name: mail }).click()
    await show(page)
    await page.waitForTimeout(800)
    await page.screenshot({ path: at('docs', 'pictures', `${name}.png`) })
    await context.close()
    console.log(`docs/pictures/${name}.png`)
  }
} finally {
  await browser.close()
  await service.dispose()
}
