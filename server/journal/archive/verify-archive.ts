import { createHash, type Hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Turns } from '../../event-loop/in-turns.ts'
import type { Database } from '../../db/database.ts'
import { EVERYTHING } from '../../db/scope.ts'
import { keyId } from '../../secret-key/key-id.ts'
import { chainSealer, type Anchor, type ChainSealer } from '../chain.ts'
import { archivedRecords, archivedUntil, withHistory, type ArchivedRecord } from '../histories.ts'
import type { StoredEntry } from '../read-entries.ts'
import { archiveLine, type ArchivedEntry, type ArchiveHeader, type ArchiveLine } from './archive-lines.ts'
import { storedAnchors, storedFiles, type StoredFile } from './stored-archive.ts'
import { DamagedFile, framesOf } from './zstd-frames.ts'

/**
 * A fault of the archive: a file is gone (`absent`), is not the one that was written (`altered`), an entry does not follow the one before
 * it (`broken`), a chain does not end where the journal begins (`apart`), or a record's last change is nowhere (`missing`).
 */
export interface ArchiveFault {
  kind: 'absent' | 'altered' | 'broken' | 'apart' | 'missing'
  /** Name of the file, or the tenant's oid. */
  of: string
  /** The entry's `seq`, the line's number or the record's oid. */
  at: string
}

export interface ArchiveVerdict {
  files: number
  entries: number
  /** Files in the folder that belong to no part of the journal, e.g. of a copy of the service that was cut off. */
  unknown: string[]
  /** Files whose links an earlier key made: that they are what was written is known from their digest alone. */
  underEarlierKeys: number
  faults: ArchiveFault[]
}

interface Verification {
  sealer: ChainSealer
  keyId: string
  verdict: ArchiveVerdict
  /** The last archived entry of each tenant so far. */
  ends: Map<string, { seq: number; hash: string }>
  /** Last revisions of records whose history is in the archive only, by theme, tenant and oid. */
  histories: Map<string, number>
  wanted: ReadonlySet<string>
  /** A file is absent or altered: what does not join for that is not told again. */
  isTorn: boolean
}

/**
 * Verifies the files of a folder: each is what was written, every entry follows the one before it from the first on, and the last ones are
 * those that the journal goes on from. Reads only. What the database itself says about them is verified with the journal.
 */
export async function verifyArchive(database: Database, folder: string): Promise<ArchiveVerdict> {
  const stored = await database.withScope(EVERYTHING, async (queries) => {
    const anchors = await storedAnchors(queries)
    const histories = { models: withHistory(database), until: archivedUntil(anchors.values()) }
    return { anchors, files: await storedFiles(queries), records: await archivedRecords(queries, histories) }
  })
  const { anchors, files, records } = stored
  const verdict: ArchiveVerdict = { files: files.length, entries: 0, unknown: [], underEarlierKeys: 0, faults: [] }
  const verification: Verification = {
    sealer: chainSealer(database.secretKey),
    keyId: keyId(database.secretKey),
    verdict,
    ends: new Map(),
    histories: new Map(),
    wanted: new Set(records.map(subjectOf)),
    isTorn: false,
  }
  const present = (await readdir(folder)).filter((name) => name.endsWith('.jsonl.zst'))
  const known = new Set(files.map(({ file }) => file))
  verdict.unknown = present.filter((name) => !known.has(name)).toSorted()
  for (const file of files) {
    if (present.includes(file.file)) await verifyFile(folder, file, verification)
    else tear(verification, { kind: 'absent', of: file.file, at: '' })
  }
  if (!verification.isTorn) verdict.faults.push(...apart(anchors, verification), ...missing(records, verification))
  return verdict
}

async function verifyFile(folder: string, stored: StoredFile, verification: Verification): Promise<void> {
  const { verdict } = verification
  if (stored.keyId !== verification.keyId) verdict.underEarlierKeys++
  const reader = new FileReader(stored, verification)
  const turns = new Turns()
  let rest = ''
  const frames = framesOf(join(folder, stored.file))
  try {
    for (;;) {
      const { value, done } = await frames.next()
      if (done) {
        if (value !== stored.digest || !reader.isEnded || rest !== '') throw new DamagedFile()
        return
      }
      const lines = (rest + value.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) reader.read(line)
      if (turns.isOver) await turns.pass()
    }
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    tear(verification, { kind: 'altered', of: stored.file, at: String(reader.lines) })
  } finally {
    // Closes the file where its lines were not read to the end.
    await frames.return('')
  }
}

function tear(verification: Verification, fault: ArchiveFault): void {
  verification.verdict.faults.push(fault)
  verification.isTorn = true
}

/** Reads the lines of a file; throws `DamagedFile` at what cannot have been written. */
class FileReader {
  lines = 0
  isEnded = false
  readonly #stored: StoredFile
  readonly #verification: Verification
  readonly #hash: Hash = createHash('sha256')
  #tenantOid = ''
  #entries = 0

  constructor(stored: StoredFile, verification: Verification) {
    this.#stored = stored
    this.#verification = verification
  }

  read(text: string): void {
    this.lines++
    const line = archiveLine(text)
    if (line === undefined || this.isEnded || (line.kind === 'header') !== (this.lines === 1)) throw new DamagedFile()
    this.#take(line)
    this.#hash.update(`${text}\n`)
  }

  #take(line: ArchiveLine): void {
    const { sealer, ends, verdict, isTorn } = this.#verification
    if (line.kind === 'header') this.#checkHeader(line.header)
    if (line.kind === 'section') {
      const { tenant, after, before } = line.section
      const end = ends.get(tenant) ?? { seq: 0, hash: '' }
      if (!isTorn && (end.seq !== after || end.hash !== before)) verdict.faults.push({ kind: 'broken', of: tenant, at: String(after) })
      ends.set(tenant, { seq: after, hash: before })
      this.#tenantOid = tenant
    }
    if (line.kind === 'entry') this.#follow(line.entry)
    if (line.kind === 'end') {
      const { digest, seal, entries } = line.end
      const isSealed = this.#isUnderEarlierKey || sealer.sealLines(digest) === seal
      if (digest !== this.#hash.copy().digest('base64url') || !isSealed || entries !== this.#entries) throw new DamagedFile()
      this.isEnded = true
    }
  }

  #checkHeader({ number, from, to, keyId: key }: ArchiveHeader): void {
    const stored = this.#stored
    if (number !== stored.number || from !== stored.from || to !== stored.to || key !== stored.keyId) throw new DamagedFile()
  }

  get #isUnderEarlierKey(): boolean {
    return this.#stored.keyId !== this.#verification.keyId
  }

  #follow({ path, form, hash, text }: ArchivedEntry): void {
    const { sealer, ends, verdict } = this.#verification
    const entry = entryOf(text)
    const end = ends.get(this.#tenantOid)
    if (end === undefined || entry.tenant.oid !== this.#tenantOid) throw new DamagedFile()
    const isLinked = this.#isUnderEarlierKey || sealer.link({ form, before: end.hash, tenantPath: path, text }) === hash
    if (entry.seq !== end.seq + 1 || !isLinked) verdict.faults.push({ kind: 'broken', of: this.#tenantOid, at: String(entry.seq) })
    end.seq = entry.seq
    end.hash = hash
    this.#entries++
    verdict.entries++
    this.#remember(entry)
  }

  #remember({ theme, tenant, subject, revision }: StoredEntry): void {
    const { wanted, histories } = this.#verification
    const key = subjectOf({ theme, oid: subject.oid })
    if (revision !== undefined && wanted.has(key)) histories.set(`${key} ${tenant.oid}`, revision)
  }
}

/** A single altered byte may leave valid JSON that is no entry. */
function entryOf(text: string): StoredEntry {
  const entry = parsed(text)
  if (typeof entry?.tenant?.oid !== 'string' || typeof entry.subject?.oid !== 'string') throw new DamagedFile()
  return entry as StoredEntry
}

function parsed(text: string): Partial<StoredEntry> | null {
  try {
    return JSON.parse(text) as Partial<StoredEntry> | null
  } catch {
    throw new DamagedFile()
  }
}

/** Chains that end elsewhere than where the journal goes on. */
function apart(anchors: ReadonlyMap<string, Anchor>, { ends }: Verification): ArchiveFault[] {
  return [...new Set([...anchors.keys(), ...ends.keys()])].flatMap((tenantOid): ArchiveFault[] => {
    const [anchor, end] = [anchors.get(tenantOid), ends.get(tenantOid)]
    const isJoined = anchor?.seq === end?.seq && anchor?.hash === end?.hash
    return isJoined ? [] : [{ kind: 'apart', of: tenantOid, at: String(end?.seq ?? 0) }]
  })
}

/** Records whose revision is not the last one in the archive. */
function missing(records: readonly ArchivedRecord[], { histories }: Verification): ArchiveFault[] {
  const last = new Map<string, number>()
  for (const [key, revision] of histories) {
    const subject = key.slice(0, key.lastIndexOf(' '))
    last.set(subject, Math.max(revision, last.get(subject) ?? 0))
  }
  return records
    .filter((record) => last.get(subjectOf(record)) !== record.revision)
    .map(({ tenantOid, oid }): ArchiveFault => ({ kind: 'missing', of: tenantOid, at: oid }))
}

const subjectOf = ({ theme, oid }: { theme: string; oid: string }): string => `${theme} ${oid}`
