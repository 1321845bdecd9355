import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WRITTEN_COLUMNS } from '../../../server/journal/partitions.ts'
import { isResealingDue, resealChains } from '../../../server/journal/reseal.ts'
import type { JournalFault } from '../../../server/journal/journal-fault.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { convertJournalToForm1 } from '../../support/api/earlier-journal.ts'

const TABLES = ['journal', 'journal_head', 'journal_reseal']

describe.each(places)('tampering with the journal on %s', (place) => {
  let world: ApiWorld
  /** Two tenants whose chains have several entries. */
  let [mine, other] = ['', '']
  const asOwner = async (...statements: string[]): Promise<void> => {
    for (const text of statements)
      await world.database.asOwner((queries) =>
        sql.raw(text.replaceAll('$mine', `'${mine}'`).replaceAll('$other', `'${other}'`)).execute(queries),
      )
  }
  const faultsOf = async (tenantOid = mine): Promise<JournalFault[]> =>
    (await verifyJournal(world.database)).faults.filter((fault) => fault.tenantOid === tenantOid)
  const faultKinds = async (tenantOid = mine): Promise<string[]> => [...new Set((await faultsOf(tenantOid)).map(({ kind }) => kind))]
  const columnsOf = async (table: string): Promise<string[]> => {
    const { rows } = await world.database.asOwner((queries) =>
      sql<{
        name: string
      }>`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(
        queries,
      ),
    )
    return rows.map(({ name }) => name)
  }
  const rename = async (name: string): Promise<void> => {
    const { body } = await world.call('GET', `/api/v1/partners/${mine}`)
    const { status } = await world.call('PUT', '/api/v1/partners', {
      body: { data: [{ oid: mine, revision: body.data[0]?.['revision'], contactName: name }] },
    })
    expect(status).toBe(200)
  }
  const addCustomer = async (name: string): Promise<void> => {
    const data = [{ parentOid: mine, name, type: 'diy_customer', contactName: 'C', contactEmail: 'c@world.test', createAdmin: false }]
    expect((await world.call('POST', '/api/v1/customers', { body: { data } })).status).toBe(201)
  }

  beforeAll(async () => {
    world = await apiWorld(place, { distributed: false })
    mine = world.oid['msp'] ?? ''
    other = world.oid['vad'] ?? ''
    for (const name of ['Ash', 'Beech', 'Cedar', 'Dogwood', 'Elm']) await addCustomer(name)
  })
  afterAll(() => world.dispose())

  beforeEach(async () => {
    for (const table of TABLES)
      await asOwner(`create table backup_${table} as select ${table === 'journal' ? WRITTEN_COLUMNS : '*'} from ${table}`)
  })
  afterEach(async () => {
    for (const table of TABLES)
      await asOwner(`delete from ${table}`, `insert into ${table} select * from backup_${table} returning 1`, `drop table backup_${table}`)
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  /** The value with which each column of an entry is overwritten. */
  const entryValues: Record<string, string> = {
    tenant_oid: `'nobody'`,
    tenant_path: `'a.'`,
    seq: '1000',
    created_at: `created_at + interval '1 second'`,
    action_id: `'0198c0de-0000-7000-8000-000000000000'`,
    theme: `'Nothing'`,
    event_type: `'harmless'`,
    entry: `jsonb_set(entry::jsonb, '{principal,name}', '"Mallory"')::json`,
    hash: `reverse(hash)`,
    form: '1',
  }
  const headValues: Record<string, string> = {
    tenant_oid: `'nobody'`,
    tenant_path: `'a.'`,
    seq: 'seq - 1',
    hash: `(select hash from journal where tenant_oid = $mine and seq = 1)`,
    seal: `(select seal from journal_head where tenant_oid = $other)`,
    form: '1',
  }

  it('is tested for every column of both tables', { tags: ['H-3.11'] }, async () => {
    expect((await columnsOf('journal')).toSorted()).toEqual(Object.keys(entryValues).toSorted())
    expect((await columnsOf('journal_head')).toSorted()).toEqual(Object.keys(headValues).toSorted())
  })

  it.each(Object.keys(entryValues))('is detected in %s of an entry', { tags: ['H-3.11', 'H-3.12'] }, async (column) => {
    for (const seq of ['1', '3', '(select max(seq) from journal where tenant_oid = $mine)']) {
      await asOwner(`update journal set ${column} = ${entryValues[column]} where tenant_oid = $mine and seq = ${seq}`)
      expect(await faultKinds(), `at ${seq}`).not.toEqual([])
      await asOwner('delete from journal', 'insert into journal select * from backup_journal returning 1')
    }
  })

  it.each(Object.keys(headValues))("is detected in %s of a chain's end", { tags: ['H-3.11', 'H-3.12'] }, async (column) => {
    await asOwner(`update journal_head set ${column} = ${headValues[column]} where tenant_oid = $mine`)
    expect(await faultKinds()).toContain('end')
  })

  it.each([
    ['every chain under another path', `update journal set tenant_path = 'a.'; update journal_head set tenant_path = 'a.'`, 'changed'],
    ['an entry without content', `update journal set entry = '{}' where tenant_oid = $mine and seq = 2`, 'changed'],
    ['an infinite time', `update journal set created_at = 'infinity' where tenant_oid = $mine and seq = 2`, 'changed'],
    ['an unknown form', `update journal set form = 7 where tenant_oid = $mine and seq = 2`, 'changed'],
    ['a missing first entry', 'delete from journal where tenant_oid = $mine and seq = 1', 'gap'],
    ['a missing entry in the middle', 'delete from journal where tenant_oid = $mine and seq = 3', 'gap'],
    [
      'a missing entry, with the later ones renumbered',
      `delete from journal where tenant_oid = $mine and seq = 2; update journal set seq = seq - 1000 where tenant_oid = $mine and seq > 2;
       update journal set seq = seq + 999 where tenant_oid = $mine and seq < 0`,
      'changed',
    ],
    [
      'a missing last entry',
      'delete from journal where tenant_oid = $mine and seq = (select seq from journal_head where tenant_oid = $mine)',
      'end',
    ],
    [
      'two swapped entries',
      `update journal set seq = -2 where tenant_oid = $mine and seq = 2; update journal set seq = 2 where tenant_oid = $mine and seq = 3;
       update journal set seq = 3 where tenant_oid = $mine and seq = -2`,
      'changed',
    ],
    [
      'two entries with swapped contents',
      `update journal j set entry = k.entry from backup_journal k where k.tenant_oid = j.tenant_oid and j.tenant_oid = $mine
       and ((j.seq = 2 and k.seq = 3) or (j.seq = 3 and k.seq = 2))`,
      'changed',
    ],
    [
      'an entry of another chain',
      `update journal j set entry = k.entry, hash = k.hash from backup_journal k where j.tenant_oid = $mine and j.seq = 2 and k.tenant_oid = $other and k.seq = 2`,
      'changed',
    ],
    ['a missing end', 'delete from journal_head where tenant_oid = $mine', 'end'],
    ['a missing chain', 'delete from journal where tenant_oid = $mine; delete from journal_head where tenant_oid = $mine', 'missing'],
    [
      'a chain falsely marked as of an earlier version',
      `insert into journal_reseal (tenant_oid, seq, before) values ($mine, 2, (select hash from journal where tenant_oid = $mine and seq = 2));
       update journal set form = 1 where tenant_oid = $mine and seq > 2`,
      'changed',
    ],
  ])('is detected: %s', { tags: ['H-3.12'] }, async (_what, statements, kind) => {
    await asOwner(...statements.split(';'))
    expect(await faultKinds()).toContain(kind)
  })

  it('is still detected after further entries', { tags: ['H-3.13'] }, async () => {
    await asOwner(
      'delete from journal where tenant_oid = $mine and seq > 3',
      'update journal_head set seq = 3, hash = (select hash from journal where tenant_oid = $mine and seq = 3) where tenant_oid = $mine',
    )
    expect(await faultKinds()).toContain('end')
    await addCustomer(`Fir ${place}`)
    expect(await faultKinds()).toContain('end')
    const { body } = await world.call('GET', `/api/v1/customers?filter=name=="Fir ${place}"`)
    await asOwner(`delete from entity.customer where oid = '${String(body.data[0]?.['oid'])}'`)
  })

  it('is detected when an older chain is put back, by the records changed since', { tags: ['H-3.14'] }, async () => {
    await asOwner(
      `create table older as select ${WRITTEN_COLUMNS} from journal where tenant_oid = $mine`,
      `create table older_head as select * from journal_head`,
    )
    await rename('Somebody else')
    await asOwner(
      'delete from journal where tenant_oid = $other',
      'insert into journal select * from backup_journal where tenant_oid = $other returning 1',
      'delete from journal_head',
      'insert into journal_head select * from older_head returning 1',
      'drop table older',
      'drop table older_head',
    )
    expect(await faultKinds(other)).toEqual(['missing'])
    await asOwner(`update entity.partner set revision = revision - 1 where oid = $mine`)
  })

  describe('with chains of an earlier version', () => {
    beforeEach(() => convertJournalToForm1(world.database))
    const reseal = (committed?: () => void): Promise<JournalFault[]> => {
      const { secretKey } = world.database
      return resealChains(world.database, { from: secretKey, to: secretKey, batchSize: 2, ...(committed && { committed }) })
    }

    it('is detected before and after resealing, and intact chains verify', { tags: ['H-3.15'] }, async () => {
      expect(await verifyJournal(world.database)).toMatchObject({ faults: [], waiting: expect.any(Number) })
      await asOwner(`update journal set tenant_path = 'a.' where tenant_oid = $mine and seq = 5`)
      expect(await faultsOf()).toEqual([{ kind: 'changed', tenantOid: mine, at: '5' }])
      expect(await reseal()).toEqual([{ kind: 'changed', tenantOid: mine, at: '5' }])
      expect(await faultsOf()).toEqual([{ kind: 'changed', tenantOid: mine, at: '5' }])
      const verdict = await verifyJournal(world.database)
      expect(verdict).toMatchObject({ waiting: 1, faults: [{ tenantOid: mine }] })
      await asOwner(`update journal set tenant_path = (select path from tenant where oid = $mine) where tenant_oid = $mine and seq = 5`)
      expect(await reseal()).toEqual([])
      expect(await verifyJournal(world.database)).toMatchObject({ waiting: 0, faults: [] })
    })

    it(
      'is not reported for intact chains at any point of an interrupted resealing, even with writes in between',
      { tags: ['H-3.15'] },
      async () => {
        let transactions = 0
        await reseal(() => transactions++)
        expect(transactions).toBeGreaterThan(10)
        await convertJournalToForm1(world.database)
        const interrupt = async (): Promise<void> => {
          await expect(
            reseal(() => {
              throw new Error('cut')
            }),
          ).rejects.toThrow('cut')
        }
        for (let round = 0; await isResealingDue(world.database); round++) {
          expect(round).toBeLessThan(1000)
          await interrupt()
          if (round === 3) await rename(`Round ${round}`)
          expect((await verifyJournal(world.database)).faults).toEqual([])
        }
        expect(await verifyJournal(world.database)).toMatchObject({ waiting: 0, faults: [] })
        await asOwner(`update entity.partner set revision = revision - 1 where oid = $mine`)
      },
    )
  })
})
