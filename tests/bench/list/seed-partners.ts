import type { PlanItem } from '../../../schemas/plan.ts'
import { CULTURES } from '../../../server/demo/world/cultures.ts'
import { createNames } from '../../../server/demo/world/names.ts'
import { createRandom } from '../../../server/demo/world/random.ts'
import type { RunningService } from '../../support/service/service.ts'
import { numbers, seed, tenantOf } from './seed.ts'

/** 20 distributors, each with 1,000 partners; the first 50 partners of each have 10 customers each (10,000 in all). */
const DISTRIBUTORS = 20
const PARTNERS_PER_DISTRIBUTOR = 1_000
const PARTNERS_WITH_CUSTOMERS = 50
const CUSTOMERS_PER_PARTNER = 10
const PLATFORM = { mail: 'owner@demo.test', tenantOid: 'all' }

/** Creates partners and customers through the public API; returns the distributor and the account that lists its partners. */
export async function seedPartners(service: RunningService): Promise<{ tenantOid: string; mail: string }> {
  const mail = 'vad@demo.test'
  const tenantOid = await tenantOf(service, mail)
  for (let index = 0; index < DISTRIBUTORS; index++)
    await seed(service, PLATFORM, distributorItems(index, index === 0 ? tenantOid : undefined))
  return { tenantOid, mail }
}

function distributorItems(index: number, distributor: string | undefined): PlanItem[] {
  const names = createNames(createRandom(index + 1))
  const create = (number: number, item: Pick<PlanItem, 'entity' | 'ref'> & { type: string; parentOid: string }): PlanItem => {
    const culture = CULTURES[(index + number) % CULTURES.length]
    if (culture === undefined) throw new Error('the demo world has no culture')
    const { entity, ref, type, parentOid } = item
    const name = `${entity === 'partner' ? names.partner(culture) : names.customer(culture).slice(0, 45)} ${index}`
    const contactName = names.contact(culture)
    const contactEmail = names.mail(`${contactName} ${index}`, name)
    const contact = { contactName, contactEmail, contactDetails: 'Created by a benchmark.' }
    return {
      entity,
      action: 'create',
      ...(ref !== undefined && { ref }),
      changes: { parentOid, type, name, ...contact, createAdmin: true },
    }
  }
  const newDistributor = distributor === undefined ? [create(0, { entity: 'partner', type: 'vad', parentOid: 'platform', ref: 'vad' })] : []
  const partners = numbers(PARTNERS_PER_DISTRIBUTOR).map((number) =>
    create(number, {
      entity: 'partner',
      type: number % 3 === 0 ? 'reseller' : 'msp',
      parentOid: distributor ?? '@vad',
      ref: `seller${number}`,
    }),
  )
  const customers = numbers(PARTNERS_WITH_CUSTOMERS * CUSTOMERS_PER_PARTNER).map((number) =>
    create(number, {
      entity: 'customer',
      type: number % 3 === 0 ? 'diy_customer' : 'managed_customer',
      parentOid: `@seller${(number % PARTNERS_WITH_CUSTOMERS) + 1}`,
    }),
  )
  return [...newDistributor, ...partners, ...customers]
}
