import type { Abilities } from '../../renderer/data/data-source.ts'
import { ABILITIES, type RuntimeConfig } from '../../schemas/tenancy.ts'
import type { EntityMeta } from '../../schemas/vocabulary/types.ts'

type Addresses = Pick<RuntimeConfig, 'bases' | 'abilities'>

type BaseName = keyof RuntimeConfig['bases']

/** The base path that an address is below; undefined for one below none. */
function baseOf(address: string, bases: RuntimeConfig['bases']): BaseName | undefined {
  const names = Object.keys(bases) as BaseName[]
  const above = names.filter((name) => address === bases[name] || address.startsWith(`${bases[name]}/`))
  return above.toSorted((one, other) => bases[other].length - bases[one].length)[0]
}

/** Whether what answers at a path can do everything that this product's own service does: it keeps idempotency keys, for example. */
export function isOwnPath(path: string, { bases, abilities }: Addresses): boolean {
  const base = baseOf(path, bases)
  return base === undefined || ABILITIES.every((ability) => abilities[base]?.includes(ability) ?? true)
}

/** What the services of an entity can do besides the calls of the specifications. Plans are calls of the `api` base, whatever they change. */
export function abilitiesOf(
  { route, listRoute = route }: Pick<EntityMeta, 'route' | 'listRoute'>,
  { bases, abilities }: Addresses,
): Abilities {
  const at = (address: string, ability: (typeof ABILITIES)[number]): boolean => {
    const base = baseOf(address, bases)
    return base === undefined || (abilities[base]?.includes(ability) ?? true)
  }
  // Revisions come with lists; a plan needs the records that its service knows.
  const everywhere = (ability: (typeof ABILITIES)[number]): boolean => at(route, ability) && at(listRoute, ability)
  const plans = at(bases.api, 'plans') && everywhere('plans')
  return {
    plans,
    dryRun: plans && at(bases.api, 'dryRun') && everywhere('dryRun'),
    revisions: everywhere('revisions'),
    filters: at(listRoute, 'filters'),
  }
}

/** Whether the services of an entity offer everything that this product's own service does. */
export const isComplete = (abilities: Abilities): boolean => ABILITIES.every((ability) => abilities[ability])
