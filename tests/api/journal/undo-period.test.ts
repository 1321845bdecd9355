import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { apiWorld, OWNER, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'

const BASE = '/journal/api/v1/journal/entries'
const ANN = 'ann@world.test'
const BEN = 'ben@world.test'

describe.each(places)('undoing what a person did in a period, on %s', (place) => {
  let world: ApiWorld
  let msp = ''
  beforeAll(async () => {
    world = await apiWorld(place)
    msp = String(world.oid['msp'])
    for (const mail of [ANN, BEN]) await world.grant(mail, msp, 'admin')
  })
  afterAll(() => world.dispose())

  const create = async (name: string, as: string): Promise<string> => {
    const data = [{ parentOid: msp, name, type: 'diy_customer', contactName: 'C', contactEmail: `${name}@world.test` }]
    return String((await world.call('POST', '/api/v1/customers', { as, body: { data } })).body.data[0]?.['oid'])
  }
  const one = async (oid: string): Promise<Rec> => (await world.call('GET', `/api/v1/customers/${oid}`)).body.data[0] ?? {}
  const change = async (oid: string, fields: Rec, as: string): Promise<number> => {
    const { revision } = await one(oid)
    return (await world.call('PUT', '/api/v1/customers', { as, body: { data: [{ oid, revision, ...fields }] } })).status
  }
  const remove = async (oid: string, as: string): Promise<number> => {
    const { revision } = await one(oid)
    return (await world.call('DELETE', '/api/v1/customers', { as, body: { data: [{ oid, revision }] } })).status
  }
  /** From now on, of a person. */
  async function periodOf(mail: string): Promise<string> {
    const { oid } = await world.caller(mail)
    // Entries count milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 5))
    return `principal.oid=="${oid}";creationDate=ge=${new Date().toISOString()}`
  }
  const undo = (filter: string, { query = '', as = OWNER, headers = {} } = {}): Promise<Answer> =>
    world.call('POST', `${BASE}/${msp}/undo?entity=customer&filter=${encodeURIComponent(filter)}${query}`, { as, headers })

  it('gives every record its earlier state in one plan, newest first, and tells beforehand what becomes of each', async () => {
    const [changed, deleted] = [await create('Alder', OWNER), await create('Ash', OWNER)]
    const before = await one(changed)
    const filter = await periodOf(ANN)
    const made = await create('Aspen', ANN)
    const statuses = [
      await change(changed, { contactName: 'Second' }, ANN),
      await change(changed, { contactName: 'Third', contactDetails: 'new' }, ANN),
      await change(made, { contactName: 'Second' }, ANN),
      await change(deleted, { contactName: 'Before the end' }, ANN),
      await remove(deleted, ANN),
    ]
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    const dry = await undo(filter, { query: '&dryRun=true' })
    expect(dry).toMatchObject({ status: 200, body: { applied: true, dryRun: true, counts: { refused: 0 }, stays: [] } })
    expect((dry.body['about'] as Rec[]).map(({ action, subject }) => [action, (subject as Rec)['name']])).toEqual([
      ['create', 'Ash'],
      // Its administrator, whom the tenant took with it.
      ['create', 'C'],
      ['delete', 'Aspen'],
      ['update', 'Alder'],
    ])
    expect(await one(changed)).toMatchObject({ contactName: 'Third' })
    const done = await undo(filter)
    expect(done).toMatchObject({ status: 200, body: { applied: true, stays: [] } })
    const after = await one(changed)
    expect([after['contactName'], after['contactDetails'] ?? null]).toEqual([before['contactName'], before['contactDetails'] ?? null])
    expect(await one(deleted)).toMatchObject({ name: 'Ash', contactName: 'C' })
    expect((await world.call('GET', `/api/v1/customers/${made}`)).status).toBe(404)
    const { body } = await world.call('GET', `${BASE}/${msp}?filter=actionId=="${String(done.body['actionId'])}"&limit=100`)
    expect(new Set(body.data.map(({ source }) => source))).toEqual(new Set(['restore']))
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  it('keeps later changes of others, lists them, and undoes the rest', async () => {
    const [both, mine] = [await create('Beech', OWNER), await create('Birch', OWNER)]
    const filter = await periodOf(ANN)
    const made = await create('Box', ANN)
    await change(both, { contactName: 'Ann', contactDetails: 'of Ann' }, ANN)
    await change(both, { apoDomain: 'ann' }, ANN)
    await change(mine, { contactName: 'Ann' }, ANN)
    await change(both, { contactName: 'Ben' }, BEN)
    await change(made, { contactName: 'Ben' }, BEN)
    const expected = [
      { subject: { oid: both }, errors: [{ key: 'service.restore.changedSince', params: { field: 'contactName' } }] },
      { subject: { oid: made }, errors: [{ key: 'service.restore.changedSince', params: { field: 'name' } }] },
    ]
    expect((await undo(filter, { query: '&dryRun=true' })).body['stays']).toMatchObject(expected)
    const done = await undo(filter)
    expect(done).toMatchObject({ status: 200, body: { applied: true, stays: expected } })
    expect(await one(both)).toMatchObject({ contactName: 'Ben', contactDetails: 'of Ann' })
    expect(await one(mine)).toMatchObject({ contactName: 'C' })
    expect(await one(made)).toMatchObject({ contactName: 'Ben' })
  })

  it('leaves out what a rule does not let be undone, and applies the rest', async () => {
    const [taken, other] = [await create('Cedar', OWNER), await create('Cherry', OWNER)]
    const filter = await periodOf(ANN)
    await change(taken, { name: 'Cypress' }, ANN)
    await change(other, { contactName: 'Ann' }, ANN)
    await create('Cedar', BEN)
    const done = await undo(filter)
    expect(done).toMatchObject({ status: 200, body: { applied: true, counts: { applied: 1 }, stays: [{ subject: { oid: taken } }] } })
    expect(await one(taken)).toMatchObject({ name: 'Cypress' })
    expect(await one(other)).toMatchObject({ contactName: 'C' })
  })

  it('answers a repeated call like the first, and does nothing a second time', async () => {
    const oid = await create('Elm', OWNER)
    const filter = await periodOf(ANN)
    await change(oid, { contactName: 'Ann' }, ANN)
    const headers = { 'idempotency-key': 'period-once' }
    const first = await undo(filter, { headers })
    expect(first).toMatchObject({ status: 200, body: { counts: { applied: 1 } } })
    expect((await undo(filter, { headers })).body).toEqual(first.body)
    expect(await one(oid)).toMatchObject({ contactName: 'C', revision: 3 })
    expect((await undo(filter)).body).toMatchObject({ counts: { applied: 0 }, stays: [{ subject: { oid } }] })
  })

  it('needs the rights of the journal and of each change, and a filter', async () => {
    const filter = await periodOf(ANN)
    await world.grant('watcher@world.test', msp, 'viewer')
    expect((await undo(filter, { as: 'watcher@world.test' })).status).toBe(403)
    expect((await undo(filter, { as: 'otherMsp@world.test' })).status).toBe(404)
    expect((await world.call('POST', `${BASE}/${msp}/undo`)).status).toBe(400)
    expect((await undo('nonsense==1')).status).toBe(400)
  })
})
