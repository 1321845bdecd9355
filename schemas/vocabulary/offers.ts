/**
 * A list of the service whose rows a picker offers: the endpoints that a connection may reach. A text of a row is `[property]`, or
 * `[property, field]` if the value is an option of that field of the entity.
 */
export interface Offers {
  /** Address of the list below the API; `{path}` stands for a value of the record, without which nothing is offered. */
  from: string
  /** The property that becomes the value. */
  value: string
  /** What a row is called: the name of the record first. */
  name: string[][]
  /** What is shown beside the name. */
  shows: string[][]
  /** Properties that a search looks in. */
  search: string[]
  /** Fields beside the reference that a pick fills, with the properties that they take over. */
  fills?: Record<string, string>
  /** Offers only rows whose property equals (`is`) the value at a path of the record, or differs from it (`not`). */
  where?: Record<string, { is: string } | { not: string }>
}

const placeholder = /\{([^}]+)\}/g

/** Paths of the record that an offered list depends on. */
export function pathsOfOffers({ from, where = {} }: Offers): string[] {
  return [...[...from.matchAll(placeholder)].map(([, path = '']) => path), ...Object.values(where).map((test) => pathOf(test))]
}

/** The path that a test compares with. */
export const pathOf = (test: { is: string } | { not: string }): string => ('is' in test ? test.is : test.not)

/** The address of an offered list; undefined while a value that it names is missing. */
export function addressOf({ from }: Offers, valueOf: (path: string) => string | undefined): string | undefined {
  const parts = from.split(placeholder).map((part, index) => (index % 2 === 0 ? part : valueOf(part)))
  return parts.includes(undefined)
    ? undefined
    : parts.map((part, index) => (index % 2 === 0 ? part : encodeURIComponent(part ?? ''))).join('')
}
