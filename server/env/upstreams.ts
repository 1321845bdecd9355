import { ABILITIES, type Ability, type RuntimeConfig } from '../../schemas/tenancy.ts'
import { EnvError } from './env-error.ts'

/** A base path of the service's addresses that may be answered by an upstream instead. */
export type Base = Exclude<keyof RuntimeConfig['bases'], 'docs'>

export const BASES: readonly Base[] = [
  'api',
  'user',
  'inventory',
  'ztp',
  'licensing',
  'journal',
  'networkConfiguration',
  'livemon',
  'supervision',
  'reporting',
  'applications',
  'cloudSecurity',
]

/** Those of them that serve pages, which the console frames or opens in a window. */
export const BASES_WITH_VIEWS = ['livemon', 'supervision', 'reporting', 'applications', 'cloudSecurity'] as const satisfies readonly Base[]

const ABILITIES_SUFFIX = '_ABILITIES'

/** Name of the variable that forwards a base path: `UPSTREAM_NETWORK_CONFIGURATION` for `networkConfiguration`. */
export function upstreamVariable(base: Base): string {
  return `UPSTREAM_${base.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** The base path that a variable is about; `isAddress`: where it is forwarded to, in contrast to what the upstream can do. Throws on an unknown one. */
export function upstreamOf(variable: string): { base: Base; isAddress: boolean } {
  const address = variable.endsWith(ABILITIES_SUFFIX) ? variable.slice(0, -ABILITIES_SUFFIX.length) : variable
  const base = BASES.find((one) => upstreamVariable(one) === address)
  if (base === undefined) throw new EnvError(variable, `is not a known forward; known are ${BASES.map(upstreamVariable).join(', ')}`)
  return { base, isAddress: address === variable }
}

/** What the upstreams can do, from `UPSTREAM_<BASE>_ABILITIES`; without it only what the specifications ask of them. */
export function abilitiesOf(
  source: Record<string, string | undefined>,
  upstreams: Partial<Record<Base, string>>,
): Partial<Record<Base, Ability[]>> {
  const found = Object.fromEntries(BASES.filter((base) => upstreams[base] !== undefined).map((base): [Base, Ability[]] => [base, []]))
  for (const variable of Object.keys(source).filter((name) => name.startsWith('UPSTREAM_'))) {
    const { base, isAddress } = upstreamOf(variable)
    const given = isAddress ? '' : (source[variable] ?? '')
    if (given === '') continue
    if (upstreams[base] === undefined) throw new EnvError(variable, `is about an upstream, but ${upstreamVariable(base)} names none`)
    found[base] = listed(given, variable)
  }
  return found
}

function listed(text: string, variable: string): Ability[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return names.map((name) => {
    const known = ABILITIES.find((one) => one === name)
    if (known === undefined) throw new EnvError(variable, `must list some of ${ABILITIES.join(', ')}, with commas between them`, name)
    return known
  })
}
