import { createPlainDatabase, dropPlainDatabase, runSql, type PlainDatabase } from './administrator.ts'
import { isDistributedForm } from './distributed-form.ts'

/** A copy of a database that was filled once per process, and what `fill` returned. */
export interface CopiedDatabase<Known> {
  url: string
  administratorUrl: string
  known: Known
  drop(): Promise<void>
}

const FILLED = '_filled'

/** Identifies the test run; absent without the setup that drops its databases. */
const run = process.env['TEST_RUN']

/**
 * Returns a function that copies a database on the server of `TEST_DATABASE_URL`, which is quicker than migrating and filling another
 * one. Roles are named after the database, so every copy has the same name: while one is in use, or without such a server, the function
 * returns nothing.
 */
export function copiedDatabases<Known>(
  kind: string,
  fill: (url: string) => Promise<Known>,
): () => Promise<CopiedDatabase<Known> | undefined> {
  let original: Promise<PlainDatabase & { known: Known }> | undefined
  let isInUse = false

  async function fillOnce(administrator: string): Promise<PlainDatabase & { known: Known }> {
    const database = await createPlainDatabase(administrator, { database: `test_${run}_${process.pid}_${kind}` })
    const known = await fill(database.url)
    await runSql(administrator, `alter database ${database.name} rename to ${database.name}${FILLED}`)
    return { ...database, known }
  }

  return async () => {
    const administrator = process.env['TEST_DATABASE_URL']
    if (administrator === undefined || run === undefined || isInUse || isDistributedForm()) return undefined
    isInUse = true
    try {
      original ??= fillOnce(administrator)
      const { name, user, url, administratorUrl, known } = await original
      await runSql(administrator, `create database ${name} template ${name}${FILLED} owner ${user}`)
      const drop = async (): Promise<void> => {
        await runSql(administrator, `drop database ${name} with (force)`)
        isInUse = false
      }
      return { url, administratorUrl, known, drop }
    } catch (error) {
      isInUse = false
      throw error
    }
  }
}

/** Drops the databases that the processes of a test run have copied from, with their roles. */
export async function dropCopiedDatabases(administrator: string, ofRun: string): Promise<void> {
  const filled = await runSql<{ name: string }>(administrator, `select datname as name from pg_database where starts_with(datname, $1)`, [
    `test_${ofRun}_`,
  ])
  for (const { name } of filled) await runSql(administrator, `drop database ${name} with (force)`)
  for (const { name } of filled) await dropPlainDatabase(administrator, name.replace(FILLED, ''))
}
