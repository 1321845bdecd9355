import { fastify, type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { Role } from '../../../schemas/tenancy.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { testDatabase } from '../../../server/db/test-database.ts'
import { ensurePlatform } from '../../../server/domain/platform.ts'
import { confirmRoles } from '../../../server/domain/proofs.ts'
import { renewPeople } from '../../../server/domain/renew-people.ts'
import { entityRoutes } from '../../../server/entities/http/routes.ts'
import { identifyReader, registerReadSessions } from '../../../server/identity/tokens/read-sessions.ts'
import { applyPlan } from '../../../server/plan/apply-plan.ts'
import { HttpProblem, registerProblems } from '../../../server/plugins/problem.ts'
import type { KnownCaller } from '../../../server/policies/create-caller.ts'
import { loadCaller } from '../../../server/policies/load-caller.ts'
import { decodeAnswer, encodeBody, wireOfCall } from './wire-calls.ts'
import { isExhaustive } from '../extent.ts'
import { copiedDatabases } from '../service/copied-database.ts'
import { collectUnnamedTenants, duringCall } from '../service/distributed-form.ts'
import { testServer, type DatabaseKind } from '../service/postgres.ts'

/** A database that a suite can run on. */
export type Place = 'embedded' | 'postgres'
/** For suites in which the engines could differ even in the short extent: text order, search, filters, isolation, storage, a full disk. */
export const bothPlaces: readonly Place[] = ['embedded', 'postgres']
/** For all other suites, whose statements are the same on both: the short extent runs them on PostgreSQL only, an exhaustive run on both. */
export const places: readonly Place[] = isExhaustive ? bothPlaces : ['postgres']

/** A response of the service, typed for assertions. */
export interface Answer {
  status: number
  headers: Rec
  body: Rec & { data: Rec[]; items: Rec[]; errors: Rec[]; meta: Rec & { counts: Record<string, number> } }
}

export interface CallOptions {
  /** Mail address of the person. @default the platform owner's */
  as?: string
  body?: unknown
  headers?: Record<string, string>
  /** Sends the body and returns the answer literally. @default records are given and returned as they are stored, also where they travel in other shapes */
  literal?: true
}

/** A small tenant tree with users, and the service's routes on it. */
export interface ApiWorld {
  database: Database
  app: FastifyInstance
  /** Tenants by short name: platform, vad, msp, reseller, managed, diy, and a second family: otherMsp, otherCustomer. */
  oid: Record<string, string>
  call(method: string, url: string, options?: CallOptions): Promise<Answer>
  caller(mail: string): Promise<KnownCaller>
  /** Gives a person a role and verifies their mail address. */
  grant(mail: string, tenantOid: string, role: Role): Promise<void>
  /** Takes all roles of a person. */
  revoke(mail: string): Promise<void>
  /** Verifies a person's mail address, so that their roles take effect. */
  prove(mail: string): Promise<void>
  dispose(): Promise<void>
}

export const OWNER = 'owner@world.test'
/** Connections of a world's database. */
export const CONNECTIONS = 20

const TREE: [name: string, parent: string, type: string][] = [
  ['vad', 'platform', 'vad'],
  ['msp', 'vad', 'msp'],
  ['reseller', 'vad', 'reseller'],
  ['otherMsp', 'platform', 'msp'],
  ['managed', 'msp', 'managed_customer'],
  ['diy', 'msp', 'diy_customer'],
  ['otherCustomer', 'otherMsp', 'managed_customer'],
]

/**
 * Opens a database and fills it with the tree; `<name>@world.test` is the administrator of each tenant, e.g. `msp@world.test`. Tests of how
 * one server finds rows say that it must not be `distributed`.
 */
export async function apiWorld(place: Place, where: DatabaseKind = {}): Promise<ApiWorld> {
  const copy = place === 'postgres' && where.distributed !== 'form' ? await copyOfWorld() : undefined
  if (copy === undefined) return newWorld(place, where)
  const database = await openWorld(copy.url)
  return worldOn(database, { oid: { ...copy.known }, close: copy.drop })
}

const copyOfWorld = copiedDatabases('world', async (url) => {
  const database = await openWorld(url)
  const world = await plantedWorld(database, () => Promise.resolve())
  await world.dispose()
  return world.oid
})

async function newWorld(place: Place, where: DatabaseKind): Promise<ApiWorld> {
  const server = place === 'postgres' ? await testServer(where) : undefined
  const database = server === undefined ? await testDatabase(entitySchemas) : await openWorld(await server.createDatabase())
  return plantedWorld(database, async () => server?.stop())
}

function openWorld(url: string): Promise<Database> {
  return openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 7), poolSize: CONNECTIONS })
}

/** Fills an empty database with the tree. */
async function plantedWorld(database: Database, close: () => Promise<void>): Promise<ApiWorld> {
  await prepare(database).catch(async (error: unknown) => {
    await database.close()
    await close()
    throw error
  })
  const world = await worldOn(database, { oid: { platform: 'platform' }, close })
  await plantTree(world).catch(async (error: unknown) => {
    await world.dispose()
    throw error
  })
  return world
}

/** Serves a filled database, as one of several copies of the service perhaps. */
export async function worldOn(
  database: Database,
  { oid, close }: { oid: Record<string, string>; close(): Promise<void> },
): Promise<ApiWorld> {
  const app = await routesOn(database)
  const checkStatements = (await database.isDistributed()) ? collectUnnamedTenants(database) : undefined
  return {
    database,
    app,
    oid,
    call: (method, url, options = {}) => call(app, { method, url, options }),
    caller: (mail) => callerOf(database, mail),
    revoke: (mail) => revoke(database, mail),
    grant: (mail, tenantOid, role) => grant(database, { mail, tenantOid, role }),
    prove: (mail) => prove(database, mail),
    async dispose() {
      await app.close()
      await database.close()
      await close()
      checkStatements?.()
    },
  }
}

/** Makes the tables, the platform and its owner. */
export async function prepare(database: Database): Promise<void> {
  await migrate(database, entitySchemas)
  await ensurePlatform(database, { name: 'Platform', owner: { mail: OWNER, name: 'Olga Owner' } })
}

async function routesOn(database: Database): Promise<FastifyInstance> {
  const app = fastify({ bodyLimit: 200_000_000 })
  registerProblems(app)
  app.decorateRequest('caller')
  app.decorateRequest('remembered', undefined)
  registerReadSessions(app, database)
  app.addHook('onRequest', async (request) => {
    request.caller = await callerOf(database, String(request.headers['x-mail'] ?? OWNER))
    identifyReader(request, database)
  })
  await app.register(entityRoutes(database))
  return app
}

async function callerOf(database: Database, mail: string): Promise<KnownCaller> {
  const loaded = await loadCaller(database, { mail })
  if (loaded === undefined) throw new HttpProblem(401, `nobody has the address ${mail}`)
  return loaded.caller
}

async function call(
  app: FastifyInstance,
  { method, url, options }: { method: string; url: string; options: CallOptions },
): Promise<Answer> {
  const wire = options.literal === true ? undefined : wireOfCall(url)
  const response = await duringCall(
    // Awaited within, as the call begins only then.
    async () =>
      await app.inject({
        method: method as 'GET',
        url,
        headers: { ...(options.as !== undefined && { 'x-mail': options.as }), ...options.headers },
        ...(options.body !== undefined && { payload: (wire === undefined ? options.body : encodeBody(options.body, wire)) as object }),
      }),
  )
  const body = (response.body === '' ? {} : response.json()) as Answer['body']
  // Two answers that are the same may come in different seconds.
  const { date: _, ...headers } = response.headers
  return { status: response.statusCode, headers: headers as Rec, body: wire === undefined ? body : decodeAnswer(body, wire) }
}

async function plantTree(world: ApiWorld): Promise<void> {
  const owner = await world.caller(OWNER)
  const items = TREE.map(([name, parent, type]) => ({
    entity: type.endsWith('customer') ? 'customer' : 'partner',
    action: 'create' as const,
    ref: name,
    changes: {
      parentOid: parent === 'platform' ? parent : `@${parent}`,
      name,
      type,
      contactName: `Contact of ${name}`,
      contactEmail: `${name}@world.test`,
      createAdmin: true,
    },
  }))
  const { result, status } = await applyPlan({ database: world.database, caller: owner }, { items, source: 'api', tenantOid: 'all' })
  if (status !== 200) throw new Error(`the tree was refused: ${JSON.stringify(result.items, null, 1)}`)
  result.items.forEach(({ oid }, index) => (world.oid[TREE[index]?.[0] ?? ''] = oid ?? ''))
  await world.database.transaction(EVERYTHING, async (queries) => {
    const customers = [world.oid['managed'], world.oid['diy'], world.oid['otherCustomer']]
    const features = JSON.stringify({ cloud_security: 'enabled', sdi: 'enabled', cloud_mesh: 'enabled' })
    await sql`update tenant set features = features || ${features}::jsonb where oid = any(${customers}::text[])`.execute(queries)
    await sql`update person set proven_mail = mail`.execute(queries)
    await sql`update user_role set pending = false`.execute(queries)
  })
}

async function grant(database: Database, { mail, tenantOid, role }: { mail: string; tenantOid: string; role: Role }): Promise<void> {
  await database.transaction(EVERYTHING, async (queries) => {
    const people = JSON.stringify([{ oid: uuid(), mail, name: mail.split('@')[0] }])
    const { rows } = await sql<{ oid: string }>`select oid from ensure_people(${people}::json)`.execute(queries)
    const oids = rows.map(({ oid }) => oid)
    await sql`insert into user_role (tenant_oid, tenant_path, person_oid, role) select t.oid, t.path, p.oid, ${role} from unnest(${oids}::text[]) p(oid), tenant t
      where t.oid = ${tenantOid} on conflict (tenant_oid, person_oid) do update set role = excluded.role`.execute(queries)
    await renewPeople(queries, oids)
  })
  await prove(database, mail)
}

async function revoke(database: Database, mail: string): Promise<void> {
  await database.transaction(EVERYTHING, async (queries) => {
    const { rows } = await sql<{ oid: string }>`select oid from person where mail = ${mail}`.execute(queries)
    const oids = rows.map(({ oid }) => oid)
    await sql`delete from user_role where person_oid = any(${oids}::text[])`.execute(queries)
    await renewPeople(queries, oids)
  })
}

async function prove(database: Database, mail: string): Promise<void> {
  await database.transaction(EVERYTHING, async (queries) => {
    const { rows } = await sql<{
      oid: string
      name: string
    }>`update person set proven_mail = mail where lower(mail) = lower(${mail}) returning oid, name`.execute(queries)
    for (const person of rows) await confirmRoles(queries, { person, proof: 'mail' }, database.secretKey)
  })
}
