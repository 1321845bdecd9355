/** Whether a value is absent, null, an empty text or an empty list: what `mandatory` refuses and `empty` tests. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Number of items of a list or entries of an object; 0 for anything else. */
export const sizeOf = (value: unknown): number => (value !== null && typeof value === 'object' ? Object.keys(value).length : 0)

/** Deep equality of JSON values. Absent and null are equal, also as values of properties. */
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

/** Whether a value counts as unchanged: equal, or empty both before and after. */
export function isUnchanged(before: unknown, after: unknown): boolean {
  return (isEmpty(before) && isEmpty(after)) || isSame(before, after)
}
