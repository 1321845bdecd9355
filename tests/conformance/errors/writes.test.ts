import { describe, expect, it } from 'vitest'
import { refusedLines } from '../../../renderer/record-actions/chosen-rows.ts'
import { loadSchema } from '../../../schemas/generated/load-schema.ts'
import type { PlanItem } from '../../../schemas/plan.ts'
import { hasTestText, testText } from '../../support/editor/texts.ts'
import type { Item } from '../client/http.ts'
import { OIDS } from '../platform/fixtures/tenants.ts'
import { consoleCalls, failureOf, shownOf } from './console-calls.ts'

const calls = consoleCalls()
const host = { t: testText, hasText: hasTestText }
const customers = '/api/v1/customers'
const zones = '/api/v1/firewall/vpn/zones'
const syslog = '/api/v1/syslogServer'

const send = (items: PlanItem[], tenantOid = 'platform') =>
  calls.source.plan({ items, source: 'bulk', tenantOid }, { idempotencyKey: crypto.randomUUID() })
const rename = (oid: string, name: string): PlanItem => ({ entity: 'customer', action: 'update', oid, revision: 0, changes: { name } })
const newZones = ['Quay', 'Mole', 'Pier'].map((name, index): PlanItem => ({
  entity: 'firewall-vpn-zone',
  action: 'create',
  changes: { name, identifier: name, priority: 900 + index },
}))
const namesOf = async (entity: string, tenantOid: string): Promise<unknown[]> =>
  (await calls.source.list(entity, { tenantOid, page: 1, size: 200 })).data.map(({ name }) => name)

describe('rows that one call changes together', () => {
  const both = [rename(OIDS.managed, 'Lamp Hotels'), rename(OIDS.secondManaged, 'Basalt Logistics')]
  const names = ['Lighthouse Hotels', 'Granite Logistics']
  const said = async (fault: Item): Promise<string[]> => {
    await calls.platform.fail({ path: customers, method: 'PUT', times: 99, ...fault })
    const error = await failureOf(send(both))
    expect(await calls.received('PUT', customers)).toHaveLength(1)
    return refusedLines(host, { schema: await loadSchema('customer'), error, names })
  }

  it('name the row of an error with status 200, and stay as they were', { tags: ['S0-7.8', 'S0-8.4', 'S0-8.5'] }, async () => {
    const errors = [{ pointer: '/data/1/name', message: 'Name is taken.' }]
    expect(await said({ status: 200, body: { data: [], errors } })).toEqual(['Granite Logistics – Name is taken.'])
    expect(await namesOf('customer', 'platform')).toEqual(expect.arrayContaining(names))
  })

  it('are reported as a whole where errors name no row', { tags: ['S0-8.1', 'S0-8.4', 'S0-8.5'] }, async () => {
    expect(await said({ status: 200, body: { errors: ['Not today.', { message: 'Nor tomorrow.' }] } })).toEqual([
      'Not today.',
      'Nor tomorrow.',
    ])
  })

  it('keep the names of their rows beside the sentence about the whole', { tags: ['S0-8.1'] }, async () => {
    const errors = [{ pointer: '/data/0', message: 'Frozen.' }, 'Two rows.']
    expect(await said({ status: 400, body: { detail: 'Nothing was changed.', errors } })).toEqual([
      'Lighthouse Hotels – Frozen.',
      'Nothing was changed.',
    ])
  })
})

describe('changes that take a call each', () => {
  it.each([
    ['refused with a detail', { status: 403, shape: 'detail', messages: ['No rights.'] }, ['No rights.']],
    ['refused with errors', { status: 400, shape: 'texts', messages: ['One.', 'Two.'] }, ['One.', 'Two.']],
    ['refused with status 200', { status: 200, body: { errors: ['One.'] } }, ['One.']],
    ['refused without a reason', { status: 500, shape: 'html' }, ['Unknown error']],
    ['left without an answer', { close: 'before' }, ['The service did not answer. Please try again.']],
    ['answered by a page', { status: 200, shape: 'html' }, ['Unknown error']],
  ] as [string, Item, string[]][])(
    'tell how many were made before one is %s',
    { tags: ['S0-8.1', 'S2-8.1'] },
    async (_about, fault, shown) => {
      const before = await namesOf('firewall-vpn-zone', OIDS.managed)
      calls.afterWrites(2, () => calls.platform.fail({ path: zones, method: 'POST', times: 99, ...fault }))
      const error = await failureOf(send(newZones, OIDS.managed))
      expect(shownOf(error)).toEqual(['2 of 3 changes were made before.', ...shown])
      expect(await namesOf('firewall-vpn-zone', OIDS.managed)).toEqual(expect.arrayContaining([...before, 'Quay', 'Mole']))
    },
  )
})

describe('a list that is saved as a whole', () => {
  it('names its rows by the places in the plan', { tags: ['S0-8.1', 'S2-8.1'] }, async () => {
    const { data } = await calls.source.list('syslog-server', { tenantOid: OIDS.managed, page: 1, size: 9 })
    const last = data.length - 1
    expect(last).toBeGreaterThan(0)
    await calls.platform.fail({
      path: syslog,
      method: 'PUT',
      status: 400,
      body: { errors: [{ pointer: `/data/${last}/name`, message: 'Taken.' }] },
    })
    const error = await failureOf(
      send(
        [{ entity: 'syslog-server', action: 'update', oid: String(data[last]?.oid), revision: 0, changes: { name: 'Logs' } }],
        OIDS.managed,
      ),
    )
    expect(error.errors).toMatchObject([{ pointer: '/items/0/changes/name', message: 'Taken.' }])
  })
})

describe('a change that was made', () => {
  it.each([
    ['nothing', { status: 204, shape: 'empty' }],
    ['an object without data', { status: 200, body: {} }],
    ['an empty list of errors', { status: 200, body: { data: [], errors: [] } }],
    ['null', { status: 200, text: 'null' }],
  ] as [string, Item][])('is shown as its service has it, where the answer is %s', async (_about, fault) => {
    await calls.platform.fail({ path: customers, method: 'PUT', carriedOut: true, ...fault })
    expect(await send([rename(OIDS.managed, 'Lamp Hotels')])).toMatchObject({ applied: true, items: [{ record: { name: 'Lamp Hotels' } }] })
  })

  it('is a failure of the service where its answer is no JSON, and is made once', { tags: ['S0-8.2'] }, async () => {
    await calls.platform.fail({ path: customers, method: 'PUT', carriedOut: true, status: 200, text: 'OK' })
    expect(shownOf(await failureOf(send([rename(OIDS.managed, 'Lamp Hotels')])))).toEqual(['Unknown error'])
    expect(await calls.received('PUT', customers)).toHaveLength(1)
    expect(await namesOf('customer', 'platform')).toContain('Lamp Hotels')
  })
})

describe('a command', () => {
  it('reports errors with status 200', { tags: ['S0-7.8', 'S0-8.4'] }, async () => {
    const path = `/api/v1/cloudSecSettings/refreshCloudsec/${OIDS.managed}`
    await calls.platform.fail({ path, status: 200, shape: 'texts', messages: ['Portal is away.'] })
    const error = await failureOf(calls.source.command('cloudSecSettings/refreshCloudsec', OIDS.managed, { idempotencyKey: 'k' }))
    expect(shownOf(error)).toEqual(['Portal is away.'])
    expect(await calls.received('POST', path)).toHaveLength(1)
  })

  it('refuses new appliances with status 405 in the words of the service, once', { tags: ['S0-8.19'] }, async () => {
    const words = 'Cannot create appliances here - use ZTP server. Only the owner assignment is supported.'
    await calls.platform.fail({ path: '/api/ztp/v1/appliances', method: 'POST', times: 99, status: 405, shape: 'texts', messages: [words] })
    const changes = { serialNumber: 'PN-1', model: 'M', tag: 'T' }
    const error = await failureOf(send([{ entity: 'appliance', action: 'create', changes }]))
    expect({ status: error.status, shown: shownOf(error) }).toEqual({ status: 405, shown: [words] })
    expect(await calls.received('POST', '/api/ztp/v1/appliances')).toHaveLength(1)
  })
})
