import { operationsOn } from '../../../schemas/rights/rights.ts'
import { rightsTable } from '../../../schemas/rights/table.ts'
import { expandSamples } from '../../../schemas/rules/checks/whole-samples.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { Answer, ApiWorld } from './api-world.ts'
import { distinct, plantReferences, sampleFileOf } from '../samples/sample-fixtures.ts'
import { candidates, sampleRecord } from '../samples/sample-record.ts'

/** The calls of one entity, in the tenant where its resource is open: at the top where it is open there, else at a customer. */
export interface EntityCalls {
  /** Where records live that name no tenant themselves. */
  tenantOid: string
  headers: Record<string, string>
  /** Address of the collection, with the tenant that the call needs. */
  collectionUrl(...query: string[]): string
  list(...query: string[]): Promise<Answer>
  read(oid: unknown): Promise<Answer>
  send(method: string, data: Rec[], ...query: string[]): Promise<Answer>
  /**
   * A record that the service accepts: of the tenants and options that rules limit, the first that does. Where rules want values that
   * belong together, it is the fullest valid sample of the entity.
   */
  validRecord(): Promise<Rec>
  /** A new record. */
  create(): Promise<Rec>
}

let counter = 0

/** Tenants of the world in which entities are tried: one of several customers, and one of the customers. */
type Family = readonly [top: 'platform' | 'msp' | 'otherMsp', customer: 'managed' | 'diy' | 'otherCustomer']

/** How the suites over every schema call an entity, as the platform owner. */
export function callsOf(world: ApiWorld, schema: EntitySchema, [top, customer]: Family = ['platform', 'managed']): EntityCalls {
  const { name, route, scope, parent, resource } = schema['x-entity']
  const isOpenOnTop = scope !== 'overlay' && operationsOn(resource, top === 'platform' ? 'po' : 'msp').includes('read')
  const tenantOid = world.oid[isOpenOnTop ? top : customer] ?? ''
  const headers: Record<string, string> = scope === 'overlay' ? { 'x-overlay-oid': tenantOid } : {}
  const isListedEverywhere = parent !== undefined && Object.values(rightsTable.everyTenant).includes(resource)
  const context = scope === 'tenant' && !isListedEverywhere ? [`tenantOid=${tenantOid}`] : []
  const collectionUrl = (...query: string[]): string => [route, [...context, ...query].join('&')].filter((part) => part !== '').join('?')
  const send = (method: string, data: Rec[], ...query: string[]): Promise<Answer> =>
    world.call(method, collectionUrl(...query), { body: { data }, headers })

  const parents = parent === undefined ? [undefined] : [...new Set([world.oid[top], world.oid['vad'], world.oid['msp']])]
  const isAccepted = async (record: Rec): Promise<Answer> => send('POST', [record], 'dryRun=true')
  let isSampled = false

  async function validRecord(): Promise<Rec> {
    const seed = `s${++counter}`
    if (isSampled) return fullestSample(world, { schema, tenantOid, seed })
    const record = sampleRecord(schema, seed)
    let last: Answer | undefined
    for (const above of parents)
      for (const candidate of candidates(schema, above === undefined ? record : { ...record, [parent ?? '']: above })) {
        last = await isAccepted(candidate)
        if (last.status === 201) return candidate
      }
    if (scope === 'overlay') {
      const sample = await fullestSample(world, { schema, tenantOid, seed })
      last = await isAccepted(sample)
      isSampled = last.status === 201
      if (isSampled) return sample
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
      const { status, body } = await send('POST', [await validRecord()])
      const [record] = body.data ?? []
      if (status !== 201 || record === undefined) throw new Error(`no ${name} was created: ${JSON.stringify(body)}`)
      return record
    },
  }
}

/** The valid sample that holds most, with records of its own to refer to, and other values where no two records may have the same. */
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
