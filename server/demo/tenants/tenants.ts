import type { TenantType } from '../../../schemas/vocabulary/context.ts'
import { pickCulture } from '../world/names.ts'
import { identifier, HISTORY_DAYS, officeHour, type DemoArea, type DemoTenant, type DemoWorld } from '../world/world.ts'

/** Partner types by parent: distributors with what is below them, then partners directly below the platform. */
const PARTNERS: readonly { type: TenantType; below: readonly TenantType[] }[] = [
  { type: 'vad', below: ['msp', 'msp', 'msp', 'reseller', 'reseller'] },
  { type: 'vad', below: ['msp', 'msp', 'reseller', 'reseller'] },
  { type: 'vad', below: ['msp', 'reseller'] },
  { type: 'msp', below: [] },
  { type: 'msp', below: [] },
  { type: 'msp', below: [] },
  { type: 'reseller', below: [] },
  { type: 'reseller', below: [] },
  { type: 'reseller', below: [] },
]

/** Share of customers per partner that may have some: one has many, the last has none. */
const CUSTOMERS = [62, 31, 24, 20, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5, 3, 2, 0]

const FEATURES = ['cloud_security', 'sdi', 'cloud_mesh', 'directory_users'] as const

/** The tree of partners and customers. Their records and history follow in `companies.ts`. */
export const tenants: DemoArea = {
  name: 'tenants',
  fill(world) {
    for (let round = 0; round < world.scale; round++) {
      const sellers = PARTNERS.flatMap(({ type, below }) => {
        const partner = addTenant(world, world.platform, type)
        const sellersBelow = below.map((one) => addTenant(world, partner, one))
        return type === 'vad' ? sellersBelow : [partner]
      })
      sellers.forEach((seller, index) => {
        const count = CUSTOMERS[index] ?? 0
        seller.licensingMode = (seller.type === 'reseller') === (index % 3 !== 2) ? 'consumption' : 'subscription'
        for (let made = 0; made < count; made++) {
          const customer = addTenant(world, seller, made % 4 === 3 ? 'diy_customer' : 'managed_customer')
          customer.licensingMode = seller.licensingMode
        }
      })
    }
  },
}

/** Whether a tenant is a customer. */
export function isCustomer(tenant: { type: TenantType }): boolean {
  return tenant.type === 'managed_customer' || tenant.type === 'diy_customer'
}

function addTenant(world: DemoWorld, parent: DemoTenant, type: TenantType): DemoTenant {
  const { random, names } = world
  const customer = isCustomer({ type })
  const culture = customer && random.chance(0.8) ? parent.culture : pickCulture(random)
  parent.children++
  const daysAgo = customer ? random.between(3, HISTORY_DAYS - 40) : random.between(HISTORY_DAYS - 30, HISTORY_DAYS)
  const createdAtMs = Math.max(officeHour(world, daysAgo), parent.createdAtMs + 3_600_000)
  const tenant: DemoTenant = {
    oid: identifier(world, createdAtMs),
    name: customer ? names.customer(culture) : names.partner(culture),
    type,
    parentOid: parent.oid,
    parent,
    path: `${parent.path}${parent.children.toString(36)}.`,
    state: random.chance(0.06) ? 'frozen' : 'active',
    features: customer ? featuresOf(world) : {},
    culture,
    createdAtMs,
    children: 0,
  }
  world.tenants.push(tenant)
  return tenant
}

function featuresOf({ random }: DemoWorld): DemoTenant['features'] {
  return Object.fromEntries(FEATURES.map((feature) => [feature, random.pick(['enabled', 'enabled', 'disabled', 'not_available'] as const)]))
}
