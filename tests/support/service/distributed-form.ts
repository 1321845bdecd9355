import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../../server/db/database.ts'
import { createPlainDatabase, runSql, type PlainDatabase } from './administrator.ts'
import { distributeDatabase } from './citus.ts'
import { unlikeCitus } from './citus-forms.ts'
import { tablesWithoutTenant } from './statement-tenants.ts'

/** What `distribute` asks of Citus; here the tables stay on their one server. */
const STAND_IN = `
  create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char" not null);
  grant select, insert on pg_dist_partition to public;
  create function create_distributed_table(name text, by text, colocate_with text) returns void language sql as
    $$ insert into pg_dist_partition values (name::regclass, 'h') $$;
  create function create_reference_table(name text) returns void language sql as
    $$ insert into pg_dist_partition values (name::regclass, 'n') $$`

/** Reading statements that go to every server, each with the reason. `E` stands for a table of an entity. Writing ones never do. */
const TO_EVERY_SERVER: readonly { why: string; text: RegExp }[] = [
  { why: 'lists across tenants: each server filters, orders and limits its rows', text: /^with (?:found|page) as materialized/ },
  {
    why: 'groups of a list across tenants: each server counts its rows by value',
    text: /^with found as \(select .* as value, .*groups as materialized \(select f\.value, count/,
  },
  {
    why: 'the search over everything: each server finds its best rows',
    text: /^select '[\w-]+' as entity, \(select json_agg\(p\) from \(/,
  },
  { why: 'a record by its identifier, which does not tell its tenant', text: /^select r\.oid[^()]* from E r where r\.oid = (?:any\()?\$/ },
  {
    why: 'records by their identifiers with their tenants',
    text: /^select r\.oid, r\.tenant_oid, .* as node, .* from E r where r\.oid = any\(/,
  },
  { why: 'what refers to a record may belong to any tenant', text: /^select (?:distinct )?r\.oid, .* as (?:target|of|customer)\b/ },
  { why: 'serial numbers are unique over all tenants', text: /^select v\.key from json_array_elements\(.*join E r on/ },
  { why: 'journals across tenants', text: /^(?:with size as materialized|select j\.entry, |select count\(\*\) from journal j)/ },
  { why: 'licences of all tenants below one', text: /^with (?:stored|assigned) as materialized|from licence_calendar c where c\.month/ },
]

/** Whether databases of tests get the distributed form, on one server and without Citus. */
export const isDistributedForm = (): boolean => process.env['DISTRIBUTED_FORM'] !== undefined

/** Creates a database whose tables, functions and policies are as Citus needs them. */
export async function createDistributedForm(administrator: string): Promise<PlainDatabase> {
  const database = await createUndistributedForm(administrator)
  await distributeDatabase(database.url)
  return database
}

/** Creates an empty database that can be brought into that form. */
export async function createUndistributedForm(administrator: string): Promise<PlainDatabase> {
  const database = await createPlainDatabase(administrator)
  await runSql(database.administratorUrl, STAND_IN)
  return database
}

const calls = new AsyncLocalStorage<true>()

/** Runs a call of the service, whose statements are checked. */
export const duringCall = <T>(work: () => T): T => calls.run(true, work)

/**
 * Collects statements of calls that would go to every server of a cluster for no known reason, and all that it would not carry out; the answer
 * ends it and throws if there are any.
 */
export function collectUnnamedTenants(database: Database): () => void {
  const seen = new Set<string>()
  const unknown: string[] = []
  const stop = database.onStatement((text) => {
    const form = text
      .replaceAll(/\bentity\.(?:"[\w-]+"|\w+)/g, 'E')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const key = form.replaceAll(/tenant_oid = '[^']*'/g, `tenant_oid = ''`)
    const isCall = calls.getStore() !== undefined
    if (seen.has(`${isCall} ${key}`) || !/^(?:select|with|insert|update|delete)\b/i.test(key)) return
    seen.add(`${isCall} ${key}`)
    const tables = tablesWithoutTenant(text)
    unknown.push(...unlikeCitus(text).map((what) => `${what}: ${form}`))
    if (isCall && tables.length > 0 && !TO_EVERY_SERVER.some((known) => known.text.test(form)))
      unknown.push(`${tables.join(', ')}: ${form}`)
  })
  return () => {
    stop()
    if (unknown.length > 0) throw new Error(`Statements that name no tenant, or that a cluster does not carry out:\n${unknown.join('\n')}`)
  }
}
