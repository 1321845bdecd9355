import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'
import { foreignCalls, type OwnAndForeign, type ForeignCall } from '../../support/api/foreign-calls.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const MSP = 'msp@world.test'

/** The response to a call, and the SQL statements that it took. */
interface Outcome {
  response: unknown[]
  statements: string[]
}

describe('an identifier of a foreign record', () => {
  let world: ApiWorld
  let service: WholeService
  beforeAll(async () => {
    world = await apiWorld('postgres')
    service = await wholeService(world.database)
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  const familiesOf = (foreign: string, foreignAction: string): OwnAndForeign => ({
    own: world.oid['msp'] ?? '',
    ownRecord: { oid: world.oid['managed'] ?? '', entity: 'customer' },
    foreign: [foreign],
    foreignAction,
  })

  async function actionOf(tenantOid: string): Promise<string> {
    const body = { data: [{ oid: world.oid['otherCustomer'], revision: 1, contactName: 'Known' }] }
    await world.call('PUT', '/api/v1/customers', { body })
    const journal = await world.call('GET', `/journal/api/v1/journal/entries/${tenantOid}/Customers`)
    return String(journal.body.data[0]?.['actionId'])
  }

  /** A tenant of another family, and a record in its overlay. */
  async function foreignOids(): Promise<string[]> {
    const overlayOid = world.oid['otherCustomer'] ?? ''
    return [overlayOid, await plantRecord(world.database, { table: 'site', overlayOid, data: { name: 'Known' } })]
  }

  it(
    'gets the same response as an unknown one from every call that takes one, after the same SQL statements',
    { tags: ['H-7.8'] },
    async () => {
      const token = await service.token(MSP)
      const executed: string[] = []
      const stopWatching = world.database.onStatement((text) => executed.push(text))
      const send = async ({ method, url, headers, payload }: ForeignCall, known: readonly string[]): Promise<Outcome> => {
        executed.length = 0
        const response = await service.app.inject({
          method: method as 'GET',
          url,
          headers: { ...headers, authorization: `Bearer ${token}` },
          ...(payload !== undefined && { payload: payload as object }),
        })
        const body = known.reduce((text, oid) => text.replaceAll(oid, '<oid>'), response.body)
        // Actions and times are new with every call.
        const plain = body
          .replaceAll(/"(?:requestId|actionId)":"[^"]*"/g, '""')
          .replaceAll(/under request [\w-]+/g, '')
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
          // The end of a ticket: its expiry in seconds, and the seal over it.
          .replaceAll(/~\d{10}~[\w-]+/g, '~<time>')
        const statements = executed.map((text) => known.reduce((shown, oid) => shown.replaceAll(oid, '<oid>'), text))
        return { response: [response.statusCode, response.headers['content-type'], plain], statements }
      }
      const action = await actionOf(world.oid['otherMsp'] ?? '')
      // The caller is read once and then cached.
      await send({ method: 'GET', url: '/api/v1/profile' }, [])
      const differingResponses: unknown[] = []
      const differingStatements: unknown[] = []
      let compared = 0
      for (const foreign of await foreignOids()) {
        const [unknown, noAction] = [uuid(), uuid()]
        for (const route of service.guarded) {
          const callsWithForeign = foreignCalls(route, catalogueOf(world.database), familiesOf(foreign, action))
          const callsWithUnknown = foreignCalls(route, catalogueOf(world.database), familiesOf(unknown, noAction))
          for (const [index, call] of callsWithForeign.entries()) {
            const unknownCall = callsWithUnknown[index]
            const isNamed = JSON.stringify(call).includes(foreign) || JSON.stringify(call).includes(action)
            if (unknownCall === undefined || !isNamed) continue
            const [ofForeign, ofUnknown] = [await send(call, [foreign, action]), await send(unknownCall, [unknown, noAction])]
            compared += 1
            if (JSON.stringify(ofForeign.response) !== JSON.stringify(ofUnknown.response))
              differingResponses.push({ call, ofForeign: ofForeign.response, ofUnknown: ofUnknown.response })
            // Other statements would take another time, which would give the difference away.
            if (JSON.stringify(ofForeign.statements) !== JSON.stringify(ofUnknown.statements))
              differingStatements.push({ call, ofForeign: ofForeign.statements, ofUnknown: ofUnknown.statements })
          }
        }
      }
      stopWatching()
      expect(compared).toBeGreaterThan(200)
      expect(differingResponses.slice(0, 10)).toEqual([])
      expect(differingStatements.slice(0, 10)).toEqual([])
    },
  )
})
