const ids = new WeakMap<object, string>()
let last = 0

/** What keys begin with that belong to one object, e.g. to an opened database, in a cache that others share. */
export function keysOf(owner: object): string {
  const known = ids.get(owner)
  if (known !== undefined) return known
  const id = `${++last} `
  ids.set(owner, id)
  return id
}
