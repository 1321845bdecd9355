import { describe, expect, it } from 'vitest'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import { mayHold } from '../../../schemas/rights/rights.ts'
import { isImplicit } from '../../../schemas/rights/record-rights.ts'
import { ACCOUNTS } from '../tenants/accounts.ts'
import { groupBy } from './group-by.ts'
import { NOW_MS, testWorld } from './test-world.ts'
import { DAY_MS } from './world.ts'

const made = testWorld()
const byMail = new Map(made.people.map((person) => [person.mail, person]))

/** Whether every tenant has one such record, under the tenant's own identifier. */
const isOwn = (entity: string): boolean => entityMeta[entity as EntityName].singleton === true

/** Whether such records are there without having been created. */
const isThere = (entity: string): boolean => isImplicit(entityMeta[entity as EntityName])

describe('the demo world', () => {
  it('has 20 partners of every type, at least 200 customers and 400 people', { tags: ['D-5.2'] }, () => {
    const types = made.tenants.map(({ type }) => type)
    expect(types.filter((type) => ['vad', 'msp', 'reseller'].includes(type))).toHaveLength(20)
    expect(types.filter((type) => type.endsWith('customer')).length).toBeGreaterThanOrEqual(200)
    expect(new Set(types)).toEqual(new Set(['po', 'vad', 'msp', 'reseller', 'managed_customer', 'diy_customer']))
    expect(made.people).toHaveLength(400)
  })

  it('is the same every time, regardless of the date', { tags: ['D-5.1'] }, () => {
    const later = testWorld(1, NOW_MS + 37 * DAY_MS + 5_400_000)
    expect(later.tenants.map(({ oid, name, path }) => [oid, name, path])).toEqual(
      made.tenants.map(({ oid, name, path }) => [oid, name, path]),
    )
    expect(later.people.map(({ oid, mail }) => [oid, mail])).toEqual(made.people.map(({ oid, mail }) => [oid, mail]))
    const named = ({ records }: typeof made): unknown[] =>
      records.map(({ entity, oid, record }) => [entity, oid, record['name'] ?? record['serialNumber']])
    expect(named(later)).toEqual(named(made))
  })

  it('has 2,000 licence groups, and nearly as many running licences as are used', { tags: ['D-5.4'] }, () => {
    const groups = made.records.filter(({ entity }) => entity === 'license')
    expect(groups).toHaveLength(2_000)
    const installed = made.records.filter(({ entity, record }) => entity === 'appliance' && record['status'] === 'installed')
    const missing = [...new Set(installed.map(({ tenant }) => tenant))].flatMap((tenant) => {
      const used = installed.filter((appliance) => appliance.tenant === tenant).length
      const own = groups.filter((group) => group.tenant === tenant && group.record['licenseType'] === 'Activation')
      const owned = own.reduce((sum, { record }) => sum + Number(record['count']), 0)
      return owned < used ? [used - owned] : []
    })
    const lacked = missing.reduce((sum, count) => sum + count, 0)
    expect(lacked).toBeGreaterThan(0)
    expect(lacked).toBeLessThan(installed.length / 20)
  })

  it('gives every customer an overlay with devices, gateways and rules, one of them large', { tags: ['D-5.6'] }, () => {
    const customers = made.tenants.filter(({ type }) => type.endsWith('customer'))
    const kinds = [
      'edge-box',
      'tele-engine',
      'external-gateway',
      'firewall-vpn-zone',
      'application-set',
      'vpn-zone-policy',
      'internet-policy',
    ]
    const home = byMail.get('customer@demo.test')?.roles[0]?.tenant
    const ofHome = kinds.map((kind) => {
      const owned = groupBy(
        made.records.filter(({ entity }) => entity === kind),
        ({ tenant }) => tenant.oid,
      )
      expect([kind, customers.filter(({ oid }) => !owned.has(oid)).length]).toEqual([kind, 0])
      return [kind, owned.get(home?.oid ?? '')?.length]
    })
    expect(Object.fromEntries(ofHome)).toMatchObject({ 'edge-box': 300, 'firewall-vpn-zone': 60, 'application-set': 120 })
  })

  it('grows with the scale setting', { tags: ['D-5.7'] }, () => {
    const large = testWorld(2)
    expect(large.tenants.length - 1).toBe(2 * (made.tenants.length - 1))
    expect(large.people).toHaveLength(800)
    expect(large.records.filter(({ entity }) => entity === 'appliance')).toHaveLength(10_000)
  })

  it('puts every tenant below a permitted parent, with its own path', () => {
    for (const { parent, type, path } of made.tenants) {
      if (!parent) continue
      expect(mayHold(parent.type, type)).toBe(true)
      expect(path.startsWith(parent.path)).toBe(true)
    }
    expect(new Set(made.tenants.map(({ path }) => path)).size).toBe(made.tenants.length)
  })

  it('has unique names, mail addresses and identifiers', () => {
    for (const list of [
      made.tenants.map(({ name }) => name),
      made.people.map(({ mail }) => mail),
      [
        ...made.tenants,
        ...made.people,
        ...made.records.filter(({ entity }) => !isOwn(entity) && !['customer', 'partner'].includes(entity)),
      ].map(({ oid }) => oid),
    ]) {
      expect(new Set(list).size).toBe(list.length)
    }
  })

  it('has the accounts of the sign-in page in the right tenants', { tags: ['D-5.8'] }, () => {
    const home = (mail: string) => byMail.get(mail)?.roles.map(({ tenant, role }) => `${role} ${tenant.type}`)
    expect(ACCOUNTS.map(({ mail }) => mail).every((mail) => byMail.has(mail))).toBe(true)
    expect(home('owner@demo.test')).toEqual(['sa po'])
    expect(home('inventory@demo.test')).toEqual(['inventory_manager msp'])
    expect(home('nobody@demo.test')).toEqual([])
    expect(home('many@demo.test')).toHaveLength(40)
    expect(new Set(byMail.get('many@demo.test')?.roles.map(({ role }) => role)).size).toBeGreaterThan(3)
    expect(byMail.get('many@demo.test')?.allAccess).toBe(true)
    const customer = byMail.get('customer@demo.test')?.roles[0]?.tenant
    expect(byMail.get('network@demo.test')?.roles[0]?.tenant).toBe(customer)
    expect(byMail.get('viewer@demo.test')?.roles[0]?.tenant).toBe(customer)
    expect(customer?.parent).toBe(byMail.get('msp@demo.test')?.roles[0]?.tenant)
  })

  it('has a history of several months that ends in the current records', { tags: ['D-5.5'] }, () => {
    expect(Math.max(...made.events.map(({ atMs }) => atMs))).toBeLessThan(NOW_MS)
    expect(NOW_MS - Math.min(...made.events.map(({ atMs }) => atMs))).toBeGreaterThan(180 * DAY_MS)
    const known = groupBy(
      made.events.toSorted((a, b) => a.atMs - b.atMs),
      ({ entity, subject }) => `${entity}/${subject.oid}`,
    )
    for (const record of made.records) {
      const history = known.get(`${record.entity}/${record.oid}`) ?? []
      // The journal of most devices begins after they were set up.
      if (history.length === 0 && !['customer', 'partner'].includes(record.entity)) continue
      const isOne = isThere(record.entity)
      expect(history).toHaveLength(record.revision - (isOne ? 1 : 0))
      expect(history[0]).toMatchObject(isOne ? { action: 'update', revision: 2 } : { action: 'creation', before: undefined })
      expect(history.at(-1)?.after).toEqual(record.record)
      history.slice(1).forEach((event, index) => expect(event.before).toEqual(history[index]?.after))
    }
  })

  it('has history entries for grouped actions and for deleted records', () => {
    const bySweep = made.events.filter(({ source }) => source === 'import').map(({ actionId }) => actionId)
    expect(new Set(bySweep).size).toBeLessThan(bySweep.length)
    expect(made.events.filter(({ action }) => action === 'deletion').length).toBeGreaterThan(5)
  })
})
