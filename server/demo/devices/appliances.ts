import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { overlaysOf } from '../overlays/overlays.ts'
import { modelOf, serialsOf } from './serials.ts'
import { addStored } from '../world/records.ts'
import { isCustomer } from '../tenants/tenants.ts'
import { HISTORY_DAYS, type DemoArea, type DemoTenant, type DemoWorld } from '../world/world.ts'

/** Appliances of one world, those of edge boxes included. */
const APPLIANCES = 5_000
const VERSIONS = ['21.4.3', '22.1.0', '22.2.1', '22.2.1', '22.3.0-rc2']
const TAGS = ['rack 4', 'spare', 'lab', 'loan', 'returned', 'batch 7']
const SIZES = ['small', 'small', 'small', 'usual', 'usual', 'largest'] as const

type Status = 'none' | 'In Stock' | 'Assigned' | 'installed'

/** Appliances of every status: on the platform, along the chain of partners, and at customers with or without a box. */
export const appliances: DemoArea = {
  name: 'appliances',
  fill(world) {
    const boxes = world.records.filter(({ entity }) => entity === 'edge-box')
    let left = APPLIANCES * world.scale
    const add = (one: NewAppliance): void => {
      left--
      addAppliance(world, one)
    }
    boxes.forEach(({ tenant, record }, index) => {
      const serialNumber = String(record['serialNumber'])
      // Some boxes wait for their appliance, and of a few nobody knows it.
      if (index % 37 !== 36) add({ tenant, serialNumber, status: index % 14 === 9 ? 'Assigned' : 'installed' })
    })
    for (const [index, { tenant, size }] of overlaysOf(world).entries()) {
      for (let waiting = 0; waiting < size.hubs; waiting++) add({ tenant, status: 'installed' })
      if (index % 2 === 0) add({ tenant, status: 'Assigned' })
      if (index % 9 === 0) add({ tenant, status: 'none' })
    }
    const holders = world.tenants.filter((tenant) => !isCustomer(tenant))
    while (left > 0) {
      const tenant = left % 3 === 0 ? world.platform : world.random.pick(holders)
      // In stock is what the platform owner has, assigned what others have; of some nothing is known yet.
      const held = tenant === world.platform ? ('In Stock' as const) : ('Assigned' as const)
      add({ tenant, status: world.random.pick([held, held, held, held, 'none']) })
    }
  },
}

interface NewAppliance {
  tenant: DemoTenant
  status: Status
  serialNumber?: string
}

function addAppliance(world: DemoWorld, { tenant, status, serialNumber: given }: NewAppliance): void {
  const { random } = world
  const serialNumber = given ?? serialsOf(world).next(random.pick(SIZES))
  const record: Rec = { serialNumber, model: modelOf(serialNumber), status }
  if (status !== 'none') record['softwareVersion'] = random.pick(VERSIONS)
  if (random.chance(0.2)) record['tag'] = random.pick(TAGS)
  if (status === 'installed') {
    record['info'] = `MAC ${macOf(world)}`
    record['lastConnection'] = new Date(world.nowMs - random.between(30, 86_400) * 1000).toISOString()
  }
  addStored(world, { entity: 'appliance', tenant, record, daysAgo: random.between(5, HISTORY_DAYS - 40) })
}

/** From the range that is set aside for documentation. */
function macOf({ random }: DemoWorld): string {
  const pair = (): string => random.between(0, 255).toString(16).padStart(2, '0')
  return `00:00:5e:00:53:${pair()}`
}
