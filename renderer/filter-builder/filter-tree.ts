import { isGroup, type Filter, type FilterGroup } from '../../schemas/filter/parse-filter.ts'

/** Where a condition stands in a filter: positions in groups; of a condition on elements, 0 is what stands within. */
export type TreePath = readonly number[]

/** A filter as a group, which is what the row of conditions shows. */
export function asGroup(filter: Filter | undefined): FilterGroup {
  if (filter === undefined) return { kind: 'and', parts: [] }
  return isGroup(filter) ? filter : { kind: 'and', parts: [filter] }
}

/** The filter with the part at a path replaced; undefined removes it, and groups that hold nothing any more. */
export function replaced(filter: Filter, path: TreePath, part: Filter | undefined): Filter | undefined {
  const [at, ...rest] = path
  if (at === undefined) return part
  if (filter.kind === 'comparison') return filter
  if (filter.kind === 'elements') {
    const inner = replaced(filter.filter, rest, part)
    return inner && { ...filter, filter: inner }
  }
  const own = filter.parts[at]
  const next = own === undefined ? part : replaced(own, rest, part)
  const parts = [...filter.parts.slice(0, at), ...(next === undefined ? [] : [next]), ...filter.parts.slice(at + 1)]
  return parts.length === 0 ? undefined : { kind: filter.kind, parts }
}

/** The filter with a further part in the group at a path; what is no group there becomes one. */
export function added(filter: Filter, path: TreePath, part: Filter): Filter {
  const [at, ...rest] = path
  if (at === undefined) {
    if (isGroup(filter)) return { kind: filter.kind, parts: [...filter.parts, part] }
    return { kind: 'and', parts: [filter, part] }
  }
  if (filter.kind === 'comparison') return filter
  if (filter.kind === 'elements') return { ...filter, filter: added(filter.filter, rest, part) }
  return { kind: filter.kind, parts: filter.parts.map((one, index) => (index === at ? added(one, rest, part) : one)) }
}

/** The group with "and" in place of "or", and the other way round. */
export const turned = ({ kind, parts }: FilterGroup): FilterGroup => ({ kind: kind === 'and' ? 'or' : 'and', parts })
