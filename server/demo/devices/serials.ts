import type { DemoWorld } from '../world/world.ts'

/** A kind of appliance, by the size of the site that it is made for. */
export interface ApplianceModel {
  name: string
  /** What its serial numbers begin with. */
  prefix: string
}

const MODELS = {
  small: [
    { name: 'SDX 100', prefix: 'SDX1' },
    { name: 'SDX 120 LTE', prefix: 'SDL1' },
  ],
  usual: [
    { name: 'SDX 400', prefix: 'SDX4' },
    { name: 'SDX 450 R', prefix: 'SDR4' },
  ],
  largest: [{ name: 'SDX 2400', prefix: 'SDX9' }],
} as const satisfies Record<string, readonly ApplianceModel[]>

/** Serial numbers of one world, each once. */
export interface Serials {
  next(size: keyof typeof MODELS): string
}

const known = new WeakMap<DemoWorld, Serials>()

/** The one source of serial numbers of a world. */
export function serialsOf(world: DemoWorld): Serials {
  const found = known.get(world) ?? createSerials(world)
  known.set(world, found)
  return found
}

/** Model of an appliance, by its serial number. */
export function modelOf(serialNumber: string): string {
  const models: readonly ApplianceModel[] = Object.values(MODELS).flat()
  const found = models.find(({ prefix }) => serialNumber.startsWith(prefix))
  if (!found) throw new Error(`no model has serial numbers such as ${serialNumber}`)
  return found.name
}

/** Prefix, year and week of make, and a running number. */
function createSerials({ random }: DemoWorld): Serials {
  let count = 100_000
  return {
    next(size) {
      count += random.between(1, 9)
      const week = String(random.between(1, 52)).padStart(2, '0')
      return `${random.pick<ApplianceModel>(MODELS[size]).prefix}-${random.between(21, 25)}${week}-${count}`
    },
  }
}
