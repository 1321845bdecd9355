/**
 * Where in a record a field stands, by its texts: `WAN 1 › IP address`. Positions in lists and keys of maps have none, and inside of alike
 * parts the key of a text leaves the part out (`wans.ipAddress`). Only the innermost two, as the line is short; empty if there is no text.
 */
export function matchPlace(
  entity: string,
  field: string,
  { has, text }: { has: (key: string) => boolean; text: (key: string) => string },
): string {
  const keyOf = (names: readonly string[]): string => `${entity}.field.${names.join('.')}`
  let known: readonly string[] = []
  const labels: string[] = []
  for (const step of field.split('/')) {
    const names = [known, known.slice(0, -1)].map((around) => [...around, step]).find((one) => has(keyOf(one)))
    if (names === undefined) continue
    known = names
    labels.push(text(keyOf(names)))
  }
  return labels.slice(-2).join(' › ')
}
