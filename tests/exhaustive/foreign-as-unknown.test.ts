import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueOf } from '../../server/entities/model/catalogue.ts'
import { apiWorld, type ApiWorld } from '../support/api/api-world.ts'
import { foreignCalls, type Families, type ForeignCall } from '../support/api/foreign-calls.ts'
import { plantRecord } from '../support/api/live-boxes.ts'
import { wholeService, type WholeService } from '../support/api/whole-service.ts'

const MSP = 'msp@world.test'

/** What a caller is told, and the statements that it took. */
interface Outcome {
  answer: unknown[]
  work: string[]
}

describe('an identifier of somebody else', () => {
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

  const familiesOf = (foreign: string, foreignAction: string): Families => ({
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
    'is answered as one that never was, by every call that takes one, with the same work of the database',
    { tags: ['H-7.8'] },
    async () => {
      const token = await service.token(MSP)
      const statements: string[] = []
      const stopWatching = world.database.onStatement((text) => statements.push(text))
      const send = async ({ method, url, headers, payload }: ForeignCall, known: readonly string[]): Promise<Outcome> => {
        statements.length = 0
        const answer = await service.app.inject({
          method: method as 'GET',
          url,
          headers: { ...headers, authorization: `Bearer ${token}` },
          ...(payload !== undefined && { payload: payload as object }),
        })
        const body = known.reduce((text, oid) => text.replaceAll(oid, '<asked>'), answer.body)
        // Actions and times are new with every call.
        const plain = body
          .replaceAll(/"(?:requestId|actionId)":"[^"]*"/g, '""')
          .replaceAll(/under request [\w-]+/g, '')
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
          // The end of a ticket: when it expires, in seconds, and the seal over that.
          .replaceAll(/~\d{10}~[\w-]+/g, '~<time>')
        const work = statements.map((text) => known.reduce((shown, oid) => shown.replaceAll(oid, '<asked>'), text))
        return { answer: [answer.statusCode, answer.headers['content-type'], plain], work }
      }
      const action = await actionOf(world.oid['otherMsp'] ?? '')
      // Who calls is read once, and remembered then.
      await send({ method: 'GET', url: '/api/v1/profile' }, [])
      const differing: unknown[] = []
      const differingWork: unknown[] = []
      let compared = 0
      for (const foreign of await foreignOids()) {
        const [unknown, noAction] = [uuid(), uuid()]
        for (const route of service.guarded) {
          const theirs = foreignCalls(route, catalogueOf(world.database), familiesOf(foreign, action))
          const nobodys = foreignCalls(route, catalogueOf(world.database), familiesOf(unknown, noAction))
          for (const [index, call] of theirs.entries()) {
            const other = nobodys[index]
            const isNamed = JSON.stringify(call).includes(foreign) || JSON.stringify(call).includes(action)
            if (other === undefined || !isNamed) continue
            const [one, two] = [await send(call, [foreign, action]), await send(other, [unknown, noAction])]
            compared += 1
            if (JSON.stringify(one.answer) !== JSON.stringify(two.answer)) differing.push({ call, one: one.answer, two: two.answer })
            // As many statements, and the same ones: what is done for an answer takes time, which tells, too.
            if (JSON.stringify(one.work) !== JSON.stringify(two.work)) differingWork.push({ call, one: one.work, two: two.work })
          }
        }
      }
      stopWatching()
      expect(compared).toBeGreaterThan(200)
      expect(differing.slice(0, 10)).toEqual([])
      expect(differingWork.slice(0, 10)).toEqual([])
    },
  )
})
