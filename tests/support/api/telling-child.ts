import { sql } from 'kysely'
import { openDatabase } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { tellChanges } from '../../../server/notifications/tell-changes.ts'
import { applyPlan } from '../../../server/plan/apply-plan.ts'
import { loadCaller } from '../../../server/policies/load-caller.ts'

/** A copy of the service that writes and tells until it is killed: `<url> <mail> <customer oid> <tenant oid>`. Prints a dot for each write. */
const [url = '', mail = '', oid = '', tenantOid = ''] = process.argv.slice(2)
const database = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 7), poolSize: 5 })
const log = { warn: (said: unknown) => process.stderr.write(`${JSON.stringify(said)}\n`) }

async function write(): Promise<void> {
  const caller = (await loadCaller(database, { mail }))?.caller
  if (caller === undefined) throw new Error(`nobody has the address ${mail}`)
  for (let count = 0; ; count++) {
    const changes = { contactName: `Contact ${process.pid} ${count}` }
    const revision = await revisionNow()
    const items = [{ entity: 'customer', action: 'update' as const, oid, revision, changes }]
    // Every third change is tried only.
    await applyPlan({ database, caller }, { items, source: 'api', tenantOid }, { dryRun: count % 3 === 2 })
    process.stdout.write('.')
  }
}

async function revisionNow(): Promise<number> {
  const { rows } = await database.withScope(EVERYTHING, (queries) =>
    sql<{ revision: number }>`select revision from entity.customer where oid = ${oid}`.execute(queries),
  )
  return rows[0]?.revision ?? 0
}

async function tell(): Promise<void> {
  for (;;) await tellChanges({ database, log, isMailing: true })
}

await Promise.all([write(), tell()])
