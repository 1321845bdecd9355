import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { distribute } from '../../../server/db/distribution/distribute.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { runStep, type Task } from '../../../server/housekeeping/task.ts'
import { verifyArchive } from '../../../server/journal/archive/verify-archive.ts'
import { rotateKey } from '../../../server/secret-key/rotate.ts'
import { keepKey } from '../../../server/secret-key/key-state.ts'
import { addPastMonths } from '../../support/api/aged-journal.ts'
import { prepare, worldOn } from '../../support/api/api-world.ts'
import { ArchiveWorld } from '../../support/api/archive-world.ts'
import { lockedOnWorker, endedOnWorker } from '../../support/service/citus.ts'
import { collectUnnamedTenants } from '../../support/service/distributed-form.ts'
import { testServer, type TestServer } from '../../support/service/postgres.ts'

/** A cluster can fail as one server cannot. */
const clusters = [process.env['CITUS_URL']].filter((url) => url !== undefined)

describe('the archive of a journal that is distributed later', () => {
  let server: TestServer
  let w: ArchiveWorld
  let url: string
  let opened: Database[]

  const open = async (secretKey = Buffer.alloc(32, 7)): Promise<Database> => {
    const database = await openDatabase({ at: { url }, secretKey })
    opened.push(database)
    return database
  }

  beforeEach(async () => {
    opened = []
    server = await testServer({ distributed: 'later' })
    url = await server.createDatabase()
    const database = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 7) })
    await prepare(database)
    await keepKey(database)
    w = new ArchiveWorld(await worldOn(database, { oid: { platform: 'platform' }, close: () => server.stop() }))
    await addPastMonths(database, 6)
    for (const months of [5, 4, 1, 5, 0]) await w.append('first', months)
    for (const months of [5, 3, 3]) await w.append('second', months)
    await w.archive(w.taskOf({ months: 4 }))
    await distribute(database, entitySchemas)
    w.world.database = await open()
    await migrate(w.world.database, entitySchemas)
  })
  afterEach(async () => {
    for (const database of opened) await database.close()
    await w.dispose()
  })

  const expectWhole = async (files: number): Promise<void> => {
    expect((await w.verdict()).faults).toEqual([])
    expect(await verifyArchive(w.world.database, w.folder)).toMatchObject({ files, faults: [], unknown: [] })
  }

  it('goes on, stays verifiable, and is sealed with another key', async () => {
    const isKnown = collectUnnamedTenants(w.world.database)
    expect(await w.world.database.isDistributed()).toBe(true)
    await expectWhole(1)
    await w.archive()
    await expectWhole(3)
    const to = Buffer.alloc(32, 9)
    await rotateKey(w.world.database, { from: w.world.database.secretKey, to })
    w.world.database = await open(to)
    await expectWhole(3)
    await w.append('second', 1)
    await w.archive(w.taskOf({ months: 0 }))
    await expectWhole(4)
    isKnown()
  })

  it.each(clusters)('gives up when somebody on another server holds the journal, and goes on', { timeout: 60_000 }, async (cluster) => {
    const [before, months, task] = [await w.count('journal'), await w.partitions(), w.taskOf()]
    const unlock = await lockedOnWorker(cluster, url)
    try {
      await expect(w.archive(task)).rejects.toMatchObject({ code: '55P03' })
    } finally {
      await unlock()
    }
    expect([await w.count('journal'), await w.partitions()]).toEqual([before, months])
    await w.archive(task)
    await expectWhole(3)
  })

  it.each(clusters)('is as before when a server is lost before the end of the transaction, and goes on', async (cluster) => {
    const [before, months] = [await w.count('journal'), await w.partitions()]
    const task = w.taskOf()
    let lost = 0
    const losing: Task = {
      ...task,
      step: async (queries) => {
        const files = w.filesIn().length
        const step = await task.step(queries)
        // The step that stores a file and takes its month out of the journal is the one after it was written.
        if (files > 1 && step.isMore) lost += await endedOnWorker(cluster, url)
        return step
      },
    }
    await expect(async () => {
      while ((await runStep(w.world.database, losing))?.isMore === true);
    }).rejects.toThrow()
    expect(lost).toBeGreaterThan(0)
    expect([await w.count('journal'), await w.partitions()]).toEqual([before, months])
    await w.archive(task)
    await expectWhole(3)
  })
})
