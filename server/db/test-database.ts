import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { openDatabase, type Database } from './database.ts'
import { migrate } from './ddl/migrate.ts'

type Schemas = Record<string, EntitySchema>

/** Folders of databases that hold the tables of these schemas and no record, one of each in a process. */
const templates = new Map<Schemas | undefined, Promise<string>>()
const secretKey = Buffer.alloc(32, 7)

/**
 * An embedded database of a test's own without a record, in a folder that goes when it closes, with the tables that the schemas need;
 * without schemas there is no table at all. It is a copy: making one anew takes ten times as long.
 */
export async function testDatabase(schemas?: Schemas, key = secretKey): Promise<Database> {
  const template = templates.get(schemas) ?? makeTemplate(schemas)
  templates.set(schemas, template)
  const folder = newFolder()
  cpSync(await template, folder, { recursive: true })
  const database = await openDatabase({ at: { dataDir: join(folder, 'database') }, secretKey: key })
  return {
    ...database,
    close: async () => {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(schemas: Schemas | undefined): Promise<string> {
  const folder = newFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await makeEmptyDatabase(folder)
  if (schemas !== undefined) {
    const database = await openDatabase({ at: { dataDir: join(folder, 'database') }, secretKey })
    await migrate(database, schemas)
    await database.close()
  }
  return folder
}

/**
 * Makes a database without a table in the folder `database` of a folder. Creating one takes seconds, so the processes of a test run
 * share one, in the folder that the setup of the run names, and copy it.
 */
export async function makeEmptyDatabase(folder: string): Promise<void> {
  const shared = process.env['EMPTY_DATABASE']
  if (shared === undefined || !existsSync(shared)) {
    const database = await openDatabase({ at: { dataDir: join(folder, 'database') }, secretKey })
    await database.close()
    if (shared !== undefined) share(folder, shared)
  } else cpSync(shared, folder, { recursive: true })
}

/** Copies a folder to its place in one step: other processes see all of it or nothing. */
function share(folder: string, place: string): void {
  const copy = `${place}-${process.pid}`
  cpSync(folder, copy, { recursive: true })
  try {
    renameSync(copy, place)
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(place)) throw error
    rmSync(copy, { recursive: true })
  }
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'test-database-'))
}
