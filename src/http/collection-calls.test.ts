import { describe, expect, it } from 'vitest'
import { RequestError } from '../../renderer/data/data-source.ts'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import type { EntityName } from '../../schemas/generated/entity-names.ts'
import { wireTables } from '../../schemas/generated/wire-tables.ts'
import type { Plan, PlanItem } from '../../schemas/plan.ts'
import type { EntityMeta } from '../../schemas/vocabulary/types.ts'
import { callOfPlan, type EntityCalls, errorOfCall, resultOfCall } from './collection-calls.ts'

const callsOf = (entity: string): EntityCalls => {
  const meta: EntityMeta = entityMeta[entity as EntityName]
  return { meta, wire: wireTables[meta.command?.of ?? entity] }
}

const plan = (items: PlanItem[], source: Plan['source'] = 'editor'): Plan => ({ items, source, tenantOid: 't' })
const callOf = (...items: PlanItem[]) => callOfPlan(plan(items), callsOf)

describe('the call of a plan', () => {
  it.each<[string, PlanItem[], object]>([
    [
      'creates a customer',
      [{ entity: 'customer', action: 'create', changes: { name: 'Acme' } }],
      { method: 'POST', path: '/api/v1/customers', query: { tenantOid: 't' }, body: { data: [{ name: 'Acme' }] } },
    ],
    [
      'deletes a customer in the body',
      [{ entity: 'customer', action: 'delete', oid: 'c', revision: 3 }],
      { method: 'DELETE', path: '/api/v1/customers', query: { tenantOid: 't' }, body: { data: [{ oid: 'c', revision: 3 }] } },
    ],
    [
      'changes a request with PATCH',
      [{ entity: 'request', action: 'update', oid: 'r', revision: 1, changes: { status: 'active' } }],
      { method: 'PATCH', path: '/api/v1/requests', body: { data: [{ oid: 'r', revision: 1, status: 'active' }] } },
    ],
    [
      'assigns appliances in a bare list',
      [{ entity: 'appliance', action: 'update', oid: 'a', revision: 1, changes: { tenantId: 'm' } }],
      { method: 'PUT', path: '/api/ztp/v1/appliances', body: [{ id: 'a', oid: 'a', revision: 1, tenantId: 'm', tenant: { oid: 'm' } }] },
    ],
    [
      'changes a box in the shape of the specification',
      [{ entity: 'edge-box', action: 'update', oid: 'b', revision: 2, changes: { site: 's', syslog: null } }],
      { method: 'PUT', path: '/api/v1/edgeBoxes', query: {}, body: { data: [{ id: 'b', revision: 2, site: { id: 's' }, syslog: [] }] } },
    ],
    [
      'deletes a box by its address',
      [{ entity: 'edge-box', action: 'delete', oid: 'b', revision: 2 }],
      { method: 'DELETE', path: '/api/v1/edgeBoxes/b', query: { revision: 2 } },
    ],
    [
      'sends all policies of a selection at once',
      ['p', 'q'].map((oid) => ({ entity: 'vpn-zone-policy', action: 'update', oid, revision: 1, changes: { policy: 'allow' } })),
      {
        method: 'PUT',
        path: '/api/v1/firewall/vpn/policies',
        body: {
          data: [
            { id: 'p', revision: 1, policy: 'allow' },
            { id: 'q', revision: 1, policy: 'allow' },
          ],
        },
      },
    ],
    [
      'saves new and changed syslog servers together',
      [
        { entity: 'syslog-server', action: 'create', changes: { name: 'new' } },
        { entity: 'syslog-server', action: 'update', oid: 'l', revision: 1, changes: { port: 514 } },
      ],
      { method: 'PUT', path: '/api/v1/syslogServer', body: { data: [{ name: 'new' }, { id: 'l', revision: 1, port: 514 }] } },
    ],
    [
      'adds licences by their command',
      [{ entity: 'license-add', action: 'create', changes: { tenantId: 'm', count: 2 } }],
      { method: 'POST', path: '/api/licensing/v2/licenses/cmd/create/t', body: { tenantId: 'm', count: 2 } },
    ],
  ])('%s', (_, items, expected) => {
    expect(callOf(...items)).toMatchObject(expected)
  })

  it('sends every tracked uplink, because they are one text', () => {
    const record = { lan: { vrrp: { trackingWan1: true, trackingWan2: false, trackingWan3: true } } }
    const changes = { lan: { vrrp: { trackingWan2: true } } }
    expect(
      callOf({
        entity: 'edge-box',
        action: 'update',
        oid: 'b',
        revision: 1,
        changes,
        record: { ...record, lan: { vrrp: { ...record.lan.vrrp, trackingWan2: true } } },
      })?.body,
    ).toEqual({
      data: [{ id: 'b', revision: 1, lan: { vrrp: { trackingInterfaces: 'wan1;wan2;wan3' } } }],
    })
  })

  it.each<[string, Plan]>([
    [
      'records of several entities',
      plan([
        { entity: 'site', action: 'create' },
        { entity: 'edge-box', action: 'create' },
      ]),
    ],
    [
      'several actions',
      plan([
        { entity: 'partner', action: 'create' },
        { entity: 'partner', action: 'delete', oid: 'p' },
      ]),
    ],
    ['references between items', plan([{ entity: 'partner', action: 'create', ref: 'one' }])],
    ['rows of a file', plan([{ entity: 'partner', action: 'create' }], 'import')],
    ['several deletions in an overlay', plan(['a', 'b'].map((oid) => ({ entity: 'edge-box', action: 'delete', oid, revision: 1 })))],
  ])('does not exist for %s', (_, sent) => {
    expect(callOfPlan(sent, callsOf)).toBeUndefined()
  })
})

describe('the answer of a call', () => {
  const items: PlanItem[] = [{ entity: 'edge-box', action: 'update', oid: 'b', revision: 1, changes: {} }]

  it('is read as the result of the plan', () => {
    const sent = { id: 'b', revision: 2, site: { id: 's', name: 'Berlin' } }
    expect(resultOfCall(plan(items), { data: [sent], actionId: 'x' }, callsOf('edge-box'))).toMatchObject({
      applied: true,
      actionId: 'x',
      counts: { applied: 1 },
      items: [{ verdict: 'applied', oid: 'b', record: { oid: 'b', revision: 2, site: 's', siteName: 'Berlin' } }],
    })
  })

  it('may be empty, as after a deletion by another service', () => {
    expect(resultOfCall(plan(items), undefined, callsOf('edge-box')).items).toEqual([{ index: 0, verdict: 'applied', oid: 'b' }])
  })

  it('may name the requests that were raised', () => {
    const deletion: PlanItem[] = [{ entity: 'customer', action: 'delete', oid: 'c', revision: 1 }]
    const result = resultOfCall(plan(deletion), { data: [{ raised: 'request', oid: 'r', revision: 1 }] }, callsOf('customer'))
    expect(result).toMatchObject({ counts: { raised: 1 }, items: [{ raised: 'request', oid: 'r', record: { oid: 'r' } }] })
  })

  it('has its errors at the fields of the record, and the current records as they are stored', () => {
    const error = new RequestError({
      status: 409,
      messages: ['m'],
      errors: [
        { pointer: '/data/0/wans/wan1/sdiPop/id', key: 'k', message: 'm' },
        { pointer: '/data/0', key: 'k', message: 'm' },
      ],
      current: [{ id: 'b', revision: 4 } as never],
    })
    const read = errorOfCall(error, callsOf('edge-box')) as RequestError
    expect(read.errors.map(({ pointer }) => pointer)).toEqual(['/items/0/changes/wans/wan1/sdiPop', '/items/0'])
    expect(read.current).toEqual([{ oid: 'b', revision: 4 }])
  })
})
