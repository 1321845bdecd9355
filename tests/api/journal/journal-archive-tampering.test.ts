import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decompress } from 'fzstd'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ArchiveFault } from '../../../server/journal/archive/verify-archive.ts'
import { zstdFrame } from '../../../server/journal/archive/zstd-frames.ts'
import { WRITTEN_COLUMNS } from '../../../server/journal/partitions.ts'
import { places } from '../../support/api/api-world.ts'
import { ArchiveWorld } from '../../support/api/archive-world.ts'

describe.each(places)('tampering with the archive of the journal on %s', (place) => {
  let w: ArchiveWorld
  let contents: Map<string, Buffer>
  let tables: string[]
  beforeAll(async () => {
    w = await ArchiveWorld.make(place)
    await w.archive()
    contents = new Map(w.filesIn().map((name) => [name, readFileSync(join(w.folder, name))]))
    tables = ['journal_archive', 'journal_archived']
    for (const table of tables) await w.asOwner(`create table kept_${table} as select * from ${table}`)
  })
  afterEach(async () => {
    for (const name of w.filesIn()) rmSync(join(w.folder, name))
    for (const [name, bytes] of contents) writeFileSync(join(w.folder, name), bytes)
    for (const table of tables) {
      await w.asOwner(`delete from ${table}`)
      await w.asOwner(`insert into ${table} select * from kept_${table} returning 1`)
    }
    expect(await w.archiveFaults()).toEqual([])
    expect((await w.verdict()).faults).toEqual([])
  })
  afterAll(() => w.dispose())

  const [FIRST, SECOND] = [0, 1]
  const pathOf = (index: number): string => join(w.folder, [...contents.keys()].toSorted().toReversed()[index] ?? '')
  const linesOf = (index: number): string[] =>
    Buffer.from(decompress(readFileSync(pathOf(index))))
      .toString()
      .trimEnd()
      .split('\n')
  const rewrite = async (index: number, lines: readonly string[]): Promise<void> =>
    writeFileSync(pathOf(index), await zstdFrame(`${lines.join('\n')}\n`))
  /** Makes the database take the file as it is, as somebody with SQL and the folder but without the key could. */
  const register = (index: number): Promise<unknown> => {
    const digest = createHash('sha256')
      .update(readFileSync(pathOf(index)))
      .digest('base64url')
    return w.asOwner(`update journal_archive set digest = '${digest}' where number = ${index + 1}`)
  }

  it('is found out by any byte', async () => {
    const bytes = readFileSync(pathOf(FIRST))
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      writeFileSync(pathOf(FIRST), altered)
      expect(await w.archiveFaults(), `byte ${at}`).toContain('altered')
    }
  })

  it.each<[what: string, tamper: () => unknown, expected: ArchiveFault['kind']]>([
    ['a line that is gone', () => rewrite(FIRST, linesOf(FIRST).toSpliced(4, 1)), 'altered'],
    [
      'entries that name no record',
      () =>
        rewrite(
          FIRST,
          linesOf(FIRST).map((line) => line.replace('"subject"', '"sabject"')),
        ),
      'altered',
    ],
    ['a last entry that is gone', () => rewrite(FIRST, linesOf(FIRST).toSpliced(-2, 1)), 'altered'],
    ['a file without its end', () => rewrite(FIRST, linesOf(FIRST).slice(0, -1)), 'altered'],
    ['an empty file', () => writeFileSync(pathOf(FIRST), ''), 'altered'],
    ['a file that is cut', () => writeFileSync(pathOf(FIRST), readFileSync(pathOf(FIRST)).subarray(0, -7)), 'altered'],
    [
      'something behind the end',
      () => writeFileSync(pathOf(FIRST), Buffer.concat([readFileSync(pathOf(FIRST)), Buffer.from('x')])),
      'altered',
    ],
    ['the first file that is gone', () => rmSync(pathOf(FIRST)), 'absent'],
    ['the last file that is gone', () => rmSync(pathOf(SECOND)), 'absent'],
    [
      "two files in each other's place",
      () => {
        renameSync(pathOf(FIRST), join(w.folder, 'x'))
        renameSync(pathOf(SECOND), pathOf(FIRST))
        renameSync(join(w.folder, 'x'), pathOf(SECOND))
      },
      'altered',
    ],
  ])('is found out: %s', async (_what, tamper, expected) => {
    await tamper()
    expect(await w.archiveFaults()).toEqual([expected])
  })

  it('is found out without the key, whatever the database is made to say', async () => {
    await rewrite(
      FIRST,
      linesOf(FIRST).map((line) => line.replace('"revision":1', '"revision":7')),
    )
    await register(FIRST)
    expect(await w.archiveFaults()).toContain('broken')
    expect((await w.verdict()).faults).toEqual([{ kind: 'file', tenantOid: '', at: expect.stringContaining('journal_ago_5') }])
  })

  it.each<[what: string, tamper: (tenant: string, next: string) => string, expected: string]>([
    [
      'an entry said to be archived',
      (tenant, next) => `update journal_archived set seq = seq + 1, hash = '${next}' where tenant_oid = '${tenant}';
      delete from journal where tenant_oid = '${tenant}' and seq in (select min(seq) from journal where tenant_oid = '${tenant}')`,
      'archived',
    ],
    ['an archived part said to be none', (tenant) => `delete from journal_archived where tenant_oid = '${tenant}'`, 'gap'],
    [
      'an archived part said to be older',
      (tenant) => `update journal_archived set until = until - interval '1 day' where tenant_oid = '${tenant}'`,
      'archived',
    ],
    [
      'an archived part of another tenant',
      (tenant) => `update journal_archived a set seq = b.seq, hash = b.hash, seal = b.seal from journal_archived b
      where a.tenant_oid = '${tenant}' and b.tenant_oid <> a.tenant_oid`,
      'archived',
    ],
    ['a file that is not listed', () => `delete from journal_archive where number = 1`, 'file'],
    ['a file of another time', () => `update journal_archive set to_time = to_time + interval '1 day' where number = 2`, 'file'],
  ])('is found out from the database alone: %s', async (_what, tamper, expected) => {
    await w.asOwner('create table kept_journal as select ' + WRITTEN_COLUMNS + ' from journal')
    const tenant = w.world.oid['msp'] ?? ''
    const [next = ''] = await w.column(`select hash from journal where tenant_oid = '${tenant}' order by seq limit 1`)
    for (const statement of tamper(tenant, next).split(';')) await w.asOwner(statement)
    expect((await w.verdict()).faults.map(({ kind }) => kind)).toContain(expected)
    await w.asOwner('delete from journal')
    await w.asOwner('insert into journal select * from kept_journal returning 1')
    await w.asOwner('drop table kept_journal')
  })

  it('is found out by a record that says its last change is archived', async () => {
    await w.asOwner(`update entity.partner set revision = revision + 1 where oid = '${w.world.oid['vad']}'`)
    expect((await w.verdict()).faults).toEqual([])
    expect(await w.archiveFaults()).toEqual(['missing'])
    await w.asOwner(`update entity.partner set revision = revision - 1 where oid = '${w.world.oid['vad']}'`)
  })

  it('is found out by entries that stand in the journal beside it', async () => {
    await w.asOwner(`insert into journal (${WRITTEN_COLUMNS}) select tenant_oid, tenant_path, 1, created_at, action_id, theme, event_type, entry, hash, form
      from journal where tenant_oid = '${w.world.oid['msp']}' order by seq limit 1 returning 1`)
    expect((await w.verdict()).faults.map(({ kind }) => kind)).toEqual(['changed'])
    await w.asOwner(`delete from journal where tenant_oid = '${w.world.oid['msp']}' and seq = 1`)
  })
})
