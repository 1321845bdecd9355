import { monthAfter, monthOf } from '../../../schemas/vocabulary/months.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { lastMonth } from '../../licensing/status.ts'
import { SIZES_BY_MODEL } from '../../licensing/needed.ts'
import { addStored } from '../world/records.ts'
import { isCustomer } from './tenants.ts'
import { HISTORY_DAYS, type DemoArea, type DemoTenant, type DemoWorld } from '../world/world.ts'

/** Number of licence groups. */
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

/** Licences that customers use, with shortages here and there, and stock of resellers and customers in every calendar state. */
export const licences: DemoArea = {
  name: 'licences',
  fill(world) {
    const uses = usesOf(world)
    const sellers = world.tenants.filter(({ type }) => type === 'msp' || type === 'reseller')
    const customers = [...uses.keys()]
    const known = new Set<string>()
    for (const [tenant, needs] of uses) for (const [kind, count] of needs) addUsed(world, { tenant, kind, count, known })
    const wanted = GROUPS * world.scale
    for (let tries = 0; known.size < wanted && tries < wanted * 20; tries++) {
      const tenant = world.random.chance(0.6) ? world.random.pick(sellers) : world.random.pick(customers)
      addGroup(world, tenant, known)
    }
  },
}

/** What each customer's installed appliances and their edge boxes use: how many of each type and size, as `type|size`. */
function usesOf(world: DemoWorld): Map<DemoTenant, Map<string, number>> {
  const boxes = new Map(
    world.records.flatMap(({ entity, record }) =>
      entity === 'edge-box' ? [[record['serialNumber'], record['deploymentMode']] as const] : [],
    ),
  )
  const uses = new Map<DemoTenant, Map<string, number>>()
  for (const { entity, tenant, record } of world.records) {
    if (entity !== 'appliance' || !isCustomer(tenant)) continue
    const needs = uses.get(tenant) ?? new Map<string, number>()
    uses.set(tenant, needs)
    if (record['status'] !== 'installed') continue
    const type = boxes.get(record['serialNumber']) === 'multiwan_hybrid' ? 'Hybrid' : 'Foundation'
    const kinds = [
      'Activation|NA',
      ...(boxes.has(record['serialNumber']) ? [`${type}|${SIZES_BY_MODEL[String(record['model'])] ?? 'S'}`] : []),
    ]
    for (const kind of kinds) needs.set(kind, (needs.get(kind) ?? 0) + 1)
  }
  return uses
}

/** Running licences for what is used, with some to spare; one kind in twenty is short. */
function addUsed(
  world: DemoWorld,
  { tenant, kind, count, known }: { tenant: DemoTenant; kind: string; count: number; known: Set<string> },
): void {
  const { random } = world
  const [licenseType = '', licenseSize = ''] = kind.split('|')
  const owned = random.chance(0.05) ? count - 1 : count + random.between(0, Math.ceil(count / 8))
  const duration = random.pick([12, 24, 36])
  const startDate = monthAfter(monthOf(new Date(world.nowMs)), -random.between(0, duration - 2))
  const isUntimed = licenseType === 'Activation'
  if (owned < 1 || startDate === undefined) return
  addStock(world, { tenant, licenseType, licenseSize, count: owned, known, ...(!isUntimed && { startDate, duration }) })
}

function addGroup(world: DemoWorld, tenant: DemoTenant, known: Set<string>): void {
  const { random } = world
  const licenseType = random.pick(SOLD)
  const sizes = SIZES.filter((size) => !(size === 'XXL' && WITHOUT_XXL.has(licenseType)) && !(size === 'XS' && WITHOUT_XS.has(licenseType)))
  const isUntimed = licenseType === 'Activation' && random.chance(0.5)
  const licenseSize = licenseType === 'Activation' ? 'NA' : random.pick(sizes)
  const duration = random.pick(DURATIONS)
  const startDate = monthAfter(monthOf(new Date(world.nowMs)), random.between(-Math.min(duration + 4, 40), 5))
  if (startDate === undefined) return
  const count = random.between(1, isCustomer(tenant) ? 6 : 40)
  const isPack = random.chance(0.03)
  addStock(world, { tenant, licenseType, licenseSize, count, known, isPack, ...(!isUntimed && { startDate, duration }) })
}

interface NewStock {
  tenant: DemoTenant
  licenseType: string
  licenseSize: string
  count: number
  isPack?: boolean
  startDate?: string
  duration?: number
  /** Groups created so far; equal licences of a tenant form one group. */
  known: Set<string>
}

function addStock(world: DemoWorld, { tenant, count, isPack, known, ...what }: NewStock): void {
  const { startDate, duration } = what
  const key = [tenant.oid, ...Object.values(what)].join(' ')
  if (known.has(key)) return
  known.add(key)
  const record: Rec = {
    ...what,
    ...(startDate !== undefined && duration !== undefined && { expirationDate: lastMonth(startDate, duration) }),
    count,
    licenseMode: tenant.licensingMode === 'consumption' ? 'CONSUMPTION' : 'SUBSCRIPTION',
    ...(isPack && { isPack }),
  }
  addStored(world, { entity: 'license', tenant, record, daysAgo: world.random.between(2, HISTORY_DAYS - 40) })
}
