type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * Stands in for the comparing library of rjsf: what a form is given are plain objects, lists and functions, and any two functions
 * count as equal, as rjsf has it.
 */
export function createCustomEqual() {
  return function equal(one: unknown, other: unknown): boolean {
    if (Object.is(one, other)) return true
    if (typeof one === 'function' || typeof other === 'function') return typeof one === typeof other
    if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false
    const names = Object.keys(one)
    return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]))
  }
}
