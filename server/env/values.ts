import { isIP } from 'node:net'
import { EnvError } from './env-error.ts'
import type { GivenSecret } from './given-secret.ts'

/** Variables as the environment has them. */
export type Source = Record<string, string | undefined>

/** An identifier of somebody else's: taken as it is, for it is compared letter by letter. */
export function word(source: Source, variable: string): string | undefined {
  const value = source[variable]
  if (value === undefined || value === '') return undefined
  if (/[\s"\\]|[^ -~]/.test(value)) throw new EnvError(variable, 'must be one identifier without blanks or quotation marks', value)
  return value
}

/** One of some words, or `otherwise` where nothing is set. */
export function choice<T extends string>(source: Source, variable: string, { among, otherwise }: { among: readonly T[]; otherwise: T }): T {
  const value = source[variable]
  if (value === undefined || value === '') return otherwise
  const found = among.find((one) => one === value)
  if (!found) throw new EnvError(variable, `must be one of ${among.join(', ')}`, value)
  return found
}

/** A whole number within bounds, or `otherwise` where nothing is set. */
export function integer(source: Source, variable: string, bounds: { from: number; to: number; otherwise: number }): number {
  const value = source[variable]
  if (value === undefined || value === '') return bounds.otherwise
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= bounds.from && number <= bounds.to))
    throw new EnvError(variable, `must be a whole number from ${bounds.from} to ${bounds.to}`, value)
  return number
}

/** An address with one of the protocols, without a slash at the end. */
export function address(source: Source, variable: string, protocols: readonly string[]): string | undefined {
  const value = source[variable]
  return value === undefined || value === '' ? undefined : checkedAddress({ value, variable }, protocols)
}

/** The same for a value that may come from a file. */
export function checkedAddress({ value, variable }: GivenSecret, protocols: readonly string[]): string {
  const expectation = `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
  if (!hasProtocol(value, protocols)) throw new EnvError(variable, expectation, withoutPassword(value))
  return value.replace(/\/+$/, '')
}

/** Whether a text is an address with one of the protocols. */
export function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

/** The service lives at the root of its address: its cookies, redirects and pages name paths from there. */
export function origin(source: Source, variable: string): string | undefined {
  const value = address(source, variable, ['http:', 'https:'])
  if (value !== undefined && new URL(value).href !== `${new URL(value).origin}/`)
    throw new EnvError(variable, 'must be an address without a path, such as https://console.example.org', withoutPassword(value))
  return value
}

/** A mail address. */
export function mail(source: Source, variable: string): string | undefined {
  const value = source[variable]
  if (value === undefined || value === '') return undefined
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new EnvError(variable, 'must be a mail address', value)
  return value
}

/** Addresses and networks with commas between them. */
export function networks(source: Source, variable: string): string[] {
  const list = (source[variable] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  for (const one of list) {
    const [ip = '', bits] = one.split('/')
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 6 ? 128 : 32))
    if (isIP(ip) === 0 || !isNetwork)
      throw new EnvError(variable, 'must list addresses or networks such as 10.0.0.0/8, with commas between them', one)
  }
  return list
}

/** Whatever stands between a name and the last `@`, and behind `password=`: addresses that are not well formed hold passwords, too. */
export function withoutPassword(value: string): string {
  return value.replace(/^((?:[a-z][\w+.-]*:\/\/)?[^:@]*):.*@/is, '$1:***@').replace(/(password|passwd|pwd)=[^&\s]*/gi, '$1=***')
}
