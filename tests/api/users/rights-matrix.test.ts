import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { Can } from '../../../schemas/plan.ts'
import { permissionsOf, roles, type Permission } from '../../../schemas/rights/rights.ts'
import { rightsTable } from '../../../schemas/rights/table.ts'
import type { Role } from '../../../schemas/tenancy.ts'
import type { TenantType } from '../../../schemas/vocabulary/context.ts'
import { actionWrites } from '../../../schemas/rules/actions.ts'
import { parsePointer, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { isImplicit } from '../../../schemas/rights/record-rights.ts'
import { navigationScreens } from '../../../src/screen-addresses.ts'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'
import { inExtent } from '../../support/extent.ts'
import { callsOf } from '../../support/api/entity-calls.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'
import { isCreatable } from '../../support/api/made-by-calls.ts'
import { sampleFileOf } from '../../support/samples/sample-fixtures.ts'
import { candidates, changeOf, sampleRecord } from '../../support/samples/sample-record.ts'
import type { FactId } from '../../proofs/facts.ts'

let world: ApiWorld

const tenants: [name: string, type: TenantType][] = [
  ['platform', 'po'],
  ['vad', 'vad'],
  ['msp', 'msp'],
  ['reseller', 'reseller'],
  ['managed', 'managed_customer'],
  ['diy', 'diy_customer'],
]
const mailOf = (role: Role, tenant: string): string => `${role}.${tenant}@world.test`

/** Screens of commands show no records: the licence suites test them. */
const screens = navigationScreens
  .filter(({ entity }) => entityMeta[entity].command === undefined)
  .map(({ entity }): { name: string; schema: EntitySchema } => ({
    name: entity,
    schema: entitySchemas[entity],
  }))
const writable = screens.filter(({ schema }) => schema['x-entity'].readOnly !== true)

beforeAll(async () => {
  world = await apiWorld('postgres')
  for (const role of roles) for (const [tenant] of tenants) await world.grant(mailOf(role, tenant), world.oid[tenant] ?? '', role)
  for (const { schema } of writable) {
    if (isImplicit(schema['x-entity'])) continue
    if (!isCreatable(schema)) await plantStates(schema)
    else if (schema['x-entity'].parent === undefined)
      for (const customer of ['managed', 'otherCustomer'] as const) await callsOf(world, schema, ['platform', customer]).create()
    else await callsOf(world, schema).create()
  }
})
afterAll(() => world.dispose())

/** A person with one role, who works in the tenant of that role. */
interface Person {
  role: Role
  tenant: string
  type: TenantType
}
const people: Person[] = roles.flatMap((role) => tenants.map(([tenant, type]) => ({ role, tenant, type })))

/** Error keys with which a dry run refuses the item; empty if the service would carry it out. */
async function refusals({ role, tenant }: Person, item: Rec): Promise<string[]> {
  const { status, body } = await world.call('POST', '/api/v1/plans?dryRun=true', {
    as: mailOf(role, tenant),
    body: { items: [item], source: 'editor', tenantOid: world.oid[tenant] },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  if (status === 200 && body['applied'] === true) return []
  const keys = new Set((body.items ?? []).flatMap(({ errors = [] }) => (errors as Rec[]).map(({ key }) => String(key))))
  return keys.size > 0 ? [...keys] : [`status ${status}`]
}

/**
 * Whether the journal may be read, which needs `update`, or the right that the schema names. The journal of licences needs just `read`
 * of customers; the sellers of this world are not in the licensing mode that has such a journal.
 */
function mayReadJournal(
  { 'x-operations': operations, 'x-entity': { resource } }: EntitySchema,
  type: string,
  has: (right: Permission) => boolean,
): boolean {
  const rule = [operations?.journal ?? []].flat()[0]
  const named = Object.keys(rule?.when ?? {}).find((path) => path.startsWith('$can.'))
  if (named !== undefined) return has(`${resource}:${named.slice('$can.'.length)}` as Permission)
  if (rule === undefined || type === 'po') return has(`${resource}:update`)
  return type.endsWith('customer') && has(`${resource}:read`)
}

/** Rights on other resources that the schema requires for creating a record. */
const furtherRights = ({ 'x-operations': operations, 'x-entity': { resource } }: EntitySchema): Permission[] =>
  [operations?.create ?? []].flat().flatMap(({ when }) =>
    Object.keys(when)
      .filter((path) => path.startsWith('$can.'))
      .flatMap((path) => {
        const named = rightsTable.named[resource]?.[path.slice('$can.'.length)]
        return named ? [`${named[0]}:${named[1]}` as const] : []
      }),
  )

const reasonsOf = (decision: Can[string] | undefined): string[] => (typeof decision === 'object' ? [decision.because] : [])

/** Ids of the facts about the rights on each entity. */
const facts: Partial<Record<string, FactId[]>> = {
  partner: ['S0-6.22'],
  customer: ['S0-6.23'],
  'user-role': ['S0-6.24'],
  request: ['S0-6.25'],
  appliance: ['S0-6.26'],
  license: ['S0-6.27'],
  settings: ['S0-6.28'],
  'cloud-security-settings': ['S0-6.29'],
  'edge-box': ['S1-6.1'],
  'tele-engine': ['S1-6.2'],
  'ip-engine': ['S1-6.9'],
  'external-gateway': ['S2-6.1'],
  'firewall-vpn-zone': ['S2-6.2'],
  'application-set': ['S2-6.3'],
  'vpn-zone-policy': ['S2-6.17'],
  'internet-policy': ['S2-6.17'],
}

describe.each(
  inExtent(screens, 'name', [
    'partner',
    'customer',
    'request',
    'license',
    'edge-box',
    'tele-engine',
    'ip-engine',
    'vpn-zone-policy',
    'application-set',
  ]),
)('$name', ({ name, schema }) => {
  const proves = { tags: facts[name] ?? [] }
  const { route, tenantParam = 'tenantOid', theme, resource, scope } = entityMeta[name as keyof typeof entityMeta]
  const headersOf = (tenant: string): Record<string, string> => (scope === 'overlay' ? { 'x-overlay-oid': world.oid[tenant] ?? '' } : {})
  // A singleton is read by the identifier of its tenant.
  const isSingleton = schema['x-entity'].singleton === true
  const hasImplicitRecords = isImplicit(schema['x-entity'])
  const listOf = ({ role, tenant }: Person) =>
    world.call('GET', isSingleton ? `${route}/${world.oid[tenant]}` : `${route}?${tenantParam}=${world.oid[tenant]}&size=100`, {
      as: mailOf(role, tenant),
      headers: headersOf(tenant),
    })

  it('can be listed, and its journal read, by exactly the roles that the rights table names', proves, async () => {
    const actual: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const person of people) {
      const { role, tenant, type } = person
      const who = `${role} of ${tenant}`
      const list = await listOf(person)
      const journal = await world.call('GET', `/journal/api/v1/journal/entries/${world.oid[tenant]}/${theme}?limit=1`, {
        as: mailOf(role, tenant),
      })
      const rights = permissionsOf(role, type)
      actual[who] = { list: list.status === 200, journal: journal.status === 200 }
      expected[who] = {
        list: rights.has(`${resource}:list`),
        journal:
          // Rows of other entities and read-only singletons have no journal of their own.
          schema['x-entity'].rowsOf === undefined &&
          !(isSingleton && schema['x-entity'].readOnly) &&
          mayReadJournal(schema, type, (right) => rights.has(right)),
      }
    }
    expect(actual).toEqual(expected)
  })

  if (isCreatable(schema))
    it('can be created by exactly the roles that the rights table names', proves, async () => {
      const actual: Record<string, boolean> = {}
      const expected: Record<string, boolean> = {}
      for (const person of people) {
        const { role, tenant, type } = person
        actual[`${role} of ${tenant}`] = await mayCreate(person)
        const rights = permissionsOf(role, type)
        expected[`${role} of ${tenant}`] = [`${resource}:create` as const, ...furtherRights(schema)].every((right) => rights.has(right))
      }
      expect(actual).toEqual(expected)
    })

  if (schema['x-entity'].writtenByCommands === true || (isSingleton && schema['x-entity'].readOnly)) return

  it('states for each record which changes the service would carry out, and why it would refuse the others', proves, async () => {
    const covered = new Set<string>()
    for (const person of people) {
      const { body, status } = await listOf(person)
      if (status !== 200) continue
      for (const record of kindsOf(schema, body.data)) {
        const { oid, revision } = record
        const can = record['can'] as Can
        const entity = schema['x-entity'].rowsOf?.entities[String(record[schema['x-entity'].rowsOf.field])] ?? name
        const rowSchema = entitySchemas[entity as keyof typeof entitySchemas] as EntitySchema
        if (schema['x-entity'].rowsOf && entity === name) continue
        const full = await world.call(
          'GET',
          `${rowSchema['x-entity'].route}/${encodeURIComponent(String(oid))}?tenantOid=${world.oid[person.tenant]}`,
          {
            as: mailOf(person.role, person.tenant),
            headers: headersOf(person.tenant),
          },
        )
        const own = isSingleton ? sampleFileOf(name).valid.find((sample) => !JSON.stringify(sample).includes('"@')) : undefined
        const changes = isSingleton ? (own?.record ?? {}) : changesOf(rowSchema, full.body.data[0] ?? record)
        const common = { entity, oid, revision }
        const where = `${person.role} of ${person.tenant}: ${String(record[schema['x-entity'].label])}`
        expect(await refusals(person, { ...common, action: 'update', changes }), where).toEqual(reasonsOf(can['update']))
        if (hasImplicitRecords) expect(can['delete']).toBeUndefined()
        const deleteRefusals = hasImplicitRecords ? [] : await refusals(person, { ...common, action: 'delete' })
        // `can` states rights only: even a record that may be deleted is refused as long as others refer to it.
        expect(
          deleteRefusals.filter((key) => can['delete'] !== true || key !== 'service.record.used'),
          where,
        ).toEqual(reasonsOf(can['delete']))
        // People without the right to delete need not be told that a deletion has to be requested.
        if (reasonsOf(can['delete']).includes('service.because.delete')) expect(can['deleteAsks'], where).toBeUndefined()
        for (const action of Object.keys(rowSchema['x-actions'] ?? {})) {
          const changes = actionWrites(rowSchema, '', action).reduce<Rec>(
            (all, one) => withValueAt(all, parsePointer(one.pointer), one.value),
            {},
          )
          const isSame = Object.entries(changes).every(([name, value]) => record[name] === value)
          if (!isSame)
            expect((await refusals(person, { ...common, action: 'update', changes })).length === 0, `${action}, ${where}`).toBe(
              can[action] === true,
            )
        }
        for (const operation of ['update', 'delete'].filter((name) => can[name] !== undefined))
          covered.add(`${operation} ${can[operation] === true}`)
      }
    }
    const operations = hasImplicitRecords ? ['update'] : ['delete', 'update']
    expect([...covered].toSorted()).toEqual(operations.flatMap((operation) => [`${operation} false`, `${operation} true`]))
  })

  const records = new Map<string, Promise<Rec>>()
  /** A record that may be created in a customer's tenant; dry runs take the same one from everybody. */
  function recordIn(customer: 'managed' | 'diy'): Promise<Rec> {
    const record = records.get(customer) ?? callsOf(world, schema, ['platform', customer]).validRecord()
    records.set(customer, record)
    return record
  }

  /** Whether some record may be created from the person's tenant, in it or directly below. */
  async function mayCreate(person: Person): Promise<boolean> {
    const { parent } = schema['x-entity']
    if (parent === undefined)
      return (await refusals(person, { entity: name, action: 'create', changes: await recordIn(customerOf(person)) })).length === 0
    const types = schema.properties[parent]?.['x-ref']?.where?.['type']
    const above = tenants.filter(([, type]) => types === undefined || types.includes(type)).map(([tenant]) => world.oid[tenant])
    for (const parentOid of above) {
      for (const candidate of candidates(schema, { ...sampleRecord(schema, `m${person.role}`), [parent]: parentOid })) {
        const changes = Object.fromEntries(
          Object.entries(candidate).filter(([field]) => field === parent || field === 'type' || schema.required?.includes(field)),
        )
        if ((await refusals(person, { entity: name, action: 'create', changes })).length === 0) return true
      }
    }
    return false
  }
})

function changesOf(schema: EntitySchema, record: Rec): Rec {
  const [field, value] = changeOf(schema, record)
  return withValueAt({}, field.split('/'), value)
}

const customerOf = ({ tenant }: Person): 'managed' | 'diy' => (tenant === 'diy' ? 'diy' : 'managed')

/** Plants records of an entity that no call creates, at a service provider: the first valid sample once per condition of a tab. */
async function plantStates(schema: EntitySchema): Promise<void> {
  const [sample] = sampleFileOf(schema.$id).valid
  for (const condition of Object.values(schema['x-conditions'] ?? {}))
    await plantRecord(world.database, {
      table: schema.$id,
      overlayOid: world.oid['msp'] ?? '',
      data: { ...sample?.record, ...condition } as Rec,
    })
}

/** One record for each distinct combination of `can` and values of short enums, such as states. */
function kindsOf(schema: EntitySchema, records: readonly Rec[]): Rec[] {
  const fields = Object.entries(schema.properties).flatMap(([field, { enum: options }]) => (options && options.length < 9 ? [field] : []))
  return [...new Map(records.map((record) => [JSON.stringify([record['can'], fields.map((field) => record[field])]), record])).values()]
}
