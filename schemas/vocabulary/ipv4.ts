import { addressToNumber, numberToAddress, prefixOf } from './formats.ts'

/** The addresses of an IPv4 subnet, as numbers. */
export interface Subnet {
  first: number
  last: number
  length: number
}

/** The subnet in which an address lies with a prefix length; undefined for anything else. */
export function subnetAround(address: unknown, length: unknown): Subnet | undefined {
  const number = typeof address === 'string' ? addressToNumber(address) : undefined
  if (number === undefined || !Number.isInteger(length) || Number(length) < 0 || Number(length) > 32) return undefined
  const size = 2 ** (32 - Number(length))
  const first = number - (number % size)
  return { first, last: first + size - 1, length: Number(length) }
}

/** The subnet that a text such as `10.0.0.0/24` names; undefined for anything else. */
export function subnetOf(text: unknown): Subnet | undefined {
  const prefix = typeof text === 'string' ? prefixOf(text) : undefined
  return prefix && subnetAround(numberToAddress(prefix.address), prefix.length)
}

/** `10.0.0.0/24`. */
export const subnetText = ({ first, length }: Subnet): string => `${numberToAddress(first) ?? ''}/${length}`

export const isInSubnet = (address: number, { first, last }: Subnet): boolean => address >= first && address <= last

/** Complaint about a literal that names no subnet. */
export const complainNoSubnet = (operand: unknown): string | undefined =>
  subnetOf(operand) ? undefined : 'needs a subnet, as in "10.0.0.0/24"'
