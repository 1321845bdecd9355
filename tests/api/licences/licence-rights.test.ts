import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../../schemas/rights/rights.ts'
import type { Can } from '../../../schemas/plan.ts'
import type { Role } from '../../../schemas/tenancy.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { places, type ApiWorld } from '../../support/api/api-world.ts'
import { add, command, group, inventory, licenceWorld } from '../../support/api/licences.ts'

/** Names of the calls (S0 section 7) by the name of the command on a row. */
const calls = { edit: 'update', split: 'split', delete: 'delete', assign: 'assign', unassign: 'unassign' } as const
type Verb = keyof typeof calls
const verbs = Object.keys(calls) as Verb[]

/** Tenants by kind of context: the seller is in consumption mode, the service provider subscribes. */
const contexts = ['platform', 'vad', 'seller', 'msp', 'shop', 'managed']
const mailOf = (role: Role, tenant: string): string => `${role}.${tenant}@world.test`
const people = roles.flatMap((role) => contexts.map((tenant) => ({ role, tenant })))

/** Written from S0 section 6, deliberately not from the rights table. */
const writers: readonly Role[] = ['sa', 'admin', 'inventory_manager']

/** Verbs that a person may use on some row: edit, split, delete and unassign ask for the platform's context. */
function expectedVerbs(role: Role, tenant: string): Verb[] {
  if (!writers.includes(role)) return []
  if (tenant === 'platform') return verbs
  return tenant === 'seller' ? ['assign'] : []
}

describe.each(places)('commands on licences, by role and context, on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await licenceWorld(place)
    for (const { role, tenant } of people) await world.grant(mailOf(role, tenant), String(world.oid[tenant]), role)
    await add(world, 'seller', { ...group('Foundation', 'M', [-2, 12]), count: 4 })
    await add(world, 'seller', { ...group('Edge', 'S', [1, 3]), count: 4 })
    await add(world, 'shop', { ...group('Hybrid', 'L', [-1, 6]), count: 4 })
  })
  afterAll(() => world.dispose())

  const rowsOf = async (role: Role, tenant: string): Promise<Rec[]> => {
    const { status, body } = await inventory(world, tenant, { as: mailOf(role, tenant) })
    return status === 200 ? body.data : []
  }
  const call = ({ licenseType, licenseSize, startDate, duration, tenantId }: Rec, verb: Verb, { role, tenant }: (typeof people)[number]) =>
    command(world, calls[verb], {
      tenant,
      as: mailOf(role, tenant),
      dryRun: true,
      body: {
        tenantId,
        group: { licenseType, licenseSize, startDate, duration },
        count: 1,
        ...(verb === 'assign' && { assignTo: 'shop' }),
      },
    })

  it(
    'are offered in contexts of the platform type only, apart from assigning the own stock; the service refuses all others',
    { tags: ['S0-6.34'] },
    async () => {
      for (const person of people) {
        const { role, tenant } = person
        const offered = new Set<Verb>()
        const accepted = new Set<Verb>()
        for (const row of await rowsOf(role, tenant))
          for (const verb of verbs) {
            if ((row['can'] as Can)[verb] === true) offered.add(verb)
            const { status } = await call(row, verb, person)
            if (status === 200) accepted.add(verb)
            else expect(status).toBe(403)
          }
        const expected = expectedVerbs(role, tenant)
        expect([...offered].toSorted(), `offered to ${role} of ${tenant}`).toEqual(expected.toSorted())
        expect([...accepted].toSorted(), `accepted from ${role} of ${tenant}`).toEqual(expected.toSorted())
      }
    },
  )

  it(
    'are hidden without the right, in other contexts and on rows that are not in consumption mode; else disabled with the reason',
    { tags: ['S0-2.53', 'S0-6.35'] },
    async () => {
      const cannot = (verb: Verb) => ({ because: `license.cannot.${verb}` })
      const hidden = (because: string) => ({ because, hidden: true })
      const canOf = async (role: Role, tenant: string, licenseType: string) =>
        (await rowsOf(role, tenant)).find((row) => row['licenseType'] === licenseType)?.['can']
      expect(await canOf('admin', 'platform', 'Edge')).toEqual({
        edit: true,
        split: cannot('split'),
        delete: true,
        assign: true,
        unassign: cannot('unassign'),
      })
      expect(await canOf('inventory_manager', 'platform', 'Foundation')).toEqual({
        edit: cannot('edit'),
        split: true,
        delete: cannot('delete'),
        assign: true,
        unassign: cannot('unassign'),
      })
      expect(await canOf('admin', 'seller', 'Edge')).toEqual({
        edit: hidden('license.cannot.edit'),
        split: hidden('license.cannot.split'),
        delete: hidden('service.because.delete'),
        assign: true,
        unassign: hidden('license.cannot.unassign'),
      })
      const withoutRights = Object.fromEntries(
        verbs.map((verb) => [verb, hidden(`service.because.${verb === 'delete' ? 'delete' : 'update'}`)]),
      )
      expect(await canOf('viewer', 'platform', 'Edge')).toEqual(withoutRights)
      expect(await canOf('admin', 'shop', 'Hybrid')).toEqual(withoutRights)
    },
  )
})
