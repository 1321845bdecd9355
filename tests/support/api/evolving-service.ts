import type { FastifyInstance } from 'fastify'
import { releasedContract, evolutionOf, releaseOf } from '../../../schemas/evolution/derive-step.ts'
import type { EntityContract } from '../../../schemas/evolution/contract.ts'
import type { RecordMigrations } from '../../../schemas/evolution/record-migration.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { testDatabase } from '../../../server/db/test-database.ts'
import { ensurePlatform } from '../../../server/domain/platform.ts'
import { useCatalogue } from '../../../server/entities/model/catalogue.ts'
import { createCatalogue, type EntityModel } from '../../../server/entities/model/entity-model.ts'
import { backfillRows, pendingCounts } from '../../../server/evolution/backfill.ts'
import type { Caller } from '../../../server/policies/caller.ts'
import { loadCaller } from '../../../server/policies/load-caller.ts'
import { copiedDatabases } from '../service/copied-database.ts'
import { testServer } from '../service/postgres.ts'
import type { Place } from './api-world.ts'
import { exampleApp, validatorOf, withRights } from './example-service.ts'

const everyOperation = ['list', 'create', 'read', 'update', 'delete', 'manage'] as const

const secretKey = Buffer.alloc(32, 9)

/** One version of the service on the shared database. */
export interface Version {
  app: FastifyInstance
  /** Somebody with every right. */
  caller: Caller
  schema: EntitySchema
  model: EntityModel
  database: Database
}

/** What a release changes. */
export interface Release {
  schema: EntitySchema
  migrations?: RecordMigrations
  /** The database stays as it is: the version only looks at it. */
  isOnlyPlanned?: true
}

/** A database on which versions of the service run side by side, each with its own schema of one entity. */
export interface EvolvingWorld {
  /** The tenant of the platform, in which records are created. */
  platformOid: string
  /** Of the database, for an administrator; none of the embedded one. */
  administratorUrl: string | undefined
  /** Releases a schema, upgrades the database as the first new copy does at its start, and starts that copy. Rows are not settled yet. */
  release(release: Release): Promise<Version>
  /** Rewrites all rows as the version's housekeeping does; answers how many. */
  settle(version: Version): Promise<number>
  /** Starts a version again, as one that went on running while another took over, or to which one goes back. */
  restart(version: Version): Promise<void>
  /** What the last release promises. */
  released(): Record<string, EntityContract>
  dispose(): Promise<void>
}

const copyWithTables = copiedDatabases('evolving', async (url) => {
  const database = await openDatabase({ at: { url }, secretKey, poolSize: 4 })
  await migrate(database, entitySchemas)
  await database.close()
})

/** Opens a database without records in either engine. */
export async function evolvingWorld(place: Place): Promise<EvolvingWorld> {
  const copy = place === 'postgres' ? await copyWithTables() : undefined
  const server = place === 'postgres' && copy === undefined ? await testServer({ distributed: false }) : undefined
  const url = copy?.url ?? (await server?.createDatabase())
  const opened: Database[] = []
  const open = async (): Promise<Database> => {
    const one = url === undefined ? await testDatabase({}, secretKey) : await openDatabase({ at: { url }, secretKey, poolSize: 4 })
    opened.push(one)
    return one
  }
  const shared = await open()
  const versions: Version[] = []
  let released: Record<string, EntityContract> = {}
  let platformOid = ''

  async function release({ schema, migrations = {}, isOnlyPlanned }: Release): Promise<Version> {
    const { name } = schema['x-entity']
    const source = (id: string): EntitySchema | undefined => (id === name ? schema : (entitySchemas as Record<string, EntitySchema>)[id])
    const parts = { schema, source, migrations }
    released = { [name]: releasedContract({ ...parts, released: releaseOf(schema, released) }) }
    const evolution = evolutionOf({ ...parts, released: released[name] })
    const present = evolution === undefined ? schema : { ...schema, 'x-evolution': evolution }
    const schemas: Record<string, EntitySchema> = { ...entitySchemas, [name]: present }
    // The embedded database has one process: each version is a view of its own on it.
    const database = url === undefined ? { ...shared } : await open()
    const catalogue = createCatalogue(schemas, { ...validators, [name]: validatorOf(present) }, migrations)
    useCatalogue(database, catalogue)
    if (isOnlyPlanned !== true) await migrate(database, schemas)
    if (versions.length === 0) await ensurePlatform(database, { name: 'Platform', owner: { mail: 'owner@world.test', name: 'Olga Owner' } })
    const loaded = await loadCaller(database, { mail: 'owner@world.test' })
    if (loaded === undefined) throw new Error('the owner is missing')
    platformOid = loaded.caller.home?.oid ?? ''
    const { caller } = loaded
    const version = {
      app: await exampleApp(database, caller),
      caller: { ...caller, ...withRights(caller, everyOperation) },
      schema: present,
      model: catalogue.model(name),
      database,
    }
    versions.push(version)
    return version
  }

  return {
    get platformOid() {
      return platformOid
    },
    administratorUrl: copy?.administratorUrl ?? server?.administratorUrl(url ?? ''),
    release,
    released: () => released,
    async settle({ model, database }) {
      let rows = 0
      while (((await database.transaction(EVERYTHING, (queries) => pendingCounts(queries, [model]))).get(model.name) ?? 0) > 0)
        rows += (await database.transaction(EVERYTHING, (queries) => backfillRows(queries, model))).length
      return rows
    },
    async restart({ database, model, schema }) {
      await migrate(database, { ...entitySchemas, [model.name]: schema })
    },
    async dispose() {
      for (const { app } of versions) await app.close()
      for (const one of opened) await one.close()
      await copy?.drop()
      await server?.stop()
    },
  }
}
