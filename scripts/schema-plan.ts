import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { affectedByAll } from '../schemas/evolution/affected.ts'
import type { Difference } from '../schemas/evolution/difference.ts'
import { withRecords } from '../server/backup/with-records.ts'
import type { Database } from '../server/db/database.ts'
import { EVERYTHING } from '../server/db/scope.ts'
import { loadTenants } from '../server/entities/records/tenant-context.ts'
import { DataFolderInUse } from '../server/data-folder/data-folder.ts'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env/env.ts'
import { examineRecords, type ExaminedEntity } from '../server/evolution/examine-records.ts'
import { createCaller, type KnownCaller } from '../server/policies/create-caller.ts'
import { releaseDifferences } from './checks/release-check.ts'
import { loadTree } from './generate/tree.ts'

/** Rows per second that housekeeping rewrites: a third of what one connection does without its pauses (`npm run bench -- BACKFILL`). */
const ROWS_PER_SECOND = 4_000

/** What `npm run schema:plan` says. */
interface SchemaPlan {
  differences: Difference[]
  affected: ReturnType<typeof affectedByAll>
  entities: (ExaminedEntity & { migrationSeconds: number })[]
}

const USAGE = 'Usage: npm run schema:plan [-- --json]   with DATABASE_URL or DATA_DIR as for npm start'

/**
 * `npm run schema:plan`: what the schemas of this tree would do to the records of a database, before a release. Reads only. Exits with 0 if
 * every record can be saved afterwards and nothing is refused, 1 if not, 2 if it could not run. An embedded database has one process: stop
 * the service first.
 */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } })
  const differences = releaseDifferences(await loadTree(resolve(import.meta.dirname, '..')))
  return withRecords(readEnv(process.env, []), async (database) => {
    const entities: SchemaPlan['entities'] = []
    for await (const one of examineRecords({ database, caller: await administrator(database) }))
      entities.push({ ...one, migrationSeconds: Math.ceil(one.touched / ROWS_PER_SECOND) })
    const plan = { differences, affected: affectedByAll(differences), entities }
    process.stdout.write(values.json ? `${JSON.stringify(plan, null, 2)}\n` : textOf(plan))
    return plan.entities.some(({ invalid }) => invalid.length > 0) || differences.some((one) => one.class === 'breaking') ? 1 : 0
  })
}

/** Somebody who may do everything everywhere. */
async function administrator(database: Database): Promise<KnownCaller> {
  const platform = await database.withScope(EVERYTHING, async (queries) => {
    const { rows } = await sql<{ oid: string }>`select oid from tenant where parent_oid is null`.execute(queries)
    return [
      ...(
        await loadTenants(
          queries,
          rows.map(({ oid }) => oid),
        )
      ).values(),
    ]
  })
  const person = { oid: '', name: 'schema:plan', mail: '', locale: 'en', allAccess: true }
  return createCaller(
    person,
    platform.map((tenant) => ({ tenant, role: 'sa' as const })),
  )
}

function textOf({ differences, affected, entities }: SchemaPlan): string {
  const lines = differences.length === 0 ? ['The schemas promise what the last release did.'] : ['Changes since the last release:']
  for (const { class: of, kind, entity, message, write } of differences)
    lines.push(`  ${of.padEnd(8)}  ${kind.padEnd(15)}  ${entity}: ${message}${write === undefined ? '' : `; write ${write}`}`)
  const parts: [string, string[]][] = [
    ['API fields', affected.api],
    ['CSV columns', affected.csv],
    ['Saved lists', affected.lists],
    ['Rules', affected.rules],
    ['Texts', affected.texts],
    ['Reference pages', affected.pages],
  ]
  for (const [title, names] of parts) if (names.length > 0) lines.push(`${title}: ${names.join(', ')}`)
  lines.push('', 'Stored records:')
  for (const { entity, rows, touched, invalid, migrationSeconds } of entities) {
    const refused = invalid.length === 0 ? 'all can be saved' : `${invalid.map(({ count }) => count).join(' + ')} cannot be saved`
    const rewritten = touched === 0 ? 'none is rewritten' : `${touched} are rewritten, in about ${migrationSeconds} s`
    lines.push(`  ${entity.padEnd(22)} ${String(rows).padStart(8)} rows: ${rewritten}; ${refused}`)
    for (const { key, at, message, count, records } of invalid) {
      lines.push(`    ${count} × ${at === '' ? 'record' : at}: ${message} (${key})`)
      for (const { name, tenant, oid } of records) lines.push(`      ${name === '' ? oid : name} in ${tenant}`)
    }
  }
  return `${lines.join('\n')}\n`
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof EnvError || error instanceof DataFolderInUse ? error.message : error)
    if (error instanceof TypeError) console.error(USAGE)
    process.exit(2)
  },
)
