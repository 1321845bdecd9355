import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { typeName } from '../generate/names.ts'

/** What the scaffold is asked to make. */
export interface EntityRequest {
  root: string
  /** kebab-case, singular. */
  name: string
  plural: string
  scope: 'tenant' | 'overlay'
  /** Navigation group of the screen. */
  group: string
}

export const usage = 'npm run new-entity -- <name> [--plural <plural>] [--scope tenant|overlay] [--group <navigation group>]'

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

/** `vpn-zone` to `vpn_zones`: the name in the rights table. */
export function resourceName(plural: string): string {
  return plural.replaceAll('-', '_')
}

/** `vpn-zones` to `vpnZones`: the name in addresses. */
export function segment(plural: string): string {
  const name = typeName(plural)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** `vpn-zone` to `VPN zone` is beyond us: to `Vpn zone`, for the author to correct. */
export function inWords(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Reads the command line. Throws with the usage on a name that cannot be one. */
export function readRequest(args: readonly string[]): EntityRequest {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      root: { type: 'string', default: resolve(import.meta.dirname, '..', '..') },
      plural: { type: 'string' },
      scope: { type: 'string', default: 'tenant' },
      group: { type: 'string' },
    },
  })
  const [name, ...rest] = positionals
  if (!name || rest.length > 0) throw new Error(`one name, please: ${usage}`)
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`"${name}" is not kebab-case, like edge-box: ${usage}`)
  if (values.scope !== 'tenant' && values.scope !== 'overlay') throw new Error(`--scope is tenant or overlay: ${usage}`)
  const group = values.group ?? (values.scope === 'tenant' ? 'administration' : 'network')
  return { root: values.root, name, plural: values.plural ?? pluralOf(name), scope: values.scope, group }
}
