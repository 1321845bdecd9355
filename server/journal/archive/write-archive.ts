import { createHash, randomUUID } from 'node:crypto'
import { appendFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { keyId } from '../../secret-key/key-id.ts'
import { chainSealer, type Anchor, type ArchiveFile } from '../chain.ts'
import { isGenuine, type ChainRow } from '../stored-chain.ts'
import { entryLine, FORMAT, type ArchiveEnd, type ArchiveHeader, type ArchiveSection } from './archive-lines.ts'
import { nextRanges, standsIn, type ArchivedRange, type Partition } from './due-partition.ts'
import { framesOf, zstdFrame } from './zstd-frames.ts'

/** Entries of a step: some milliseconds of work. */
const BATCH = 1_000
/** What a file under way is called; one that a crash left behind goes after a day. */
const UNFINISHED = '.part'
const LEFTOVER_MS = 24 * 60 * 60 * 1000

/** A written file, and what it means for the journal. */
export interface WrittenArchive {
  /** `undefined`: there was nothing to write. */
  file: ArchiveFile | undefined
  anchors: Anchor[]
  /** Entries of the partition itself that are in the file. */
  ofPartition: number
  /** Archived entries that stand in other partitions. */
  elsewhere: { tenant_oid: string; seq: number }[]
}

interface ArchiveTarget {
  folder: string
  partition: Partition
  number: number
  secretKey: Buffer
}

/** Writes what belongs to a partition into one file, a step at a time, and checks each entry before. Every throw leaves journal and archive as they were. */
export class ArchiveWriter {
  readonly partition: Partition
  readonly #target: ArchiveTarget
  readonly #path: string
  readonly #lines = createHash('sha256')
  readonly #anchors: Anchor[] = []
  readonly #elsewhere: WrittenArchive['elsewhere'] = []
  #ranges: ArchivedRange[] = []
  #behind: string | undefined = ''
  #entries = 0
  #ofPartition = 0

  private constructor(target: ArchiveTarget, path: string) {
    this.#target = target
    this.partition = target.partition
    this.#path = path
  }

  static async begin(target: ArchiveTarget): Promise<ArchiveWriter> {
    const { folder, partition, number, secretKey } = target
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeLeftovers(folder)
    const path = join(folder, `${partition.table}-${randomUUID()}${UNFINISHED}`)
    await writeFile(path, '', { flag: 'wx', mode: 0o600 })
    const writer = new ArchiveWriter(target, path)
    const { table, from, to } = partition
    const header: ArchiveHeader = { format: FORMAT, number, partition: table, from, to, keyId: keyId(secretKey) }
    await writer.#write([JSON.stringify(header)])
    return writer
  }

  /** Writes the next entries; answers how many, and `undefined` when all are written. */
  async step(queries: Queries): Promise<number | undefined> {
    if (this.#ranges.length === 0 && this.#behind !== undefined) {
      const { ranges, lastTenant } = await nextRanges(queries, { to: this.partition.to, behind: this.#behind })
      this.#ranges = ranges
      this.#behind = lastTenant
      if (ranges.length === 0) return this.#behind === undefined ? undefined : 0
    }
    const parts = this.#nextParts()
    if (parts.length === 0) return undefined
    const lines: string[] = []
    const rows = await rowsOf(queries, parts, this.partition)
    for (const part of parts) this.#link(part, rows.get(part.tenantOid) ?? [], lines)
    await this.#write(lines)
    return parts.reduce((sum, { after, last }) => sum + last - after, 0)
  }

  /** Ends the file under its name, once what was read back is what was written. */
  async finish(): Promise<WrittenArchive> {
    const { folder, number, secretKey, partition } = this.#target
    const facts = { anchors: this.#anchors, ofPartition: this.#ofPartition, elsewhere: this.#elsewhere }
    if (this.#entries === 0) {
      await this.abandon()
      return { ...facts, file: undefined }
    }
    const lines = this.#lines.copy().digest('base64url')
    const end: ArchiveEnd = { entries: this.#entries, digest: lines, seal: chainSealer(secretKey).sealLines(lines) }
    await this.#write([JSON.stringify(end)])
    await sync(this.#path)
    const digest = await readBack(this.#path, this.#lines.digest('base64url'))
    const file = `${partition.table}-${Buffer.from(digest, 'base64url').toString('hex').slice(0, 16)}.jsonl.zst`
    await rename(this.#path, join(folder, file))
    await sync(folder)
    const { from, to } = partition
    return { ...facts, file: { number, file, digest, entries: this.#entries, from, to, keyId: keyId(secretKey) } }
  }

  /** Removes the unfinished file. */
  async abandon(): Promise<void> {
    await rm(this.#path, { force: true })
  }

  /** As many of the ranges as a step takes; a long one is cut. */
  #nextParts(): ArchivedRange[] {
    const parts: ArchivedRange[] = []
    let room = BATCH
    while (room > 0) {
      const [range] = this.#ranges
      if (range === undefined) break
      const last = Math.min(range.last, range.after + room)
      parts.push({ ...range, last })
      room -= last - range.after
      if (last === range.last) this.#ranges.shift()
      // The link is known when the part is written.
      else this.#ranges[0] = { ...range, after: last }
      if (last < range.last) break
    }
    return parts
  }

  /** Adds the lines of a part, in which every entry follows the one before it. */
  #link({ tenantOid, tenantPath, ...part }: ArchivedRange, rows: readonly FoundRow[], lines: string[]): void {
    const sealer = chainSealer(this.#target.secretKey)
    const earlier = this.#anchors.at(-1)
    const isContinued = earlier?.tenantOid === tenantOid
    const section: ArchiveSection = { tenant: tenantOid, after: part.after, before: part.before }
    if (!isContinued) lines.push(JSON.stringify(section))
    const end = isContinued ? { seq: earlier.seq, hash: earlier.hash } : { seq: part.after, hash: part.before }
    for (const row of rows) {
      if (row.seq !== end.seq + 1 || !isGenuine(row, end.hash, sealer))
        throw new Error(
          `The journal of tenant ${tenantOid} is not whole at ${row.seq}, so nothing is archived; npm run journal:verify says more.`,
        )
      lines.push(entryLine({ path: row.tenant_path, form: row.form, hash: row.hash, text: row.text }))
      if (row.elsewhere) this.#elsewhere.push({ tenant_oid: tenantOid, seq: row.seq })
      else this.#ofPartition++
      end.seq = row.seq
      end.hash = row.hash
      this.#entries++
    }
    if (end.seq !== part.last) throw new Error(`The journal of tenant ${tenantOid} has a gap at ${end.seq + 1}, so nothing is archived.`)
    if (isContinued) this.#anchors.pop()
    this.#anchors.push({ tenantOid, tenantPath, ...end, until: this.partition.to })
  }

  async #write(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return
    const text = `${lines.join('\n')}\n`
    this.#lines.update(text)
    await appendFile(this.#path, await zstdFrame(text))
  }
}

type FoundRow = ChainRow & { elsewhere: boolean }

async function rowsOf(queries: Queries, parts: readonly ArchivedRange[], partition: Partition): Promise<Map<string, FoundRow[]>> {
  const asked = parts.map(({ tenantOid, after, last }, n) => ({ n, tenant_oid: tenantOid, after, last }))
  const { rows } = await sql<FoundRow>`select j.* from json_to_recordset(${JSON.stringify(asked)}::json)
      as x(n integer, tenant_oid text, after bigint, last bigint)
    cross join lateral (select j.tenant_oid, j.tenant_path, j.seq, j.created_at, j.action_id, j.theme, j.event_type, j.entry::text as text, j.hash,
      j.form, not ${standsIn(partition)} as elsewhere from journal j
      where j.tenant_oid = x.tenant_oid and j.seq > x.after and j.seq <= x.last) j order by x.n, j.seq`.execute(queries)
  const found = new Map<string, FoundRow[]>()
  for (const row of rows) {
    const ofTenant = found.get(row.tenant_oid) ?? []
    found.set(row.tenant_oid, ofTenant)
    ofTenant.push({ ...row, seq: Number(row.seq) })
  }
  return found
}

/** The digest of a file whose lines have that digest; throws where the disk kept something else. */
async function readBack(path: string, lines: string): Promise<string> {
  const hash = createHash('sha256')
  const frames = framesOf(path)
  for (;;) {
    const { value, done } = await frames.next()
    if (!done) hash.update(value)
    else if (hash.digest('base64url') === lines) return value
    else throw new Error(`The archive file ${path} does not hold what was written to it.`)
  }
}

/** Has the disk keep a file or a folder. */
async function sync(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const isOld = name.endsWith(UNFINISHED) && Date.now() - (await stat(path)).mtimeMs > LEFTOVER_MS
    if (isOld) await rm(path, { force: true })
  }
}
