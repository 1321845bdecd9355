import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import type { Step, Task } from '../../housekeeping/task.ts'
import { duePartition, type Partition } from './due-partition.ts'
import { recordArchive } from './record-archive.ts'
import { ArchiveWriter, type WrittenArchive } from './write-archive.ts'

/** How long the journal is kept, and where what is older goes. */
export interface JournalRetention {
  months: number
  /** Absolute path. Copies of the service on several machines need a folder that they share. */
  folder: string
}

const HOUR_MS = 60 * 60 * 1000
/** After so long without a step, the copy of the service that writes a file counts as gone. */
const GONE_AFTER_SECONDS = 300

/**
 * Writes partitions of the journal that are older than the retention into files, a part of one a step, and then takes them out of the
 * journal. What a step that fails or a crash leaves behind is the journal as it was, and perhaps a file that counts for nothing.
 */
export function archivingTask({ months, folder }: JournalRetention, secretKey: Buffer): Task {
  const me = randomUUID()
  let writer: ArchiveWriter | undefined
  let done: { partition: Partition; written: WrittenArchive } | undefined

  const write = async (queries: Queries, underWay: ArchiveWriter): Promise<Step> => {
    try {
      const rows = await underWay.step(queries)
      if (rows !== undefined) return { rows, isMore: true }
      done = { partition: underWay.partition, written: await underWay.finish() }
      writer = undefined
      return { rows: 0, isMore: true }
    } catch (error) {
      writer = undefined
      await underWay.abandon()
      throw error
    }
  }

  return {
    name: 'journal_archive',
    everyMs: HOUR_MS,
    asOwner: true,
    step: async (queries) => {
      if (!(await isMine(queries, me))) return { rows: 0, isMore: false }
      if (writer !== undefined) return write(queries, writer)
      const partition = await duePartition(queries, months)
      if (done !== undefined && !(await isCurrent(queries, done, partition))) {
        await removeSuperseded(queries, { folder, written: done.written })
        done = undefined
      }
      if (done !== undefined) {
        // Kept until it is seen to be stored: a commit that fails is tried again with the same file.
        await recordArchive(queries, { ...done, secretKey })
        return { rows: 0, isMore: true }
      }
      if (partition === undefined) {
        await sql`delete from journal_archiving where writer = ${me}`.execute(queries)
        return { rows: 0, isMore: false }
      }
      await refuseUnsealed(queries)
      writer = await ArchiveWriter.begin({ folder, partition, number: (await filesOf(queries)) + 1, secretKey })
      return { rows: 0, isMore: true }
    },
  }
}

/** Whether this copy of the service writes the file; another one does for as long as it takes steps. */
async function isMine(queries: Queries, me: string): Promise<boolean> {
  const { rows } = await sql`insert into journal_archiving as a (writer, seen_at) values (${me}, now())
    on conflict (is_only) do update set writer = excluded.writer, seen_at = now()
    where a.writer = excluded.writer or a.seen_at < now() - make_interval(secs => ${GONE_AFTER_SECONDS}) returning 1`.execute(queries)
  return rows.length > 0
}

/** Whether a written file is still the next one: neither stored, nor is another one in its place. */
async function isCurrent(
  queries: Queries,
  { partition, written }: { partition: Partition; written: WrittenArchive },
  due: Partition | undefined,
): Promise<boolean> {
  return due?.table === partition.table && (written.file === undefined || written.file.number === (await filesOf(queries)) + 1)
}

/** Removes a written file that another copy's file was stored instead of. */
async function removeSuperseded(queries: Queries, { folder, written }: { folder: string; written: WrittenArchive }): Promise<void> {
  const { file } = written
  if (file === undefined) return
  const { rows } = await sql`select from journal_archive where file = ${file.file}`.execute(queries)
  if (rows.length === 0) await rm(join(folder, file.file), { force: true })
}

async function filesOf(queries: Queries): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from journal_archive`.execute(queries)
  return Number(rows[0]?.count)
}

/** Links of a chain that is being sealed anew are of two kinds. */
async function refuseUnsealed(queries: Queries): Promise<void> {
  const { rows } = await sql`select from journal_reseal limit 1`.execute(queries)
  if (rows.length > 0)
    throw new Error('Chains of the journal wait to be sealed anew, so nothing is archived; npm run journal:verify says more.')
}
