import { runSql } from '../support/service/administrator.ts'
import { verifyJournalOf } from '../support/service/run-script.ts'
import { judge, type Stored } from './judge.ts'
import { PREFIX, type Load } from './load.ts'
import { administratorUrl } from './nodes.ts'
import { DATABASES, KEY, PASSWORD } from './places.ts'

/** What became of acknowledged writes. Every number must be 0. */
export interface Accounts {
  /** Acknowledged records or changes that are not stored. */
  lost: number
  /** Records stored, or writes carried out, more than once. */
  doubled: number
  /** Records with another value than their only writer gave them last, on any server. */
  wrong: number
  /** Lists that lacked an own write which was acknowledged before, or showed an earlier value of it. */
  unseen: number
  /** Chains of the journal with a fault, or a verification that did not end. */
  broken: number
  /** Errors that repeating a call could not mend. */
  surprises: number
}

/** Findings, for a person. */
export interface Audit {
  accounts: Accounts
  findings: string[]
}

/** Compares what is stored on every server with what was acknowledged; the load must have ended, and standbys must follow. */
export async function auditWrites({ records, surprises, unseen }: Pick<Load, 'records' | 'surprises' | 'unseen'>): Promise<Audit> {
  const findings: string[] = []
  const found = { lost: 0, doubled: 0, wrong: 0 }
  const note = (kind: keyof typeof found, text: string): void => {
    found[kind] += 1
    findings.push(`${kind}: ${text}`)
  }
  for (const server of DATABASES.map((name) => `${name}:5432`)) {
    const stored = new Map<string, Stored[]>()
    for (const row of await storedOn(server)) stored.set(row.name, [...(stored.get(row.name) ?? []), row])
    const known = new Set(records.map(({ name }) => name))
    for (const name of stored.keys()) if (!known.has(name)) note('wrong', `${server}: nobody wrote ${name}`)
    for (const record of records) judge(record, stored.get(record.name) ?? [], (kind, text) => note(kind, `${server}: ${text}`))
  }
  const broken = await brokenChains(findings)
  return {
    accounts: { ...found, unseen: unseen.length, broken, surprises: surprises.length },
    findings: [...findings, ...unseen, ...surprises],
  }
}

/** Number of faults that `npm run journal:verify` finds. */
async function brokenChains(findings: string[]): Promise<number> {
  const DATABASE_URL = `postgres://sdwan:${PASSWORD}@pool1:6432,pool2:6432/sdwan`
  const { code, output } = await verifyJournalOf({ DATABASE_URL, SECRET_KEY: KEY })
  const faults = Number(/(\d+) faults\s*$/.exec(output)?.[1])
  if (code === 0 && faults === 0) return 0
  findings.push(output.slice(-2_000))
  return faults || 1
}

function storedOn(server: string): Promise<Stored[]> {
  return runSql<Stored>(
    administratorUrl('sdwan', server),
    `with entries as (
       select entry->'subject'->>'name' as name,
         (count(*) filter (where entry->>'eventType' = 'creation'))::integer as creations,
         (count(*) filter (where entry->>'eventType' = 'update'))::integer as changes
       from journal where starts_with(entry->'subject'->>'name', $1) group by 1)
     select c.data->>'name' as name, c.data->>'contactName' as value, coalesce(e.creations, 0) as creations, coalesce(e.changes, 0) as changes
     from entity.customer c left join entries e on e.name = c.data->>'name' where starts_with(c.data->>'name', $1)`,
    [`${PREFIX} `],
  )
}
