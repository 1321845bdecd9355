import { createHash } from 'node:crypto'
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
  if (schemas === undefined) await makeEmptyDatabase(folder)
  else await once(createHash('sha256').update(JSON.stringify(schemas)).digest('hex'), folder, () => makeMigratedDatabase(folder, schemas))
  return folder
}

async function makeMigratedDatabase(folder: string, schemas: Schemas): Promise<void> {
  await makeEmptyDatabase(folder)
  const database = await openDatabase({ at: { dataDir: join(folder, 'database') }, secretKey })
  await migrate(database, schemas)
  await database.close()
}

/** Makes a database without a table in the folder `database` of a folder. */
export function makeEmptyDatabase(folder: string): Promise<void> {
  return once('empty', folder, async () => {
    const database = await openDatabase({ at: { dataDir: join(folder, 'database') }, secretKey })
    await database.close()
  })
}

/** Makes what a folder holds, or copies it from the folder that the processes of a test run share: databases take seconds to make. */
async function once(name: string, folder: string, make: () => Promise<void>): Promise<void> {
  const shared = process.env['TEST_RUN_FOLDER']
  const place = shared === undefined ? undefined : join(shared, name)
  if (place !== undefined && existsSync(place)) return cpSync(place, folder, { recursive: true })
  await make()
  if (place !== undefined) share(folder, place)
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
