import { operationsOn } from '../../schemas/rights/rights.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { Answer, ApiWorld } from './api-world.ts'
import { candidates, sampleRecord } from './sample-record.ts'

/** The calls of one entity, in the tenant where its resource is open: at the top where it is open there, else at a customer. */
export interface EntityCalls {
  /** Where records live that name no tenant themselves. */
  tenantOid: string
  headers: Record<string, string>
  /** Address of the collection, with the tenant that the call needs. */
  at(...query: string[]): string
  list(...query: string[]): Promise<Answer>
  one(oid: unknown): Promise<Answer>
  send(method: string, data: Rec[], ...query: string[]): Promise<Answer>
  /** A record that the service accepts: of the tenants and options that rules limit, the first that does. */
  accepted(): Promise<Rec>
  /** A new record. */
  created(): Promise<Rec>
}

let counter = 0

/** Tenants of the world in which entities are tried: one of several customers, and one of the customers. */
type Family = readonly [top: 'platform' | 'msp' | 'otherMsp', customer: 'managed' | 'otherCustomer']

/** How the suites over every schema call an entity, as the platform owner. */
export function callsOf(world: ApiWorld, schema: EntitySchema, [top, customer]: Family = ['platform', 'managed']): EntityCalls {
  const { name, route, scope, parent, resource } = schema['x-entity']
  const isOpenOnTop = scope !== 'overlay' && operationsOn(resource, top === 'platform' ? 'po' : 'msp').includes('read')
  const tenantOid = world.oid[isOpenOnTop ? top : customer] ?? ''
  const headers: Record<string, string> = scope === 'overlay' ? { 'x-overlay-oid': tenantOid } : {}
  const context = scope === 'tenant' && parent === undefined ? [`tenantOid=${tenantOid}`] : []
  const at = (...query: string[]): string => [route, [...context, ...query].join('&')].filter((part) => part !== '').join('?')
  const send = (method: string, data: Rec[], ...query: string[]): Promise<Answer> =>
    world.call(method, at(...query), { body: { data }, headers })

  async function accepted(): Promise<Rec> {
    const record = sampleRecord(schema, `s${++counter}`)
    const parents = parent === undefined ? [undefined] : ['platform', world.oid['vad'], world.oid['msp']]
    let last: Answer | undefined
    for (const above of parents)
      for (const candidate of candidates(schema, above === undefined ? record : { ...record, [parent ?? '']: above })) {
        last = await send('POST', [candidate], 'dryRun=true')
        if (last.status === 201) return candidate
      }
    throw new Error(`no sample of ${name} is accepted; the last answer was ${JSON.stringify(last?.body)}`)
  }

  return {
    tenantOid,
    headers,
    at,
    list: (...query) => world.call('GET', at(...query), { headers }),
    one: (oid) => world.call('GET', `${route}/${String(oid)}`, { headers }),
    send,
    accepted,
    async created() {
      const { status, body } = await send('POST', [await accepted()])
      const [record] = body.data ?? []
      if (status !== 201 || record === undefined) throw new Error(`no ${name} was created: ${JSON.stringify(body)}`)
      return record
    },
  }
}
