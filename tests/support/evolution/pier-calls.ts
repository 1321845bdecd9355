import { expect } from 'vitest'
import { createDataSource } from '../../../src/http/data-source.ts'
import type { HttpClient, RequestOptions } from '../../../src/http/client.ts'
import type { DataSource } from '../../../renderer/data/data-source.ts'
import type { JournalEntry, Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Version } from '../api/evolving-service.ts'

/** Rows of one call. */
const PART = 1_000

/** Calls of one version about piers, each answered without a refusal. */
export interface PierCalls {
  version: Version
  /** The port that the console reads by. */
  source: DataSource
  /** Creates or changes records in parts; answers them in order. */
  send(method: 'POST' | 'PATCH', tenantOid: string, data: readonly Rec[]): Promise<Rec[]>
  /** Every record of all tenants. */
  readAll(): Promise<Map<string, ServedRecord>>
  read(oid: string): Promise<Rec>
  remove(tenantOid: string, oid: string): Promise<void>
  dryRun(plan: Plan): Promise<PlanResult>
  /** Entries of the journal of piers, the oldest first. */
  journal(tenantOid: string, query: string): Promise<JournalEntry[]>
  takeBack(entry: JournalEntry): Promise<void>
}

interface Answered {
  data: Rec[]
  meta?: { next?: string }
}

/** The calls of a version. */
export function pierCalls(version: Version): PierCalls {
  const { route } = version.schema['x-entity']
  const call = async <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object): Promise<T> => {
    const answer = await version.app.inject({ method, url, ...(body && { payload: body }) })
    expect(answer.statusCode, `${method} ${url}: ${answer.body.slice(0, 1000)}`).toBeLessThan(300)
    return answer.json<T>()
  }
  return {
    version,
    source: createDataSource(
      clientOf(call),
      { api: '/api/v1', journal: '/journal/api/v1' } as Parameters<typeof createDataSource>[1],
      () => version.schema['x-entity'],
    ),
    async send(method, tenantOid, data) {
      const found: Rec[] = []
      for (let from = 0; from < data.length; from += PART) {
        const part = { data: data.slice(from, from + PART) }
        found.push(...(await call<Answered>(method, `${route}?tenantOid=${tenantOid}`, part)).data)
      }
      return found
    },
    async readAll() {
      const found = new Map<string, ServedRecord>()
      for (let after: string | undefined = ''; after !== undefined;) {
        const { data, meta }: Answered = await call<Answered>('GET', `${route}?size=${PART}&after=${after}`)
        for (const one of data) found.set(String(one['oid']), one as ServedRecord)
        after = meta?.next
      }
      return found
    },
    read: async (oid) => (await call<Answered>('GET', `${route}/${oid}`)).data[0] ?? {},
    remove: (tenantOid, oid) => call('DELETE', `${route}/${oid}?tenantOid=${tenantOid}&revision=1`),
    dryRun: (plan) => call('POST', '/api/v1/plans?dryRun=true', plan),
    journal: async (tenantOid, query) => {
      const { data } = await call<Answered>('GET', `/journal/api/v1/journal/entries/${tenantOid}/Piers?sort=creationDate&${query}`)
      return data as unknown as JournalEntry[]
    },
    takeBack: ({ id, tenant }) => call('POST', `/journal/api/v1/journal/entries/${tenant.oid}/Piers/${id}/restore`, {}),
  }
}

/** The console's client on the routes of a version. */
function clientOf(call: <T>(method: 'GET', url: string) => Promise<T>): HttpClient {
  const request = (_method: string, path: string, { query = {} }: RequestOptions = {}): Promise<unknown> => {
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    return call('GET', `${path}?${new URLSearchParams(given).toString()}`)
  }
  return { request } as unknown as HttpClient
}
