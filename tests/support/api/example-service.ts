import { isResource, namedRights } from '../../../schemas/rights/rights.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fastify } from 'fastify'
import type { Validate } from '../../../schemas/vocabulary/schema/compiled-entity.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import type { Operation } from '../../../schemas/tenancy.ts'
import { formats } from '../../../schemas/vocabulary/formats.ts'
import { toRefusals } from '../../../schemas/vocabulary/paths/message-keys.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { testDatabase } from '../../../server/db/test-database.ts'
import { ensurePlatform } from '../../../server/domain/platform.ts'
import { useCatalogue } from '../../../server/entities/model/catalogue.ts'
import { createCatalogue } from '../../../server/entities/model/entity-model.ts'
import { entityRoutes } from '../../../server/entities/http/routes.ts'
import { registerProblems } from '../../../server/plugins/problem.ts'
import type { Caller, Rights, TenantNode } from '../../../server/policies/caller.ts'
import type { KnownCaller } from '../../../server/policies/create-caller.ts'
import { loadCaller } from '../../../server/policies/load-caller.ts'
import type { FastifyInstance } from 'fastify'
import { copiedDatabases } from '../service/copied-database.ts'
import { testServer } from '../service/postgres.ts'
import type { Place } from './api-world.ts'

const identifier: PropertySchema = { type: 'string', readOnly: true, description: 'Identifier.' }

/** Invented entities that use every schema keyword that affects storage. */
export const exampleSchemas: Record<string, EntitySchema> = {
  pier: exampleSchema('pier', {
    properties: {
      oid: identifier,
      name: { type: 'string', minLength: 1, maxLength: 40, description: 'Name.' },
      depth: { type: 'number', description: 'Metres.' },
    },
    required: ['name'],
    search: ['name'],
    unique: [{ fields: ['name'], because: 'pier.name.taken' }],
    sort: ['name', 'depth'],
  }),
  ship: exampleSchema('ship', {
    scope: 'overlay',
    properties: {
      oid: identifier,
      name: { type: 'string', minLength: 1, maxLength: 40, description: 'Name.' },
      flag: { enum: ['fr', 'de', 'es'], default: 'fr', description: 'Flag.' },
      pier: { type: 'string', 'x-ref': { entity: 'pier', label: 'pierName', onDelete: 'refuse' }, description: 'Where it lies.' },
      pierName: { type: 'string', readOnly: true, 'x-derived': { ref: 'pier', field: 'name' }, description: 'Name of the pier.' },
      anchorage: { type: 'string', 'x-ref': { entity: 'pier', onDelete: 'clear' }, description: 'Where it waits.' },
      sister: { type: 'string', 'x-ref': { entity: 'ship', onDelete: 'clear' }, description: 'A ship like it.' },
      crew: { type: 'integer', minimum: 0, description: 'People.' },
      armed: { type: 'boolean', description: 'Has guns.' },
      launchedAt: { type: 'string', format: 'date-time', description: 'First day.' },
      code: { type: 'string', minLength: 4, maxLength: 8, 'x-secret': true, description: 'Of the gangway.' },
      manifest: {
        type: 'string',
        default: 'ballast',
        'x-access': { read: { when: { '$can.update': true }, because: 'ship.because.manifest' } },
        description: 'What it carries.',
      },
      engine: {
        type: 'object',
        description: 'Engine.',
        properties: {
          kind: { type: 'string', description: 'Kind.' },
          power: { type: 'integer', description: 'kW.' },
          key: { type: 'string', 'x-secret': true, description: 'Starts it.' },
          tender: { type: 'string', 'x-ref': { entity: 'ship', onDelete: 'clear' }, description: 'Brings its fuel.' },
        },
      },
      boats: {
        type: 'array',
        description: 'Rescue boats.',
        'x-rows': { delete: { when: { seats: { not: { ge: 100 } } }, because: 'ship.because.boats' } },
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Id.' },
            seats: { type: 'integer', description: 'Seats.' },
            pin: { type: 'string', 'x-secret': true, description: 'Pin.' },
            crane: { type: 'string', 'x-ref': { entity: 'pier' }, description: 'Pier that can lift it.' },
          },
        },
      },
      cabins: {
        type: 'array',
        description: 'Cabins.',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', readOnly: true, description: 'Id.' },
            deck: { type: 'integer', description: 'Deck.' },
            key: { type: 'string', 'x-secret': true, description: 'Opens it.' },
            guest: {
              type: 'string',
              'x-access': { read: { when: { '$can.update': true }, because: 'ship.because.guest' } },
              description: 'Who.',
            },
          },
        },
      },
      hatches: {
        type: 'array',
        description: 'Hatches.',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', readOnly: true, description: 'Id.' },
            number: { type: 'integer', minimum: 2, readOnly: true, 'x-kind': 'rowNumber', description: 'Number.' },
            side: { enum: ['port', 'starboard'], description: 'Side.' },
          },
        },
      },
      bridge: {
        type: 'object',
        description: 'Where it is led from.',
        properties: {
          helm: { type: 'string', description: 'Wheel.' },
          charts: {
            type: 'array',
            'x-access': { read: { when: { '$can.delete': true }, because: 'ship.because.charts' } },
            description: 'Charts.',
            items: {
              type: 'object',
              properties: { id: { type: 'string', readOnly: true, description: 'Id.' }, sea: { type: 'string', description: 'Sea.' } },
            },
          },
        },
      },
      convoy: { type: 'array', items: { type: 'string', 'x-ref': { entity: 'ship' } }, description: 'Ships that sail with it.' },
      calls: {
        type: 'object',
        description: 'Where it calls, by weekday.',
        propertyNames: { pattern: '^[a-z]+$', maxLength: 9 },
        additionalProperties: {
          type: 'object',
          required: ['pier'],
          properties: {
            pier: { type: 'string', 'x-ref': { entity: 'pier' }, description: 'Pier.' },
            hour: { type: 'integer', minimum: 0, maximum: 23, description: 'Hour.' },
            pass: { type: 'string', 'x-secret': true, description: 'Opens the gate.' },
          },
        },
      },
    },
    required: ['name'],
    search: ['name', 'flag'],
    unique: [{ fields: ['name'], because: 'ship.name.taken' }],
    sort: ['name', 'crew', 'launchedAt', 'updatedAt'],
    conditions: { crewed: { crew: { gt: 0 } }, french: { flag: 'fr' }, foreign: { flag: { not: 'fr' } } },
  }),
}

interface Parts {
  scope?: 'tenant' | 'overlay'
  properties: Record<string, PropertySchema>
  required: string[]
  search: string[]
  unique: NonNullable<EntitySchema['x-unique']>
  sort: string[]
  conditions?: NonNullable<EntitySchema['x-conditions']>
}

/** The schema of an invented entity. */
export function exampleSchema(name: string, parts: Parts): EntitySchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: name,
    description: `A ${name}.`,
    type: 'object',
    'x-entity': {
      name,
      plural: `${name}s`,
      route: `/api/v1/${name}s`,
      scope: parts.scope ?? 'tenant',
      tenantParam: 'tenantOid',
      resource: `${name}s`,
      theme: `${name}s`,
      label: 'name',
    },
    'x-search': parts.search,
    'x-unique': parts.unique,
    'x-key': ['name'],
    'x-sort': parts.sort,
    ...(parts.conditions && { 'x-conditions': parts.conditions }),
    required: parts.required,
    properties: { ...parts.properties, updatedAt: { type: 'string', format: 'date-time', readOnly: true, description: 'Last change.' } },
    'x-rules': [],
  }
}

/** Compiles a validator at run time, which only tests may do. */
export function validatorOf(entity: EntitySchema): Validate {
  const ajv = new Ajv2020({ allErrors: true, strict: false, formats })
  const loose = Object.fromEntries(
    Object.entries(entity.properties).map(([name, property]) => [name, property.readOnly === true ? {} : property]),
  )
  const check = ajv.compile({ type: 'object', required: entity.required, properties: { ...loose, revision: {}, can: {} } })
  return (record) => (check(record) ? [] : toRefusals(check.errors, entity))
}

export interface ExampleService {
  database: Database
  app: FastifyInstance
  caller: Caller
  dispose(): Promise<void>
}

const everything: readonly Operation[] = ['list', 'create', 'read', 'update', 'delete', 'manage']

type Schemas = Readonly<Record<string, EntitySchema>>

const schemas = { ...entitySchemas, ...exampleSchemas }

const secretKey = Buffer.alloc(32, 9)

const copyOfExample = copiedDatabases('example', async (url) => {
  const database = await openExample(url)
  await prepare(database)
  await database.close()
})

function openExample(url: string): Promise<Database> {
  return openDatabase({ at: { url }, secretKey })
}

/** Makes an empty database one of the example; does nothing if it is one. */
async function prepare(database: Database, all: Schemas = schemas): Promise<void> {
  await migrate(database, all)
  await ensurePlatform(database, { name: 'Platform', owner: { mail: 'owner@world.test', name: 'Olga Owner' } })
}

/**
 * A service with piers and ships besides tenants. Its caller is the platform owner with every right; the header `x-may` restricts the
 * rights, e.g. `list,read` or `list,read on piers`.
 */
export async function exampleService(place: Place): Promise<ExampleService> {
  const copy = place === 'postgres' ? await copyOfExample() : undefined
  const server = place === 'postgres' && copy === undefined ? await testServer({ distributed: false }) : undefined
  const database =
    place === 'embedded' ? await testDatabase(schemas, secretKey) : await openExample(copy?.url ?? (await server?.createDatabase()) ?? '')
  await prepare(database)
  const dispose = async (): Promise<void> => {
    await database.close()
    await copy?.drop()
    await server?.stop()
  }
  return serviceOn(database, { invented: exampleSchemas, dispose })
}

/** A service on an embedded database with other invented entities in place of piers and ships. */
export async function serviceOf(invented: Schemas): Promise<ExampleService> {
  const all = { ...entitySchemas, ...invented }
  const database = await testDatabase(all, secretKey)
  await prepare(database, all)
  return serviceOn(database, { invented, dispose: () => database.close() })
}

/** The service on a database, as it would start with these entities; `dispose` ends what is below it. */
export async function serviceOn(
  database: Database,
  { invented, dispose }: { invented: Schemas; dispose: () => Promise<void> },
): Promise<ExampleService> {
  const inventedValidators = Object.fromEntries(Object.entries(invented).map(([name, entity]) => [name, validatorOf(entity)]))
  useCatalogue(database, createCatalogue({ ...entitySchemas, ...invented }, { ...validators, ...inventedValidators }))
  const loaded = await loadCaller(database, { mail: 'owner@world.test' })
  if (loaded === undefined) throw new Error('the owner is missing')
  const caller = withRights(loaded.caller, everything)
  const app = await exampleApp(database, loaded.caller)
  return {
    database,
    app,
    caller,
    async dispose() {
      await app.close()
      await dispose()
    },
  }
}

/** The routes of a database's entities, for a caller with every right; the header `x-may` restricts them. */
export async function exampleApp(database: Database, caller: KnownCaller): Promise<FastifyInstance> {
  const app = fastify()
  registerProblems(app)
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    const [operations = '', resource] = String(request.headers['x-may'] ?? everything.join(',')).split(' on ')
    request.caller = { ...caller, ...withRights(caller, operations.split(',') as Operation[], resource) }
  })
  await app.register(entityRoutes(database))
  return app
}

/** The caller with the given rights on every resource, or on one of them only. */
export function withRights(caller: Caller, operations: readonly Operation[], only?: string): Caller {
  const on = (resource: string): readonly Operation[] => (only === undefined || only === resource ? operations : [])
  const rights: Rights = {
    has: (resource, operation) => on(resource).includes(operation),
    pairs: () => [],
    can: (resource) =>
      isResource(resource)
        ? namedRights(resource, (other, operation) => on(other).includes(operation))
        : Object.fromEntries(on(resource).map((operation) => [operation, true])),
    roles: ['sa'],
  }
  return { ...caller, rightsOn: (_tenant: TenantNode) => rights, rightsOnAll: () => rights }
}
