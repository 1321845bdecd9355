import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../generated/entities.ts'
import type { PropertySchema, Rec } from '../vocabulary/types.ts'
import { compileWire } from './compile-wire.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import type { Labels, ObjectWire } from './object-wire.ts'
import { labelledRecords, recordPlace, wirePlace } from './pointers.ts'
import { sentPaths } from './shape.ts'

const wires = Object.values(entitySchemas).flatMap((schema): [string, ObjectWire, PropertySchema][] => {
  const wire = compileWire(schema)
  return wire === undefined ? [] : [[schema['x-entity'].name, wire, schema]]
})

const wireOf = (entity: string): ObjectWire => wires.find(([name]) => name === entity)?.[1] ?? {}

/** Every record exists and is named after its identifier. */
const labels: Labels = (entity, oid) => ({ name: `${entity} ${oid}`, mode: 'hub', type: 'vti', disabled: false })

/** Any value of a property, or none; not necessarily valid. */
function valueOf(property: PropertySchema): fc.Arbitrary<unknown> {
  const options = property.enum?.filter((option) => option !== null)
  if (options !== undefined && options.length > 0) return fc.constantFrom(...options)
  if (property.properties !== undefined) return recordOf(property)
  if (property.items !== undefined) return fc.array(valueOf(property.items), { maxLength: 3 })
  const types = [property.type ?? 'string'].flat()
  const plain = plainValue(types[0], property.minimum)
  return types.includes('null') ? fc.oneof(plain, fc.constant(null)) : plain
}

function plainValue(type: string | undefined, minimum = 0): fc.Arbitrary<unknown> {
  if (type === 'boolean') return fc.boolean()
  return type === 'integer' || type === 'number' ? fc.nat(5).map((more) => minimum + more) : fc.string({ minLength: 1, maxLength: 8 })
}

function recordOf({ properties = {}, required = [] }: PropertySchema): fc.Arbitrary<Rec> {
  // A list without a value is sent as an empty one, a mark as false.
  const isAlwaysSent = ({ type, readOnly, default: start }: PropertySchema): boolean =>
    type === 'array' || (type === 'boolean' && readOnly === true && start === false)
  const always = Object.entries(properties).flatMap(([name, property]) => {
    const wire = property['x-wire']
    return isAlwaysSent(property) || (typeof wire === 'object' && (wire.as === 'values' || wire.as === 'member')) ? [name] : []
  })
  const values = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, valueOf(property)]))
  return fc.record(values, { requiredKeys: [...required.filter((name) => name in properties), ...always] }).map(consistent(properties))
}

/** Makes properties that the service computes consistent with the ones that they are computed from. */
function consistent(properties: Record<string, PropertySchema>): (record: Rec) => Rec {
  return (record) => {
    for (const [name, { 'x-derived': derived }] of Object.entries(properties))
      if (derived !== undefined && 'ref' in derived && derived.field === 'name') {
        const oid = record[derived.ref]
        const entity = properties[derived.ref]?.['x-ref']?.entity ?? ''
        if (typeof oid === 'string') record[name] = `${entity} ${oid}`
        else delete record[name]
      }
    const identifier = properties['oid']?.['x-wire']
    if (typeof identifier === 'object' && identifier.as === 'part' && typeof record['oid'] === 'string')
      record['oid'] = `person/${String((record['tenantOid'] ??= 'tenant'))}`
    if ('trackingInterfaces' in properties)
      record['trackingInterfaces'] = ['wan1', 'wan2', 'wan3'].filter((wan) => record[`trackingWan${wan.slice(-1)}`] === true).join(';')
    return record
  }
}

describe('the wire format', () => {
  it('reads a status of an appliance that it does not know as none, in answers alone', { tags: ['S0-3.17'] }, () => {
    const statusOf = (status: unknown, sender: 'answer' | 'body'): unknown =>
      decode({ status }, wireOf('appliance'), sender).record['status']
    expect(['In Stock', 'lost', 7, '', null].map((status) => statusOf(status, 'answer'))).toEqual([
      'In Stock',
      'none',
      'none',
      'none',
      undefined,
    ])
    expect(statusOf('lost', 'body')).toBe('lost')
  })

  it.each(wires)('decodes to the record that was encoded: %s', (_, wire, schema) => {
    fc.assert(
      fc.property(recordOf(schema), (record) => {
        const { record: read, problems } = decode(encode(record, wire, { labels }), wire, 'answer')
        expect(problems).toEqual([])
        expect(read).toEqual(record)
      }),
      { numRuns: 200 },
    )
  })

  it.each(wires)('is accepted when a client sends it back unchanged: %s', (_, wire, schema) => {
    fc.assert(
      fc.property(recordOf(schema), (record) => {
        const sent = encode(record, wire, { labels })
        const { record: read, problems } = decode(sent, wire, 'body')
        expect(problems).toEqual([])
        // References that were sent by name now hold the name, and stay so.
        expect(decode(encode(read, wire, { partial: true }), wire, 'body')).toEqual({ record: read, problems: [] })
      }),
      { numRuns: 100 },
    )
  })

  it.each(wires)('has one place for each property: %s', (_, wire) => {
    const within = (rules: ObjectWire): void => {
      const paths = Object.entries(rules).flatMap(([name, rule]) =>
        sentPaths(rule).map((path): [string, string] => [path.join('/'), rule.as === 'member' || rule.named !== undefined ? '' : name]),
      )
      for (const [path, name] of paths)
        for (const [other, holder] of paths) {
          expect(other.startsWith(`${path}/`), `${other} is below ${path}`).toBe(false)
          if (path === other && name !== '' && holder !== '') expect(holder).toBe(name)
        }
      for (const rule of Object.values(rules)) if (rule.within !== undefined) within(rule.within)
    }
    within(wire)
  })
})

describe('a tele engine', () => {
  const wire = wireOf('tele-engine')

  it('gains no prototype from a body', () => {
    const sent = JSON.parse('{ "name": "Engine", "__proto__": { "site": "s1" }, "site": { "__proto__": { "name": "Berlin" } } }') as Rec
    const { record, problems } = decode(sent, wire, 'body')
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
    expect(record['site']).toBeUndefined()
    expect(problems).toEqual([{ at: ['site', '__proto__'], expected: 'nothing' }])
  })

  it('is sent with the names of its site and network, and null for missing bandwidths', () => {
    const record = {
      oid: 't1',
      name: 'Engine',
      site: 's1',
      siteName: 'site s1',
      wan: { identifier: 'wan1', transportNetwork: 'n1', access: {} },
    }
    expect(encode(record, wire, { labels })).toEqual({
      id: 't1',
      name: 'Engine',
      site: { id: 's1', name: 'site s1' },
      wan: {
        id: 'wan1',
        identifier: 'wan1',
        transportNetwork: 'transport-network n1',
        transportNetworkId: 'n1',
        access: { upBandwidth: null, downBandwidth: null },
      },
    })
  })

  it('references its network by name in a write, whatever identifier is sent with it', () => {
    const sent = { id: 't1', site: { id: 's1', name: 'Berlin' }, wan: { transportNetwork: 'LTE', transportNetworkId: 'n1' } }
    expect(decode(sent, wire, 'body').record).toEqual({ oid: 't1', site: 'Berlin', wan: { transportNetwork: 'LTE' } })
    expect(decode(sent, wire, 'answer').record).toMatchObject({ site: 's1', wan: { transportNetwork: 'n1' } })
  })

  it('is refused if its site is a text or has unknown properties', () => {
    expect(decode({ site: 's1' }, wire, 'body').problems).toEqual([{ at: ['site'], expected: 'object' }])
    expect(decode({ oid: 't1', siteName: 'Berlin' }, wire, 'body').problems).toEqual([
      { at: ['oid'], expected: 'nothing' },
      { at: ['siteName'], expected: 'nothing' },
    ])
    expect(decode({ site: { id: 's1', town: 'Berlin' } }, wire, 'body').problems).toEqual([{ at: ['site', 'town'], expected: 'nothing' }])
  })

  it('is refused with at most a hundred problems, however many there are', () => {
    const site = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`n${index}`, 1]))
    expect(decode({ site }, wire, 'body').problems).toHaveLength(100)
  })

  it('has a value removed if the body sets it to null', () => {
    expect(decode({ wan: { access: { upBandwidth: null } } }, wire, 'body').record).toEqual({ wan: { access: { upBandwidth: null } } })
  })
})

describe('further forms', () => {
  it('send a list as one text, and read both', () => {
    const wire = wireOf('ihap-profile')
    expect(encode({ monitoredInterfaces: ['lan1', 'wan2'] }, wire, { partial: true })).toEqual({ monitoredInterfaces: 'lan1;wan2' })
    for (const sent of ['lan1;wan2', ['lan1', 'wan2']])
      expect(decode({ monitoredInterfaces: sent }, wire, 'body').record).toEqual({ monitoredInterfaces: ['lan1', 'wan2'] })
  })

  it('send the first part of an identifier of two parts where the second stands beside it', () => {
    const wire = wireOf('user-role')
    const sent = { oid: 'u', tenantOid: 't', role: 'viewer' }
    expect(encode({ oid: 'u/t', tenantOid: 't', role: 'viewer' }, wire)).toEqual(sent)
    for (const sender of ['answer', 'body'] as const) expect(decode(sent, wire, sender).record).toEqual({ ...sent, oid: 'u/t' })
    expect(encode({ oid: 'u/t', role: 'viewer' }, wire)).toEqual({ oid: 'u/t', role: 'viewer' })
    expect(decode({ oid: 'u/t' }, wire, 'body').record).toEqual({ oid: 'u/t' })
  })

  it('send a licence with its group, and what it would become by default', () => {
    expect(encode({ oid: 'l', tenantId: 't', count: 3, licenseType: 'Edge', status: 'running' }, wireOf('license'))).toEqual({
      oid: 'l',
      tenantId: 't',
      count: 3,
      moveToCount: 3,
      group: { licenseType: 'Edge', moveToLicenseType: 'Edge', status: 'running' },
    })
  })

  it('send the name of a protocol beside its number, and read it where the number is missing', () => {
    const wire = wireOf('edge-box')
    const box = (row: Rec): Rec => ({ wans: { wan1: { localPortForwarding: [row] } } })
    expect(encode(box({ protocolId: 17 }), wire, { partial: true })).toEqual(box({ protocolId: 17, protocolName: 'UDP' }))
    expect(decode(box({ protocolName: 'TCP' }), wire, 'body').record).toEqual(box({ protocolId: 6 }))
  })

  it('send identifiers of objects that never change, and ignore them in bodies', () => {
    const wire = wireOf('edge-box')
    expect(encode({ services: { wanOptimization: true } }, wire)).toMatchObject({ services: { id: 'services', wanOptimization: true } })
    expect(decode({ services: { id: 'x', wanOptimization: true } }, wire, 'body').record).toEqual({ services: { wanOptimization: true } })
  })
})

describe('an edge box', () => {
  const wire = wireOf('edge-box')

  it('is sent with its appliance as an object', () => {
    expect(encode({ serialNumber: 'SN1', applianceModel: 'X1', provisioned: true }, wire, { labels })).toEqual({
      serialNumber: 'SN1',
      machineId: 'SN1',
      appliance: { serialNumber: 'SN1', machineId: 'SN1', model: 'X1', provisioned: true },
      syslog: [],
    })
  })

  it('is sent with its site as an object, which has its region', { tags: ['S1-3.6'] }, () => {
    const record = { site: 's1', siteName: 'Berlin', cloudSecurityRegion: 'r1' }
    const sent = { site: { id: 's1', name: 'Berlin', cloudGuardRegionId: 'r1' } }
    expect(encode(record, wire, { labels })).toMatchObject(sent)
    expect(decode(sent, wire, 'answer').record).toMatchObject(record)
  })

  it('is sent with its syslog server as the only entry of a list, which is empty without one', { tags: ['S1-3.5'] }, () => {
    const server = { name: 'Logs', ipOrHostname: 'logs.example.test', protocolId: 6, port: 514 }
    const sent = { id: 'b1', syslog: [{ id: 'l1', ...server }] }
    expect(encode({ oid: 'b1', syslog: 'l1' }, wire, { labels: () => server })).toEqual(sent)
    expect(encode({ oid: 'b1' }, wire, { labels })).toEqual({ id: 'b1', syslog: [] })
    expect([sent, { syslog: [] }].map((one) => decode(one, wire, 'body').record['syslog'])).toEqual(['l1', null])
  })

  it('is decoded if only a copy of its serial number is sent, or its site by name', () => {
    const sent = { appliance: { serialNumber: 'SN2' }, site: { id: null, name: 'Paris' }, syslog: [] }
    expect(decode(sent, wire, 'body').record).toMatchObject({ serialNumber: 'SN2', site: 'Paris', syslog: null })
  })

  it('sends tracked uplinks as one text, and the management VLAN of OSPF as null', () => {
    const lan = {
      vrrp: { trackingWan1: true, trackingWan2: false, trackingWan3: true },
      ospf: { vrouters: [{ vrouterId: 'wan1', vlanId: 0 }] },
    }
    const sent = encode({ lan }, wire, { labels })
    expect(sent).toMatchObject({ lan: { vrrp: { trackingInterfaces: 'wan1;wan3' }, ospf: { vrouters: [{ vlanId: null }] } } })
    expect(decode(sent, wire, 'answer').record).toMatchObject({ lan })
  })

  it('sends the configured flag of a stored key beside the key', () => {
    const connection = { externalGateway: 'g1', configured: true }
    const sent = encode({ wans: { wan1: { externalGatewayConnections: [connection] } } }, wire, { labels })
    expect(sent).toMatchObject({
      wans: {
        wan1: {
          externalGatewayConnections: [{ externalGateway: { id: 'g1', name: 'external-gateway g1' }, credentials: { configured: true } }],
        },
      },
    })
  })

  it('maps pointers of the record to places in the wire format', () => {
    const place = (pointer: string): string => wirePlace(pointer.split('/').slice(1), wire).join('/')
    expect(place('/wans/wan1/sdiPop')).toBe('wans/wan1/sdiPop/id')
    expect(place('/wans/wan2/externalGatewayConnections/3/psk')).toBe('wans/wan2/externalGatewayConnections/3/credentials/psk')
    expect(place('/syslog')).toBe('syslog')
    expect(place('/name')).toBe('name')
    expect(wirePlace(['synchroServers', '1', 'edgeBox'], wireOf('time-synchro'))).toEqual(['synchroServers', '1'])
  })

  it('maps places in the wire format to pointers of the record', () => {
    const place = (pointer: string): string => recordPlace(pointer.split('/').slice(1), wire).join('/')
    expect(place('/wans/wan1/sdiPop/id')).toBe('wans/wan1/sdiPop')
    expect(place('/wans/wan1/wanConnections/2/endpoint/wanIdentifier')).toBe('wans/wan1/wanConnections/2/wanIdentifier')
    expect(place('/site/name')).toBe('site')
    expect(place('/site')).toBe('site')
    expect(place('/appliance/serialNumber')).toBe('serialNumber')
    expect(place('/lan/mgtInterface/mask')).toBe('lan/mgtInterface/mask')
    expect(recordPlace(['synchroServers', '1'], wireOf('time-synchro'))).toEqual(['synchroServers', '1', 'edgeBox'])
  })

  it('lists the referenced records whose names are sent with it', () => {
    const record = { syslog: 'l1', wans: { wan1: { transportNetwork: 'n1' }, wan2: { transportNetwork: 'n1', sdiPop: 'p1' } } }
    expect(labelledRecords([record], wire)).toEqual(
      new Map([
        ['syslog-server', new Set(['l1'])],
        ['transport-network', new Set(['n1'])],
        ['sdi-pop', new Set(['p1'])],
      ]),
    )
  })
})
