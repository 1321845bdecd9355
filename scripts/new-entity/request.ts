import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { typeName } from '../generate/names.ts'

/** The arguments of `npm run new-entity`. */
export interface EntityRequest {
  root: string
  /** Entity name, kebab-case and singular. */
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

/** `vpn-zones` to `vpnZones`: the path segment of its API calls. */
export function segment(plural: string): string {
  const name = typeName(plural)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** `vpn-zone` to `Vpn zone`; the author corrects the case of acronyms. */
export function inWords(name: string): string {
  const text = name.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Parses the command line. Throws an error with the usage if an argument is missing or invalid. */
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
