import type { PlanItem } from '../../../schemas/plan.ts'
import { CULTURES } from '../../../server/demo/world/cultures.ts'
import { createNames } from '../../../server/demo/world/names.ts'
import { createRandom } from '../../../server/demo/world/random.ts'
import type { RunningService } from '../../support/service/service.ts'
import { numbers, plant, tenantOf } from './plant.ts'

/** Distributors, partners below each (20,000 in all), and customers below some of those (10,000 in all). */
const DISTRIBUTORS = 20
const BELOW_EACH = 1_000
const SELLERS = 50
const CUSTOMERS_EACH = 10
const PLATFORM = { mail: 'owner@demo.test', tenantOid: 'all' }

/** Fills a demo service with partners, through its public API; answers the distributor whose people are to ask for them. */
export async function plantPartners(service: RunningService): Promise<{ tenantOid: string; mail: string }> {
  const mail = 'vad@demo.test'
  const tenantOid = await tenantOf(service, mail)
  for (let family = 0; family < DISTRIBUTORS; family++)
    await plant(service, PLATFORM, familyOf(family, family === 0 ? tenantOid : undefined))
  return { tenantOid, mail }
}

function familyOf(family: number, distributor: string | undefined): PlanItem[] {
  const names = createNames(createRandom(family + 1))
  const create = (at: number, item: Pick<PlanItem, 'entity' | 'ref'> & { type: string; parentOid: string }): PlanItem => {
    const culture = CULTURES[(family + at) % CULTURES.length]
    if (culture === undefined) throw new Error('the demo world has no culture')
    const { entity, ref, type, parentOid } = item
    const name = `${entity === 'partner' ? names.partner(culture) : names.customer(culture).slice(0, 45)} ${family}`
    const contactName = names.contact(culture)
    const contactEmail = names.mail(`${contactName} ${family}`, name)
    const contact = { contactName, contactEmail, contactDetails: 'Made for a measurement.' }
    return {
      entity,
      action: 'create',
      ...(ref !== undefined && { ref }),
      changes: { parentOid, type, name, ...contact, createAdmin: true },
    }
  }
  const own = distributor === undefined ? [create(0, { entity: 'partner', type: 'vad', parentOid: 'platform', ref: 'vad' })] : []
  const below = numbers(BELOW_EACH).map((at) =>
    create(at, { entity: 'partner', type: at % 3 === 0 ? 'reseller' : 'msp', parentOid: distributor ?? '@vad', ref: `seller${at}` }),
  )
  const customers = numbers(SELLERS * CUSTOMERS_EACH).map((at) =>
    create(at, { entity: 'customer', type: at % 3 === 0 ? 'diy_customer' : 'managed_customer', parentOid: `@seller${(at % SELLERS) + 1}` }),
  )
  return [...own, ...below, ...customers]
}
