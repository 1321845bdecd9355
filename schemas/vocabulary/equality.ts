/** Nothing was given: absent, null, empty text or empty list. What `mandatory` refuses and `empty` asks. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** How many items or entries there are; nothing and single values have none. */
export const sizeOf = (value: unknown): number => (value !== null && typeof value === 'object' ? Object.keys(value).length : 0)

/** Deep equality of JSON values; absent and null are the same, as is a property that holds either. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a === undefined || a === null || b === undefined || b === null) return (a ?? null) === (b ?? null)
  if (typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  }
  return hasSameProperties(a as Record<string, unknown>, b as Record<string, unknown>)
}

function hasSameProperties(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  return (
    Object.keys(a).every((key) => isSame(a[key], b[key])) &&
    Object.keys(b).every((key) => Object.hasOwn(a, key) || (b[key] ?? null) === null)
  )
}

/** Whether a caller would call the value unchanged: the same, or both empty in whatever way. */
export function isUnchanged(before: unknown, after: unknown): boolean {
  return (isEmpty(before) && isEmpty(after)) || isSame(before, after)
}
