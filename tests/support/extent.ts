/**
 * Whether this run is exhaustive: `npm run test:exhaustive` runs every case of every suite; `npm test` runs the short extent,
 * in which a suite over many similar cases runs one representative of each class.
 */
export const isExhaustive = process.env['TEST_EXTENT'] === 'exhaustive'

/**
 * The cases that a suite runs: all of them in an exhaustive run, else those whose `key` is one of the representatives.
 * Write the representatives as literals: the coverage table reads them from the source. Throws if a representative is not a case.
 */
export function inExtent<Case, Key extends keyof Case & string>(
  cases: readonly Case[],
  key: Key,
  representatives: readonly (Case[Key] & string)[],
): readonly Case[] {
  const unknown = representatives.filter((name) => cases.every((one) => one[key] !== name))
  if (unknown.length > 0) throw new Error(`No case has this ${key}: ${unknown.join(', ')}`)
  return isExhaustive ? cases : cases.filter((one) => representatives.some((name) => name === one[key]))
}
