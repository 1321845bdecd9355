import { addressToNumber, numberToAddress, prefixOf } from './formats.ts'

/** An IPv4 subnet: first and last address as numbers, and the prefix length. */
export interface Subnet {
  first: number
  last: number
  length: number
}

/** The subnet of an address with a prefix length; undefined if either is invalid. */
export function subnetAround(address: unknown, length: unknown): Subnet | undefined {
  const number = typeof address === 'string' ? addressToNumber(address) : undefined
  if (number === undefined || !Number.isInteger(length) || Number(length) < 0 || Number(length) > 32) return undefined
  const size = 2 ** (32 - Number(length))
  const first = number - (number % size)
  return { first, last: first + size - 1, length: Number(length) }
}

/** Parses a subnet such as `10.0.0.0/24`; undefined for anything else. */
export function subnetOf(text: unknown): Subnet | undefined {
  const prefix = typeof text === 'string' ? prefixOf(text) : undefined
  return prefix && subnetAround(numberToAddress(prefix.address), prefix.length)
}

/** Formats a subnet as `10.0.0.0/24`. */
export const subnetText = ({ first, length }: Subnet): string => `${numberToAddress(first) ?? ''}/${length}`

export const isInSubnet = (address: number, { first, last }: Subnet): boolean => address >= first && address <= last

/** Complaint about an operand that is not a subnet. */
export const complainNoSubnet = (operand: unknown): string | undefined =>
  subnetOf(operand) ? undefined : 'needs a subnet, as in "10.0.0.0/24"'

/** Reads a prefix length given as `24`, `/24` or `255.255.255.0`; undefined for anything else. */
export function readPrefixLength(text: string): number | undefined {
  if (/^\/?(?:\d|[12]\d|3[0-2])$/.test(text)) return Number(text.replace('/', ''))
  const mask = addressToNumber(text)
  if (mask === undefined) return undefined
  const hosts = 2 ** 32 - mask
  const length = 32 - Math.log2(hosts)
  return Number.isInteger(length) ? length : undefined
}

/** Reads an address with its prefix length, `10.0.0.0/24` or `10.0.0.0/255.255.255.0`; undefined for anything else. */
export function readAddressAndLength(text: string): { address: string; length: number } | undefined {
  const [address = '', length, ...rest] = text.split('/')
  const read = length === undefined || rest.length > 0 ? undefined : readPrefixLength(length)
  return read === undefined || addressToNumber(address) === undefined ? undefined : { address, length: read }
}
