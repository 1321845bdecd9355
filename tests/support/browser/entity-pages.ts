import type { Page } from 'playwright'
import { createPath } from '../../../renderer/descriptor/record-pages.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { ListAnswer, ServedRecord } from '../../../schemas/plan.ts'
import type { EntityMeta } from '../../../schemas/vocabulary/types.ts'
import { commandsOf, hasMatrixPage, navigationScreens, type NavigationScreen } from '../../../src/screen-addresses.ts'
import { isCreatable } from '../api/made-by-calls.ts'
import { waitForMatrices } from '../api/matrices.ts'
import type { RunningService } from '../service/service.ts'
import { schemaOf } from './editor-page.ts'
import { isTabOfMany, listScreens, waitForTabOfMany } from './page-screens.ts'
import type { Places } from './places.ts'
import { recordsOf } from './records.ts'
import { text } from './texts.ts'

/** A running service and the URLs of its demo world. */
interface DemoWorld {
  service: RunningService
  places: Places
}

/** One page of an entity. */
export interface PageCase {
  name: string
  path: string
  /** Waits until the page has loaded. */
  ready: (page: Page) => Promise<void>
}

/** Every page of an entity with records of the demo world: list, editor, commands, sheet, summary, journal. */
export async function pagesOf(entry: NavigationScreen, world: DemoWorld): Promise<PageCase[]> {
  const { service, places } = world
  const { screen } = entry
  const base = places.address(entry)
  const { oid } = await recordsOf(service, places).some(entry)
  const pages: PageCase[] = []
  const rows = (page: Page): Promise<void> => page.getByRole('gridcell').first().waitFor()
  const isList = listScreens.includes(entry)
  if (isTabOfMany(entry)) pages.push({ name: 'tab', path: base, ready: (page) => waitForTabOfMany(page, text(`${entry.entity}.many`)) })
  if (isList) pages.push({ name: 'list', path: base, ready: rows })
  if (isList)
    pages.push({
      name: 'list without a match',
      path: `${base}?q=zzzzzzzz`,
      ready: (page) => page.getByRole('button', { name: /clear/i }).first().waitFor(),
    })
  if (hasMatrixPage(entry)) pages.push({ name: 'matrix', path: base, ready: (page) => waitForMatrices(page, entry) })
  if (entry.one) pages.push({ name: 'own', path: base, ready: (page) => page.getByRole('button', { name: 'Update' }).waitFor() })
  else if (screen.editor) {
    const verb = text(`editor.verb.${screen.editor.verbs?.create ?? 'create'}`)
    if (isCreatable(schemaOf(entry)))
      pages.push({
        name: 'new',
        path: createPath(base, screen),
        ready: (page) => page.getByRole('button', { name: verb, exact: true }).waitFor(),
      })
    pages.push({
      name: 'edit',
      path: `${base}/edit/${encodeURIComponent(oid)}`,
      ready: (page) => page.getByRole('button', { name: /^(Update|Close)$/ }).waitFor(),
    })
  }
  pages.push(...(await commandPagesOf(entry, world)))
  for (const name of Object.keys(screen.editor?.alternatives ?? {}))
    pages.push({
      name,
      path: `${base}/${name}/${encodeURIComponent(oid)}`,
      ready: (page) => page.getByRole('form').waitFor(),
    })
  if (screen.bulk) pages.push({ name: 'bulk', path: `${base}/bulk`, ready: rows })
  if (screen.summary)
    pages.push({
      name: 'summary',
      path: `${base}/summary`,
      ready: async (page) => {
        await page.getByRole('slider').first().waitFor()
        await page.getByRole('table').waitFor()
      },
    })
  if (screen.journal)
    pages.push({
      name: 'journal',
      path: `${base}/journal`,
      ready: async (page) => {
        // Other pages have tables, too, so wait for this page's heading first.
        await page.getByRole('heading', { level: 1, name: text('journal.title', { entities: text(`${entry.entity}.many`) }) }).waitFor()
        // For some entities the customer has no changes yet.
        await page
          .getByRole('row')
          .nth(1)
          .or(page.getByText(text('journal.empty.title')))
          .waitFor()
      },
    })
  return pages
}

/** All rows of a list, fetched page by page. */
async function everyRow(entry: NavigationScreen, { service, places }: DemoWorld): Promise<ServedRecord[]> {
  const { listRoute = '' }: EntityMeta = entityMeta[entry.entity]
  const rows: ServedRecord[] = []
  for (let page = 1, total = 1; rows.length < total; page++) {
    const address = `${listRoute.replace('{tenantOid}', places.tenantOid(entry))}?size=500&page=${page}`
    const { data, meta } = (await (await service.call('owner@demo.test', address)).json()) as ListAnswer
    rows.push(...data)
    total = data.length === 0 ? 0 : meta.totalCount
  }
  return rows
}

/** The pages of a list's commands, each opened on a row that allows the command. */
async function commandPagesOf(entry: NavigationScreen, world: DemoWorld): Promise<PageCase[]> {
  const commands = commandsOf(entry.entity)
  if (commands.length === 0) return []
  const rows = await everyRow(entry, world)
  return commands.map(({ name, meta: { verb, prefill } }) => {
    const row = rows.find(({ can }) => can[verb] === true)
    const own = navigationScreens.find(({ entity }) => entity === name)
    if (!own || (prefill && !row)) throw new Error(`The demo world has no row for the command "${name}"`)
    return {
      name,
      path: world.places.address(own, prefill && row ? `?of=${encodeURIComponent(row.oid)}` : ''),
      ready: async (page) => {
        // The previous command's page has a form, too, so wait for this page's heading first.
        await page.getByRole('heading', { level: 1, name: text(`${name}.one`), exact: true }).waitFor()
        await page.getByRole('form').waitFor()
      },
    }
  })
}
