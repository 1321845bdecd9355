import { addressToNumber } from '../formats.ts'

/** Compares numbers, addresses (by number) and texts (by code unit); undefined when the two have no order. */
export function order(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a !== 'string' || typeof b !== 'string' || a === '' || b === '') return undefined
  const [first, second] = [addressToNumber(a), addressToNumber(b)]
  if (first !== undefined && second !== undefined) return first - second
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Complaint about an operand that has no order. */
export function complainUnordered(operand: unknown): string | undefined {
  return typeof operand === 'number' || typeof operand === 'string' ? undefined : 'needs a number or a text'
}
