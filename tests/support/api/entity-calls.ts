import { expect } from 'vitest'
import { operationsOn } from '../../../schemas/rights/rights.ts'
import { rightsTable } from '../../../schemas/rights/table.ts'
import { expandSamples } from '../../../schemas/rules/checks/whole-samples.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { Answer, ApiWorld } from './api-world.ts'
import { distinct, plantReferences, sampleFileOf } from '../samples/sample-fixtures.ts'
import { candidates, readablePart, sampleRecord } from '../samples/sample-record.ts'

/** API calls for one entity, in a tenant where its resource is available: the top tenant if possible, else a customer. */
export interface EntityCalls {
  /** The tenant of records that name no tenant themselves. */
  tenantOid: string
  headers: Record<string, string>
  /** URL of the collection, with the tenant parameter that the call needs. */
  collectionUrl(...query: string[]): string
  list(...query: string[]): Promise<Answer>
  read(oid: unknown): Promise<Answer>
  send(method: string, data: Rec[], ...query: string[]): Promise<Answer>
  /**
   * A record that the service accepts: generated with the first parent tenant and options that the rules allow. If rules require a
   * combination of values, it is the entity's valid sample with the most data.
   */
  validRecord(): Promise<Rec>
  /** Creates a record from `validRecord`, and expects it to hold what was sent. */
  create(): Promise<Rec>
}

/** Matches an identifier of the service; that of a role, which is its person and its tenant, too. */
export const UUID_V7: unknown = expect.stringMatching(/-7[\da-f]{3}-[89ab]/)

let counter = 0

/** Tenants in which entities are tried: one that has several customers, and one of those customers. */
type Family = readonly [top: 'platform' | 'msp' | 'otherMsp', customer: 'managed' | 'diy' | 'otherCustomer']

/** API calls for an entity as the platform owner, for the suites over every schema. */
export function callsOf(world: ApiWorld, schema: EntitySchema, [top, customer]: Family = ['platform', 'managed']): EntityCalls {
  const { name, route, scope, parent, resource } = schema['x-entity']
  const isAvailableAtTop = scope !== 'overlay' && operationsOn(resource, top === 'platform' ? 'po' : 'msp').includes('read')
  const tenantOid = world.oid[isAvailableAtTop ? top : customer] ?? ''
  const headers: Record<string, string> = scope === 'overlay' ? { 'x-overlay-oid': tenantOid } : {}
  const isListedEverywhere = parent !== undefined && Object.values(rightsTable.everyTenant).includes(resource)
  const context = scope === 'tenant' && !isListedEverywhere ? [`tenantOid=${tenantOid}`] : []
  const collectionUrl = (...query: string[]): string => [route, [...context, ...query].join('&')].filter((part) => part !== '').join('?')
  const send = (method: string, data: Rec[], ...query: string[]): Promise<Answer> =>
    world.call(method, collectionUrl(...query), { body: { data }, headers })

  const parents = parent === undefined ? [undefined] : [...new Set([world.oid[top], world.oid['vad'], world.oid['msp']])]
  const dryRun = async (record: Rec): Promise<Answer> => send('POST', [record], 'dryRun=true')
  let usesSample = false

  async function validRecord(): Promise<Rec> {
    const seed = `s${++counter}`
    if (usesSample) return fullestSample(world, { schema, tenantOid, seed })
    const record = sampleRecord(schema, seed)
    let last: Answer | undefined
    for (const parentOid of parents)
      for (const candidate of candidates(schema, parentOid === undefined ? record : { ...record, [parent ?? '']: parentOid })) {
        last = await dryRun(candidate)
        if (last.status === 201) return candidate
      }
    if (scope === 'overlay') {
      const sample = await fullestSample(world, { schema, tenantOid, seed })
      last = await dryRun(sample)
      usesSample = last.status === 201
      if (usesSample) return sample
    }
    throw new Error(`no sample of ${name} is accepted; the last answer was ${JSON.stringify(last?.body)}`)
  }

  return {
    tenantOid,
    headers,
    collectionUrl,
    list: (...query) => world.call('GET', collectionUrl(...query), { headers }),
    read: (oid) => world.call('GET', `${route}/${encodeURIComponent(String(oid))}`, { headers }),
    send,
    validRecord,
    async create() {
      const sent = await validRecord()
      const { status, body } = await send('POST', [sent])
      const [record] = body.data ?? []
      if (status !== 201 || record === undefined) throw new Error(`no ${name} was created: ${JSON.stringify(body)}`)
      expect(record).toMatchObject(readablePart(schema, sent))
      return record
    },
  }
}

/** The largest valid sample, with new records for its references and with unique values in its unique fields. */
async function fullestSample(
  world: ApiWorld,
  { schema, tenantOid, seed }: { schema: EntitySchema; tenantOid: string; seed: string },
): Promise<Rec> {
  const file = sampleFileOf(schema['x-entity'].name)
  const oids = await plantReferences(world, file, { overlayOid: tenantOid, suffix: `-${seed}` })
  const records = expandSamples(file, oids).valid.flatMap(({ record, context }) => (context === undefined ? [record] : []))
  const [fullest] = records.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)
  if (fullest === undefined) throw new Error(`${schema.$id} has no valid sample`)
  return distinct(schema, fullest, `-${seed}`)
}
