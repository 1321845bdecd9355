import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { runStep, type Task } from '../../../server/housekeeping/task.ts'
import { appendEntries, writtenEntry } from '../../../server/journal/append.ts'
import { archivingTask } from '../../../server/journal/archive/archiving-task.ts'
import { verifyArchive, type ArchiveFault } from '../../../server/journal/archive/verify-archive.ts'
import { verifyJournal, type JournalVerdict } from '../../../server/journal/verify.ts'
import { keepKey } from '../../../server/secret-key/key-state.ts'
import { addPastMonths, ageJournal } from './aged-journal.ts'
import { apiWorld, type ApiWorld, type Place } from './api-world.ts'

const MONTHS = 2

/** A world whose journal has entries of five and three months ago, which are due, and of now. */
export class ArchiveWorld {
  readonly world: ApiWorld
  readonly folder = mkdtempSync(join(tmpdir(), 'journal-archive-'))

  /** On a world whose journal is as it is. */
  constructor(world: ApiWorld) {
    this.world = world
  }

  static async make(place: Place): Promise<ArchiveWorld> {
    const made = new ArchiveWorld(await apiWorld(place))
    const { database } = made.world
    await keepKey(database)
    await addPastMonths(database, 6)
    await ageJournal(database, 2)
    for (const name of ['Ash', 'Beech']) await made.addCustomer(name)
    await ageJournal(database, 3)
    await made.addCustomer('Cedar')
    return made
  }

  /** The task of a copy of the service that has just started. */
  taskOf({ months = MONTHS } = {}): Task {
    return archivingTask({ months, folder: this.folder }, this.world.database.secretKey)
  }

  /** Archives all that is due; answers in how many steps. */
  async archive(task = this.taskOf()): Promise<number> {
    for (let steps = 1; ; steps++) if ((await this.step(task)) !== true) return steps
  }

  async step(task: Task): Promise<boolean | undefined> {
    return (await runStep(this.world.database, task))?.isMore
  }

  asOwner(text: string): Promise<unknown> {
    return this.world.database.asOwner((queries) => sql.raw(text).execute(queries))
  }

  async count(what: string): Promise<number> {
    const { rows } = await this.world.database.asOwner((queries) =>
      sql.raw<{ n: number }>(`select count(*)::integer as n from ${what}`).execute(queries),
    )
    return rows[0]?.n ?? Number.NaN
  }

  /** The only column of what a statement answers. */
  async column(text: string): Promise<string[]> {
    const { rows } = await this.world.database.asOwner((queries) => sql.raw<Record<string, unknown>>(text).execute(queries))
    return rows.map((row) => String(Object.values(row)[0]))
  }

  partitionNames(): Promise<string[]> {
    return this.column(`select inhrelid::regclass from pg_inherits where inhparent = 'journal'::regclass`)
  }

  async partitions(): Promise<number> {
    return (await this.partitionNames()).length
  }

  filesIn(): string[] {
    return readdirSync(this.folder).toSorted()
  }

  verdict(): Promise<JournalVerdict> {
    return verifyJournal(this.world.database)
  }

  async archiveFaults(): Promise<ArchiveFault['kind'][]> {
    return [...new Set((await verifyArchive(this.world.database, this.folder)).faults.map(({ kind }) => kind))]
  }

  async addCustomer(name: string): Promise<void> {
    const customer = { parentOid: this.world.oid['msp'], name, type: 'diy_customer', contactName: 'C', contactEmail: 'c@world.test' }
    const { status } = await this.world.call('POST', '/api/v1/customers', { body: { data: [{ ...customer, createAdmin: false }] } })
    expect(status).toBe(201)
  }

  /** Adds an entry of a tenant that exists in the journal only, dated in the middle of a month so many months ago; 0: now. */
  async append(tenant: string, monthsAgo: number): Promise<void> {
    const { database } = this.world
    const now = new Date()
    const at = monthsAgo === 0 ? now : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 15))
    const action = { id: 'a', source: 'api' as const, at, principal: { oid: 'p', name: 'P' } }
    const entry = {
      tenant: { oid: tenant, name: tenant, path: `z.${tenant}.` },
      theme: 'Grown',
      entity: 'site',
      eventType: 'update',
      subject: { oid: 's', name: 'S' },
      details: { changes: { name: { before: 'Zürich "x" ,"entry":', after: '\u2028\\' } } },
    }
    await database.transaction(EVERYTHING, (queries) =>
      appendEntries(queries, { entries: [writtenEntry(entry, action)], action, secretKey: database.secretKey }),
    )
  }

  /** Makes a partition for entries of some months ago, whose own is gone. */
  async addPast(): Promise<void> {
    await this.asOwner(`do $$ begin execute format('create table journal_past partition of journal for values from (minvalue) to (%L)',
      date_trunc('month', now(), 'UTC') - interval '2 months'); end $$`)
  }

  async dispose(): Promise<void> {
    await this.world.dispose()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
