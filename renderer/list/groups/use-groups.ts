import { useCallback, useMemo, useRef, useState } from 'react'
import useSWR from 'swr'
import type { ListGroup, ListGroups } from '../../../schemas/list-groups.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { selectorOf } from '../../../schemas/wire/selectors.ts'
import type { RequestError } from '../../data/data-source.ts'
import { allOf, equals } from '../../data/filters/rsql.ts'
import { queryOptions } from '../../data/queries/queries.ts'
import { useHost } from '../../host.tsx'
import type { ListParts } from '../list-frame.tsx'
import { listQuery } from '../list-state.ts'

/** Rows of a group that are read at once. */
const rowsAtOnce = 100

/** A line among the rows of a grouped list that is no record. */
export interface GroupLine extends ServedRecord {
  line: { kind: 'head' | 'more' | 'failed'; group: ListGroup; isOpen: boolean }
}

/** Whether a row of the grid is the head of a group, or stands for rows that are not read yet. */
export const isLine = (row: ServedRecord | undefined): row is GroupLine => row !== undefined && 'line' in row

const nameOf = ({ value }: ListGroup): string => JSON.stringify(value)

/** Hook: the groups of a list with those of their rows that are open, read as they come into sight. */
export function useGroups({ schema, screen, list }: Pick<ListParts, 'schema' | 'screen' | 'list'>) {
  const { source, tenant } = useHost()
  const { name } = schema['x-entity']
  const { group } = list.state
  const { page: _page, size: _size, ...query } = listQuery(list.state, { schema, screen }, tenant.oid)
  const key = JSON.stringify([group, query])
  const counted = useSWR<ListGroups, RequestError>(
    ['list', name, 'groups', group, { ...query, sort: undefined }],
    () => source.groups?.(name, group, query) ?? Promise.reject(new Error('no groups')),
    { ...queryOptions, keepPreviousData: true },
  )
  const groups = counted.data?.data
  const [folds, setFolds] = useState<{ key: string; open: Record<string, number> }>()
  // The first group is open until somebody folds it.
  const first = groups?.[0]
  const open = useMemo(() => (folds?.key === key ? folds.open : { ...(first && { [nameOf(first)]: 1 }) }), [folds, key, first])
  // Pages that have been read stay while further ones are; asked for again, all of them are.
  const read = useRef({ key: '', whole: '', pages: new Map<string, Promise<ServedRecord[]>>() })
  const rowsOf = useSWR<Record<string, ServedRecord[]>, RequestError>(
    groups && ['list', name, 'rows of groups', key, open],
    async () => {
      const whole = JSON.stringify([key, open])
      if (read.current.key !== key || read.current.whole === whole) read.current.pages = new Map()
      Object.assign(read.current, { key, whole })
      const { pages } = read.current
      const pageOf = (one: ListGroup, page: number): Promise<ServedRecord[]> => {
        const filter = allOf([query.filter, groupFilter(selectorOf(schema, group), one)]) ?? ''
        const known = `${page} ${nameOf(one)}`
        const rows = pages.get(known) ?? source.list(name, { ...query, filter, page, size: rowsAtOnce }).then(({ data }) => data)
        pages.set(known, rows)
        rows.catch(() => pages.delete(known))
        return rows
      }
      const wanted = (groups ?? []).filter((one) => open[nameOf(one)] !== undefined)
      const rows = wanted.map(async (one): Promise<[string, ServedRecord[]]> => {
        const numbers = Array.from({ length: open[nameOf(one)] ?? 1 }, (_, index) => index + 1)
        return [nameOf(one), (await Promise.all(numbers.map((page) => pageOf(one, page)))).flat()]
      })
      return Object.fromEntries(await Promise.all(rows))
    },
    { ...queryOptions, keepPreviousData: true },
  )
  const set = useCallback((next: Record<string, number>) => setFolds({ key, open: next }), [key])
  const toggle = useCallback(
    (one: ListGroup) => {
      const { [nameOf(one)]: pages, ...others } = open
      set(pages === undefined ? { ...open, [nameOf(one)]: 1 } : others)
    },
    [open, set],
  )
  const { data: rows } = rowsOf
  const more = useCallback(
    (one: ListGroup) => {
      const pages = open[nameOf(one)] ?? 0
      if ((rows?.[nameOf(one)]?.length ?? 0) >= pages * rowsAtOnce) set({ ...open, [nameOf(one)]: pages + 1 })
    },
    [open, rows, set],
  )
  const hasFailed = rowsOf.error !== undefined
  const lines = useMemo(() => linesOf(groups ?? [], { open, rows: rows ?? {}, hasFailed }), [groups, open, rows, hasFailed])
  return {
    lines,
    meta: counted.data?.meta,
    shown: groups?.length ?? 0,
    error: counted.error,
    isReading: rowsOf.isValidating,
    toggle,
    more,
    retry: () => {
      void counted.mutate()
      void rowsOf.mutate()
    },
  }
}

function groupFilter(selector: string, { value }: ListGroup): string {
  return value === null ? `${selector}=isnull=true` : equals(selector, value)
}

interface Opened {
  /** Pages of each open group. */
  open: Record<string, number>
  rows: Record<string, ServedRecord[]>
  hasFailed: boolean
}

/** The rows of the grid: each group's head, what has been read of it, and a line for what has not. */
export function linesOf(groups: readonly ListGroup[], { open, rows, hasFailed }: Opened): ServedRecord[] {
  const line = (group: ListGroup, kind: GroupLine['line']['kind'], isOpen: boolean): GroupLine => ({
    oid: `${kind} ${nameOf(group)}`,
    revision: 0,
    can: {},
    line: { kind, group, isOpen },
  })
  return groups.flatMap((group) => {
    const isOpen = open[nameOf(group)] !== undefined
    const read = isOpen ? (rows[nameOf(group)] ?? []) : []
    const isLacking = isOpen && read.length < group.count
    return [line(group, 'head', isOpen), ...read, ...(isLacking ? [line(group, hasFailed ? 'failed' : 'more', true)] : [])]
  })
}
