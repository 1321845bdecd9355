import { fullFormats } from 'ajv-formats/dist/formats.js'

/** A named text format: its test and the message key of its refusal (S0 section 5). Empty text passes: emptiness is `mandatory`'s business. */
export interface Format {
  key: string
  test: (text: string) => boolean
}

const forbidden = /[|='"`]/
const mailbox =
  /^[^\s@<>()[\]\\,;:"|='`]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u
const bossCharacters = /^[\p{L}\p{M}\p{N} _.()-]+$/u
const hostName = /^(?=.{1,253}$)(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** The test of a standard format, as `ajv-formats` has it. */
function standard(name: 'ipv4' | 'date' | 'date-time'): (text: string) => boolean {
  const format: unknown = fullFormats[name]
  const test = typeof format === 'object' && format !== null && 'validate' in format ? format.validate : format
  if (test instanceof RegExp) return (text) => test.test(text)
  if (typeof test === 'function') return (text) => test(text) === true
  throw new Error(`ajv-formats has no test for texts of the format "${name}"`)
}

const isAddress = standard('ipv4')

/** Number of an IPv4 address in dotted notation; undefined for any other text. */
export function addressToNumber(text: string): number | undefined {
  if (!isAddress(text)) return undefined
  return text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

/** Dotted notation of a number; undefined outside 0 to 2^32 - 1. */
export function numberToAddress(value: number): string | undefined {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) return undefined
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
}

/** Address and length of `10.0.0.1/24`; undefined for any other text. */
export function prefixOf(text: string): { address: number; length: number } | undefined {
  const [host = '', length = '', ...rest] = text.split('/')
  const number = addressToNumber(host)
  if (number === undefined || rest.length > 0 || !/^(?:\d|[12]\d|3[0-2])$/.test(length)) return undefined
  return { address: number, length: Number(length) }
}

function isSubnet(text: string): boolean {
  const prefix = prefixOf(text)
  return prefix !== undefined && prefix.address % 2 ** (32 - prefix.length) === 0
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65535

function isRange(text: string): boolean {
  const [from = '', to = '', ...rest] = text.split('-')
  return rest.length === 0 && isPort(from) && isPort(to) && Number(from) <= Number(to)
}

/**
 * Name rule of S0 section 5: at most 50 characters, no space at either end. The specification leaves the character set open;
 * ours is letters and digits of any script, space, `_ - . ( )`: what sites and boxes are called, nothing that CSV, filters or shells read.
 */
function isBossName(text: string): boolean {
  return text.length <= 50 && text === text.trim() && bossCharacters.test(text)
}

function isCommunity(text: string): boolean {
  const parts = /^([0-9A-F]{4}):([0-9A-F]{4})$/.exec(text)
  return parts !== null && !['0000', 'FFFF'].includes(parts[1] ?? '') && !['0000', 'FFFF'].includes(parts[2] ?? '')
}

function isArea(text: string): boolean {
  return isAddress(text) || (/^\d{1,10}$/.test(text) && Number(text) <= 0xffffffff)
}

const month = /^20\d{2}-(?:0[1-9]|1[0-2])$/

/** Formats under a standard name come from `ajv-formats`; the others are this domain's own. */
const definitions = {
  // Not `email`: that refuses addresses in other scripts (RFC 6531) and takes the characters that S0 section 5 forbids.
  mail: { key: 'validation.field.mail', test: (text) => mailbox.test(text) },
  'no-spaces': { key: 'validation.field.noSpaces', test: (text) => !/\s/.test(text) },
  'forbidden-characters': { key: 'validation.field.forbiddenCharacters', test: (text) => !forbidden.test(text) },
  ipv4: { key: 'validation.field.ipAddress', test: isAddress },
  'ipv4-prefix': { key: 'validation.field.ipWithPrefixLength', test: (text) => prefixOf(text) !== undefined },
  subnet: { key: 'validation.field.subnet', test: isSubnet },
  range: { key: 'validation.field.range', test: isRange },
  ranges: { key: 'validation.field.ranges', test: (text) => text.split(';').every((part) => isPort(part) || isRange(part)) },
  'ports-list': { key: 'validation.field.portsList', test: (text) => text === '*' || text.split(';').every(isPort) },
  'boss-name': { key: 'validation.field.bossName', test: isBossName },
  'bgp-community': { key: 'validation.field.bgpCommunity', test: isCommunity },
  'ospf-area': { key: 'validation.field.ospfArea', test: isArea },
  // Not `hostname`: an address or a name, and names of hosts may have underscores.
  host: { key: 'validation.field.host', test: (text) => isAddress(text) || (hostName.test(text) && !/^[\d.]+$/.test(text)) },
  date: { key: 'validation.field.date', test: standard('date') },
  'date-time': { key: 'validation.field.dateTime', test: standard('date-time') },
  month: { key: 'validation.field.month', test: (text) => month.test(text) },
} satisfies Record<string, Format>

/** Every format that schemas may name; an unknown one fails `checkSchema`. */
export const formatTable: Readonly<Record<string, Format>> = definitions

/** Format name to predicate, as AJV takes it (`ajv.addFormat(name, formats[name])`, or by import from the compiled validators). */
export const formats: Readonly<Record<string, (text: string) => boolean>> = Object.fromEntries(
  Object.entries(formatTable).map(([name, format]) => [name, (text: string) => text === '' || format.test(text)]),
)
