/**
 * Runs the steps of a round one after another, in every second round from the last to the first: who comes second finds in the caches of the
 * processor what the first has just read.
 */
export async function inTurns<Name extends string, Value>(
  round: number,
  steps: Record<Name, () => Promise<Value>>,
): Promise<Record<Name, Value>> {
  const values = {} as Record<Name, Value>
  const inOrder = Object.entries(steps) as [Name, () => Promise<Value>][]
  for (const [name, step] of round % 2 === 0 ? inOrder : inOrder.toReversed()) values[name] = await step()
  return values
}
