import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveAll, visit } from '../../support/browser/browser.ts'
import { text } from '../../support/browser/texts.ts'
import { runSql } from '../../support/service/administrator.ts'
import { createPartner, expectStoredOnce, expectWholeJournal, PLAIN_SERVICE } from '../../support/service/away.ts'
import { startBalancedCopies, type BalancedCopies } from '../../support/service/balancer.ts'

const ROWS = 20_000
/** An import takes longer than a copy that ends waits. */
const SHUTDOWN_SECONDS = '1'

let world: BalancedCopies
const folder = mkdtempSync(join(tmpdir(), 'imports-'))

beforeAll(async () => {
  world = await startBalancedCopies({ ...PLAIN_SERVICE, SHUTDOWN_SECONDS })
})
afterAll(async () => {
  await leaveAll()
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

const messages = (page: Page): Locator => page.getByRole('region', { name: text('bulk.messages') })
const written = (page: Page): Locator =>
  messages(page).getByText(text('bulk.outcome.written_other', { count: ROWS, created: ROWS, updated: 0 }))
const names = (prefix: string): string[] => Array.from({ length: ROWS }, (_, row) => `${prefix} ${row}`)

/** Opens the sheet of a new partner's customers, chooses a file of new ones, and goes on to the question whether to write them. */
async function choose(prefix: string): Promise<Page> {
  const { origin } = world.balancer
  const tenantOid = await createPartner(origin, `Partner of ${prefix}`)
  const lines = names(prefix).map((name, row) => `${name},managed_customer,${row}.${prefix.toLowerCase()}.example,Ann,a@b.test,false`)
  const file = join(folder, `${prefix}.csv`)
  writeFileSync(file, ['name,type,apoDomain,contactName,contactEmail,createAdmin', ...lines].join('\n'))
  const { page } = await visit(`${origin}/oid/${tenantOid}/admin/customers/bulk`)
  await page.getByRole('button', { name: text('bulk.import') }).waitFor()
  await page.locator('input[type=file]').setInputFiles(file)
  await messages(page)
    .getByText(text('bulk.report.read_other', { count: ROWS }))
    .waitFor()
  await page.getByRole('button', { name: text('bulk.update'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('bulk.update') })
    .waitFor()
  return page
}

/**
 * Confirms, and waits until the copy has written all rows and goes on to the journal, which somebody else has locked: however quick the copy
 * is, it does not come to its end before `cut` is done.
 */
async function whileWriting(page: Page, cut: () => Promise<unknown>): Promise<void> {
  const locker = new pg.Client({ connectionString: world.administratorUrl })
  await locker.connect()
  await locker.query('begin; lock table journal in exclusive mode')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('bulk.update') })
    .click()
  await expect.poll(() => runSql(world.administratorUrl, HELD_WRITES), { interval: 20, timeout: 30_000 }).toEqual([{ writes: 1 }])
  await cut()
  await locker.end()
}

const HELD_WRITES = `select count(*)::integer as writes from pg_stat_activity
  where datname = current_database() and query like 'insert into journal (%' and wait_event_type = 'Lock'`

async function expectStored(prefix: string): Promise<void> {
  await expectStoredOnce(world.administratorUrl, prefix, { acknowledged: names(prefix), open: [] })
  await expectWholeJournal(world.url)
}

async function storedRows(prefix: string): Promise<number> {
  const statement = `select count(*)::integer as count from entity.customer where starts_with(data->>'name', $1)`
  const [row] = await runSql<{ count: number }>(world.administratorUrl, statement, [`${prefix} `])
  return row?.count ?? 0
}

describe('an import of 20,000 rows in the browser', () => {
  it.each([
    { how: 'is told to end', signal: 'SIGTERM', prefix: 'Ended' },
    { how: 'is killed', signal: 'SIGKILL', prefix: 'Killed' },
  ] as const)('is stored once, and said to be, when the copy that works on it $how', async ({ signal, prefix }) => {
    const [first] = world.copies
    const page = await choose(prefix)
    await whileWriting(page, async () => {
      world.balancer.answers.length = 0
      await first?.end(signal)
    })
    expect(world.balancer.answers.includes('0 503')).toBe(signal === 'SIGTERM')
    // A browser repeats by itself what it has sent on a connection that breaks.
    if (signal === 'SIGTERM') await page.getByRole('status').getByText(text('bulk.step.again')).waitFor()
    await written(page).waitFor({ timeout: 120_000 })
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    expect(await messages(page).getByRole('listitem').count()).toBe(1)
    expect(await page.getByRole('tab', { name: new RegExp(`^${text('bulk.kind.unchanged')}`) }).innerText()).toContain('20,000')
    await expectStored(prefix)
    await first?.restart()
  })

  it('is kept in the sheet and stored by another try when no copy is left for a while', async () => {
    const page = await choose('Alone')
    await whileWriting(page, () => Promise.all(world.copies.map((copy) => copy.end('SIGKILL'))))
    await messages(page).getByText(text('bulk.unsettled.silent')).waitFor({ timeout: 60_000 })
    expect(await page.getByRole('tab', { name: new RegExp(`^${text('bulk.kind.new')}`) }).innerText()).toContain('20,000')
    expect(await storedRows('Alone')).toBe(0)
    await world.copies[1]?.restart()
    await page.getByRole('button', { name: text('bulk.retry') }).click()
    await written(page).waitFor({ timeout: 120_000 })
    await expectStored('Alone')
    await world.copies[0]?.restart()
  })
})
