import { describe, expect, it, vi } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { EdgeBox } from '../../../schemas/generated/types/edge-box.ts'
import type { TeleEngine } from '../../../schemas/generated/types/tele-engine.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import { addressToNumber } from '../../../schemas/vocabulary/formats.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { createCatalogue } from '../../entities/model/entity-model.ts'
import { settleRecord } from '../../plan/checks/settle-record.ts'
import { LARGEST_BOX } from './devices.ts'
import { groupBy } from '../world/group-by.ts'
import { testWorld } from '../world/test-world.ts'
import type { DemoRecord } from '../world/world.ts'

// Thousands of records pass all rules, which takes long where others keep the machine busy.
vi.setConfig({ testTimeout: 90_000 })

const made = testWorld()
const byOid = new Map(made.records.map((one) => [`${one.entity}/${one.oid}`, one]))
const catalogue = createCatalogue(entitySchemas, validators)
const home = made.people.find(({ mail }) => mail === 'customer@demo.test')?.roles[0]?.tenant
const boxes = made.records.filter(({ entity }) => entity === 'edge-box')
const boxOf = ({ record }: Pick<DemoRecord, 'record'>): EdgeBox => record as unknown as EdgeBox
const large = boxes.filter(({ tenant }) => tenant === home)
const NAMES = ['wan1', 'wan2', 'wan3'] as const

/** What rules and shape have against a record: as it stands, and as somebody would send it for the first time. */
function refusalsOf({ entity, oid, tenant, record: stored }: DemoRecord): { found: string[]; settled: Rec; record: Rec } {
  const model = catalogue.model(entity)
  const context = (creating: boolean): RuleContext => ({
    tenant: { oid: tenant.oid, name: tenant.name, type: tenant.type },
    user: { oid: 'somebody' },
    can: { create: true, read: true, update: true, delete: true, readExternalGateway: true, updateSecurityParameters: true },
    feature: Object.fromEntries(Object.entries(tenant.features).map(([name, state]) => [name, state === 'enabled'])),
    editor: { creating },
  })
  const region = model.fields.has('cloudSecurityRegion')
    ? byOid.get(`site/${boxOf({ record: stored }).site}`)?.record['cloudGuardRegionId']
    : undefined
  const { parent } = model.meta
  const known = { oid, ...(region !== undefined && { cloudSecurityRegion: region }) }
  const record = { ...stored, ...(parent !== undefined && { [parent]: tenant.oid }), ...known }
  const lookup = (name: string, of: string): Rec | undefined => byOid.get(`${name}/${of}`)?.record
  const standing = settleRecord(catalogue, model, { stored: record, next: record, touched: [], context: context(false), lookup })
  const touched = Object.keys(record)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => `/${name}`)
  const first = settleRecord(catalogue, model, { stored: null, next: record, touched, context: context(true), lookup })
  const byService = [
    'validation.field.readOnly',
    'edge-box.because.connection-of-people',
    'edge-box.because.ospfChosen',
    'edge-box.because.vrouter-of-its-wan',
  ]
  const sent = model.meta.creation === false ? [] : first.refusals
  const refusals = [...standing.refusals, ...sent.filter(({ key }) => !byService.includes(key))]
  return { found: refusals.map(({ pointer, key }) => `${entity} ${oid} ${pointer} ${key}`), settled: standing.record, record }
}

describe('demo devices', () => {
  it.each(['overlay', 'tenant'])('in an %s pass rules and schemas unchanged', (scope) => {
    const own = made.records.filter(
      ({ entity }) => catalogue.model(entity).meta.scope === scope && !['customer', 'partner'].includes(entity),
    )
    expect(own.length).toBeGreaterThan(4_000)
    for (const one of own) {
      const { found, settled, record } = refusalsOf(one)
      expect(found).toEqual([])
      expect(settled).toEqual(record)
    }
  })

  it('have unique names, serial numbers and line addresses within an overlay', () => {
    const seen = new Set<string>()
    const twice: string[] = []
    const once = (key: string): void => {
      if (seen.has(key)) twice.push(key)
      seen.add(key)
    }
    for (const { entity, tenant, record } of made.records) {
      if (catalogue.model(entity).meta.scope === 'overlay' && record['name'] !== undefined)
        once(`${tenant.oid} ${entity} ${String(record['name'])}`)
      if (entity === 'appliance') once(`appliance ${String(record['serialNumber'])}`)
    }
    for (const box of boxes) {
      once(`box ${boxOf(box).serialNumber}`)
      for (const name of NAMES) {
        const { ipAddress, overlayAddress } = boxOf(box).wans?.[name] ?? {}
        if (ipAddress !== undefined) once(`${box.tenant.oid} line ${ipAddress}`)
        if (overlayAddress !== undefined) once(`${box.tenant.oid} overlay ${overlayAddress}`)
      }
    }
    expect(twice).toEqual([])
  })

  it('are in non-overlapping subnets of their site', () => {
    const engines = made.records.filter(({ entity }) => entity === 'tele-engine')
    const devices = [...boxes, ...engines].map(({ record }) => record as unknown as EdgeBox | TeleEngine)
    for (const [, atSite] of groupBy(devices, ({ site }) => site)) {
      const subnets = atSite
        .flatMap(({ lan }) => lan?.subnets ?? [])
        .map(({ prefix, mask }) => {
          const first = addressToNumber(prefix) ?? Number.NaN
          return [first, first + 2 ** (32 - mask)] as const
        })
        .toSorted(([a], [b]) => a - b)
      subnets.slice(1).forEach(([first], index) => expect(first).toBeGreaterThanOrEqual(subnets[index]?.[1] ?? Number.NaN))
    }
  })

  it('are connected to enabled layer 3 WANs on the same transport network', () => {
    let count = 0
    for (const one of boxes) {
      for (const name of NAMES) {
        const wan = boxOf(one).wans?.[name]
        for (const { edgeBox, wanIdentifier } of wan?.wanConnections ?? []) {
          const end = byOid.get(`edge-box/${edgeBox}`)
          expect(end?.tenant).toBe(one.tenant)
          expect(edgeBox).not.toBe(one.oid)
          const { state, interfaceMode, transportNetwork } = (end && boxOf(end).wans?.[wanIdentifier]) ?? {}
          expect([state, interfaceMode, transportNetwork]).toEqual(['enabled', 'L3', wan?.transportNetwork])
          count++
        }
      }
    }
    expect(count).toBeGreaterThan(1_000)
  })

  it('include a large overlay with every kind of device', { tags: ['D-5.6'] }, () => {
    const of = (entity: string): DemoRecord[] => made.records.filter((one) => one.entity === entity && one.tenant === home)
    expect([large.length, of('tele-engine').length, of('site').length]).toEqual([300, 40, 228])
    expect(large.filter((one) => boxOf(one).mode === 'hub')).toHaveLength(8)
    const kinds = (kind: (box: EdgeBox) => unknown): Set<unknown> => new Set(large.map((one) => kind(boxOf(one))))
    expect(kinds(({ deploymentMode }) => deploymentMode)).toEqual(new Set(['multiwan_ip', 'multiwan_hybrid', 'multiwan_bridge']))
    expect(kinds(({ dwsMode }) => dwsMode)).toEqual(new Set(['cpe', 'l2_transparent', 'l1_transparent']))
    expect(kinds(({ lan }) => lan?.routingProtocol)).toEqual(new Set(['none', 'bgp', 'ospf']))
    expect(kinds(({ lan }) => `${lan?.vrrpEnabled} ${lan?.ihapEnabled}`)).toEqual(new Set(['false false', 'true false', 'false true']))
    expect(kinds(({ wans }) => NAMES.filter((name) => wans?.[name]?.state === 'enabled').length)).toEqual(new Set([1, 2, 3]))
    expect(kinds(({ wans }) => wans?.wan1?.interfaceMode === 'L2' && wans.wan2?.interfaceMode === 'L3')).toEqual(new Set([true, false]))
  })

  it('include one box of the largest size', () => {
    const [box] = large.filter(({ record }) => record['name'] === LARGEST_BOX).map(boxOf)
    const { lan, wans } = box ?? {}
    expect([lan?.interfaces?.length, lan?.subnets?.length]).toEqual([10, 30])
    expect(NAMES.map((name) => wans?.[name]?.wanConnections?.length)).toEqual([10, 10, 10])
  })

  it('run on 5,000 appliances in every status, from the platform down to customers', { tags: ['D-5.3'] }, () => {
    const appliances = made.records.filter(({ entity }) => entity === 'appliance')
    expect(appliances).toHaveLength(5_000)
    const tally = (key: (one: DemoRecord) => string): number[] => [...groupBy(appliances, key).values()].map(({ length }) => length)
    expect(tally(({ record }) => String(record['status']))).toHaveLength(4)
    expect(Math.min(...tally(({ record }) => String(record['status'])))).toBeGreaterThan(300)
    expect(new Set(appliances.map(({ tenant }) => tenant.type))).toEqual(new Set(made.tenants.map(({ type }) => type)))
    const bySerial = new Map(appliances.map((one) => [one.record['serialNumber'], one]))
    const statuses = groupBy(large, (one) => bySerial.get(boxOf(one).serialNumber)?.record['status'])
    expect([...statuses.keys()].toSorted()).toEqual(['Assigned', 'installed', undefined])
    for (const one of boxes) expect([one.tenant, undefined]).toContain(bySerial.get(boxOf(one).serialNumber)?.tenant)
    const taken = new Set(boxes.map((one) => boxOf(one).serialNumber))
    const waiting = appliances.filter(
      ({ tenant, record }) => tenant === home && record['status'] === 'installed' && !taken.has(String(record['serialNumber'])),
    )
    expect(waiting).toHaveLength(8)
  })
})
