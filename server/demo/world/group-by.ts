/** Groups a list by a key; keys keep the order in which they first occur. */
export function groupBy<T, K>(list: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>()
  for (const item of list) {
    const group = found.get(keyOf(item))
    if (group) group.push(item)
    else found.set(keyOf(item), [item])
  }
  return found
}
