/** Says what of a value differs from what is printed, a line per field; nothing if all is as printed. */
export type Shape = (value: unknown, path?: string) => string[]

const seen = (value: unknown): string => (value === undefined ? 'is missing' : `is ${JSON.stringify(value).slice(0, 60)}`)

function kind(name: string, holds: (value: unknown) => boolean): Shape {
  return (value, path = '') => (holds(value) ? [] : [`${path || 'the value'} ${seen(value)}, not ${name}`])
}

export const text = kind('a text', (value) => typeof value === 'string')
export const number = kind('a number', (value) => typeof value === 'number')
export const flag = kind('true or false', (value) => typeof value === 'boolean')
export const date = kind('a date', (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)))
export const month = kind('a year and month', (value) => typeof value === 'string' && /^\d{4}-\d{2}$/.test(value))

/** One of the printed values. */
export const oneOf = (...values: unknown[]): Shape => kind(`one of ${values.join(', ')}`, (value) => values.includes(value))

/** A field that may be empty: null, or left out. */
export function optional(shape: Shape): Shape {
  return (value, path) => (value === null || value === undefined ? [] : shape(value, path))
}

/** A field that must not appear, such as a secret. */
export const hidden = kind('hidden', (value) => value === undefined || value === null)

export function list(shape: Shape): Shape {
  return (value, path = '') =>
    Array.isArray(value)
      ? value.flatMap((item, index) => shape(item, `${path}[${index}]`))
      : [`${path || 'the value'} ${seen(value)}, not a list`]
}

/** An object with at least these fields; others are none of this client's business. */
export function record(fields: Record<string, Shape>): Shape {
  return (value, path = '') => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path || 'the value'} ${seen(value)}, not an object`]
    const values = value as Record<string, unknown>
    return Object.entries(fields).flatMap(([name, shape]) => shape(values[name], path ? `${path}.${name}` : name))
  }
}

/** What differs in any of several records. */
export const differences = (items: unknown, shape: Shape): string[] => [
  ...new Set(list(shape)(items).map((line) => line.replace(/^\[\d+\]\.?/, ''))),
]
