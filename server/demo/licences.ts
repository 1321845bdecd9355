import { monthAfter, monthOf } from '../../schemas/vocabulary/months.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { lastMonth } from '../licensing/status.ts'
import { addStored } from './stored.ts'
import { isCustomer } from './tenants.ts'
import { HISTORY_DAYS, type DemoArea, type DemoTenant, type DemoWorld } from './world.ts'

/** Groups of licences of one world. */
const GROUPS = 2_000
const SOLD = [
  'Foundation',
  'Foundation',
  'Foundation HA',
  'Hybrid',
  'Hybrid HA',
  'Edge',
  'Edge HA',
  'HA',
  'Add-on Wan Opt',
  'Reporting',
  'CloudMesh',
  'EdgeSentry',
  'Remote V',
  'Remote C',
  'Activation',
]
const SIZES = ['XS', 'S', 'S', 'M', 'M', 'L', 'XL', 'XXL']
const WITHOUT_XXL = new Set(['Add-on Wan Opt', 'Reporting', 'Remote V', 'Remote C'])
const WITHOUT_XS = new Set(['Reporting', 'CloudMesh', 'EdgeSentry', 'Remote V', 'Remote C'])
const DURATIONS = [6, 12, 12, 12, 24, 36, 60]

/** Licences of sellers and of customers that have appliances, in every state of the calendar. */
export const licences: DemoArea = {
  name: 'licences',
  fill(world) {
    const withAppliances = new Set(world.records.filter(({ entity }) => entity === 'appliance').map(({ tenant }) => tenant))
    const sellers = world.tenants.filter(({ type }) => type === 'msp' || type === 'reseller')
    const customers = world.tenants.filter((tenant) => isCustomer(tenant) && withAppliances.has(tenant))
    const known = new Set<string>()
    const wanted = GROUPS * world.scale
    for (let tries = 0; known.size < wanted && tries < wanted * 20; tries++) {
      const tenant = world.random.chance(0.45) ? world.random.pick(sellers) : world.random.pick(customers)
      addGroup(world, tenant, known)
    }
  },
}

function addGroup(world: DemoWorld, tenant: DemoTenant, known: Set<string>): void {
  const { random } = world
  const licenseType = random.pick(SOLD)
  const sizes = SIZES.filter((size) => !(size === 'XXL' && WITHOUT_XXL.has(licenseType)) && !(size === 'XS' && WITHOUT_XS.has(licenseType)))
  const isUntimed = licenseType === 'Activation' && random.chance(0.5)
  const licenseSize = licenseType === 'Activation' ? 'NA' : random.pick(sizes)
  const duration = random.pick(DURATIONS)
  const startDate = monthAfter(monthOf(new Date(world.nowMs)), random.between(-Math.min(duration + 4, 40), 5))
  const key = [tenant.oid, licenseType, licenseSize, isUntimed ? '' : startDate, isUntimed ? '' : duration].join(' ')
  if (known.has(key) || startDate === undefined) return
  known.add(key)
  const expirationDate = lastMonth(startDate, duration)
  const period: Rec = isUntimed ? {} : { startDate, duration, expirationDate }
  const record: Rec = {
    licenseType,
    licenseSize,
    ...period,
    count: random.between(1, isCustomer(tenant) ? 12 : 60),
    licenseMode: tenant.licensingMode === 'consumption' ? 'CONSUMPTION' : 'SUBSCRIPTION',
    ...(random.chance(0.03) && { isPack: true }),
  }
  addStored(world, { entity: 'license', tenant, record, daysAgo: random.between(2, HISTORY_DAYS - 40) })
}
