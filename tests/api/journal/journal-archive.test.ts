import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decompress } from 'fzstd'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runStep, type Task } from '../../../server/housekeeping/task.ts'
import { verifyArchive } from '../../../server/journal/archive/verify-archive.ts'
import { zstdFrame } from '../../../server/journal/archive/zstd-frames.ts'
import { rotateKey } from '../../../server/secret-key/rotate.ts'
import { ageJournal } from '../../support/api/aged-journal.ts'
import { places } from '../../support/api/api-world.ts'
import { ArchiveWorld } from '../../support/api/archive-world.ts'

describe.each(places)('the archive of the journal on %s', (place) => {
  let w: ArchiveWorld

  describe('of months that are older than the retention', () => {
    let before = 0
    beforeAll(async () => {
      w = await ArchiveWorld.make(place)
      before = await w.count('journal')
    })
    afterAll(() => w.dispose())

    it('is written before they leave the journal, which stays whole', async () => {
      expect(await w.verdict()).toMatchObject({ faults: [], archivedRecords: 0 })
      const months = await w.partitions()
      await w.archive()
      expect(w.filesIn()).toEqual([
        expect.stringMatching(/^journal_ago_3-[0-9a-f]{16}\.jsonl\.zst$/),
        expect.stringMatching(/^journal_ago_5-/),
      ])
      // Months 6 to 3 ago are over for two months.
      expect(await w.partitions()).toBe(months - 4)
      const { faults, entries, archivedRecords } = await w.verdict()
      expect(faults).toEqual([])
      expect(archivedRecords).toBeGreaterThan(8)
      const archived = await verifyArchive(w.world.database, w.folder)
      expect(archived).toMatchObject({ files: 2, faults: [], unknown: [], underEarlierKeys: 0 })
      expect(archived.entries + entries).toBe(before)
      expect(archived.entries).toBeGreaterThan(10)
      expect(await w.count('journal')).toBe(entries)
    })

    it('is read by other programs: a header, tenants with their entries, an end', () => {
      const [file = ''] = w.filesIn().filter((name) => name.startsWith('journal_ago_5'))
      const lines = Buffer.from(decompress(readFileSync(join(w.folder, file))))
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(lines[0]).toMatchObject({ format: 'sdwan journal archive 1', number: 1, partition: 'journal_ago_5' })
      expect(lines[1]).toEqual({ tenant: expect.any(String), after: 0, before: '' })
      expect(lines[2]).toMatchObject({ form: 2, hash: expect.any(String), entry: { seq: 1, tenant: { oid: lines[1]?.['tenant'] } } })
      expect(lines.at(-1)).toEqual({
        entries: lines.filter((line) => 'entry' in line).length,
        digest: expect.any(String),
        seal: expect.any(String),
      })
    })

    it('is where journals say that they begin, to those who see them', async () => {
      const begins = async (tenant: string, as?: string): Promise<unknown> => {
        const url = `/journal/api/v1/journal/entries/${w.world.oid[tenant]}/Customers`
        return (await w.world.call('GET', url, { ...(as !== undefined && { as }) })).body.meta
      }
      const { rows } = await w.world.database.asOwner((queries) =>
        sql<{ until: Date }>`select date_trunc('month', now(), 'UTC') - interval '2 months' as until`.execute(queries),
      )
      expect(await begins('msp')).toEqual({ archivedBefore: rows[0]?.until.toISOString() })
      expect(await begins('msp', 'msp@world.test')).toEqual(await begins('msp'))
      await w.addCustomer('Elm')
      const { body } = await w.world.call('GET', `/api/v1/customers?filter=name=="Elm"`)
      w.world.oid['elm'] = String(body.data[0]?.['oid'])
      expect(await begins('elm')).toBeUndefined()
    })

    it('keeps what it has: such a change is not undone, which is said', async () => {
      const { rows } = await w.world.database.asOwner((queries) =>
        sql<{ seq: string }>`select seq from journal_archived where tenant_oid = ${w.world.oid['msp']}`.execute(queries),
      )
      const restore = (seq: number) =>
        w.world.call(
          'POST',
          `/journal/api/v1/journal/entries/${w.world.oid['msp']}/Customers/${w.world.oid['msp']}.${seq}/restore?dryRun=true`,
        )
      const isArchived = { status: 404, body: { errors: [{ pointer: '', key: 'service.restore.archived' }] } }
      expect(await restore(Number(rows[0]?.seq))).toMatchObject(isArchived)
      expect((await restore(1_000_000)).body.errors).toEqual([])
      const undo = (time: number, as?: string) => {
        const id = time
          .toString(16)
          .padStart(12, '0')
          .replace(/^(.{8})/, '$1-')
        return w.world.call('POST', `/journal/api/v1/journal/actions/${id}-7000-8000-000000000000/undo?dryRun=true`, { ...(as && { as }) })
      }
      expect(await undo(Date.now() - 200 * 86_400_000)).toMatchObject(isArchived)
      expect((await undo(Date.now())).body.errors).toEqual([])
    })

    it('is written once, and the journal goes on', async () => {
      await w.addCustomer('Dogwood')
      const files = w.filesIn()
      expect(await w.archive()).toBe(1)
      expect(w.filesIn()).toEqual(files)
      expect((await w.verdict()).faults).toEqual([])
      expect(await w.archiveFaults()).toEqual([])
    })

    it('goes on where the last file ended', async () => {
      await w.addPast()
      await ageJournal(w.world.database, 3)
      await w.archive()
      expect(w.filesIn()).toHaveLength(3)
      expect((await w.verdict()).faults).toEqual([])
      expect(await verifyArchive(w.world.database, w.folder)).toMatchObject({ files: 3, faults: [] })
    })

    it('stays verifiable when the secret key is replaced, and goes on with the new one', async () => {
      const to = Buffer.alloc(32, 9)
      const from = w.world.database.secretKey
      await rotateKey(w.world.database, { from, to })
      w.world.database = { ...w.world.database, secretKey: to }
      expect((await w.verdict()).faults).toEqual([])
      expect(await verifyArchive(w.world.database, w.folder)).toMatchObject({ files: 3, faults: [], underEarlierKeys: 3 })
      await w.addPast()
      await w.append('later', 4)
      await w.archive()
      expect(await verifyArchive(w.world.database, w.folder)).toMatchObject({ files: 4, faults: [], underEarlierKeys: 3 })
      expect((await w.verdict()).faults).toEqual([])
    })
  })

  describe('of an earlier key', () => {
    beforeAll(async () => {
      w = await ArchiveWorld.make(place)
      await w.archive()
      const to = Buffer.alloc(32, 9)
      await rotateKey(w.world.database, { from: w.world.database.secretKey, to })
      w.world.database = { ...w.world.database, secretKey: to }
    })
    afterAll(() => w.dispose())

    it('is what was written, or is found out, even if every line agrees with the last one', async () => {
      expect(await w.archiveFaults()).toEqual([])
      const path = join(w.folder, w.filesIn()[0] ?? '')
      const lines = Buffer.from(decompress(readFileSync(path)))
        .toString()
        .trimEnd()
        .split('\n')
      const altered = lines.slice(0, -1).map((line) => line.replace('"revision":1', '"revision":7'))
      const digest = createHash('sha256')
        .update(`${altered.join('\n')}\n`)
        .digest('base64url')
      const end = { ...(JSON.parse(lines.at(-1) ?? '') as object), digest }
      writeFileSync(path, await zstdFrame(`${[...altered, JSON.stringify(end)].join('\n')}\n`))
      expect(await w.archiveFaults()).toEqual(['altered'])
    })
  })

  describe('that is cut off', () => {
    beforeEach(async () => void (w = await ArchiveWorld.make(place)))
    afterEach(() => w.dispose())

    it('after any step by the end of the process loses nothing, and is begun again', async () => {
      const before = await w.count('journal')
      let steps = 0
      for (let isMore: boolean | undefined = true; isMore; steps++) {
        // What died took as many steps as there were rounds before.
        const died = w.taskOf()
        for (let step = 0; step < steps; step++) await w.step(died)
        expect((await w.verdict()).faults).toEqual([])
        expect(await w.archiveFaults()).toEqual([])
        const { entries } = await verifyArchive(w.world.database, w.folder)
        expect((await w.count('journal')) + entries).toBe(before)
        await w.asOwner('delete from journal_archiving')
        isMore = steps < 12 && (await w.partitions()) > 6
      }
      expect(steps).toBeGreaterThan(6)
      await w.archive()
      const { files, unknown, faults } = await verifyArchive(w.world.database, w.folder)
      expect({ files, unknown, faults }).toEqual({ files: 2, unknown: [], faults: [] })
    })

    it('in any transaction is as before, and goes on', async () => {
      const before = await w.count('journal')
      const task = w.taskOf()
      let failures = 0
      const failing: Task = {
        ...task,
        step: async (queries) => {
          await task.step(queries)
          throw new Error('cut')
        },
      }
      for (let step = 0; step < 30; step++) {
        await expect(runStep(w.world.database, failing)).rejects.toThrow('cut')
        failures++
        expect(await w.count('journal')).toBe(before)
      }
      expect(await w.count('journal_archive')).toBe(0)
      expect(failures).toBe(30)
      await w.archive(task)
      expect((await w.verdict()).faults).toEqual([])
      expect(await verifyArchive(w.world.database, w.folder)).toMatchObject({ files: 2, faults: [] })
      expect(w.filesIn().filter((name) => name.endsWith('.part'))).toEqual([])
    })

    it('is taken up by another copy of the service, once the first has taken no step for minutes', async () => {
      const [first, second] = [w.taskOf(), w.taskOf()]
      for (let step = 0; step < 3; step++) await w.step(first)
      expect(await w.archive(second)).toBe(1)
      expect(await w.count('journal_archive')).toBe(0)
      await w.asOwner(`update journal_archiving set seen_at = now() - interval '10 minutes'`)
      await w.archive(second)
      expect(await verifyArchive(w.world.database, w.folder)).toMatchObject({ files: 2, faults: [] })
      await w.asOwner('delete from journal_archiving')
      await w.archive(first)
      expect(await verifyArchive(w.world.database, w.folder)).toMatchObject({ files: 2, unknown: [], faults: [] })
      expect((await w.verdict()).faults).toEqual([])
    })

    it('takes nothing out of the journal whose file is not what was written', async () => {
      const before = await w.count('journal')
      const task = w.taskOf()
      while (w.filesIn()[0]?.startsWith('journal_ago_5') !== true) await w.step(task)
      appendFileSync(join(w.folder, w.filesIn()[0] ?? ''), await zstdFrame('more\n'))
      await expect(w.archive(task)).rejects.toThrow('does not hold what was written to it')
      expect([await w.count('journal'), w.filesIn()]).toEqual([before, []])
      await w.archive(task)
      expect(await w.archiveFaults()).toEqual([])
    })

    it('takes nothing that was tampered with', async () => {
      await w.asOwner(`update journal set action_id = 'x' where tenant_oid = '${w.world.oid['msp']}' and seq = 2`)
      await expect(w.archive()).rejects.toThrow(`The journal of tenant ${w.world.oid['msp']} is not whole at 2`)
      expect(w.filesIn()).toEqual([])
      expect(await w.count('journal_archive')).toBe(0)
    })
  })

  describe('of copies of the service whose clocks differ', () => {
    beforeEach(async () => void (w = await ArchiveWorld.make(place)))
    afterEach(() => w.dispose())

    it('has the beginning of each chain, and the rest stays until what stands before it is old enough', async () => {
      for (const months of [5, 4, 1, 5, 0]) await w.append('apart', months)
      for (const months of [5, -12, 4]) await w.append('early', months)
      const partitionsOfEntries = async (): Promise<[number, string][]> => {
        const found: [number, string][] = []
        for (const name of await w.partitionNames())
          for (const seq of await w.column(`select seq from ${name} where tenant_oid in ('apart', 'early')`))
            found.push([Number(seq), name])
        return found.toSorted()
      }
      await w.archive()
      expect(await partitionsOfEntries()).toEqual([
        [3, 'journal_ago_1'],
        [4, 'journal_other'],
        [5, expect.stringMatching(/^journal_\d/)],
      ])
      expect((await w.verdict()).faults).toEqual([])
      expect(await w.archiveFaults()).toEqual([])
      await w.archive(w.taskOf({ months: 0 }))
      expect(await partitionsOfEntries()).toEqual([[5, expect.stringMatching(/^journal_\d/)]])
      expect((await w.verdict()).faults).toEqual([])
      expect(await w.archiveFaults()).toEqual([])
    })
  })
})
