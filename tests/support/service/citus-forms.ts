import { loadModule, parseSync } from 'libpg-query'
import { LOCAL_TABLES, REFERENCE_TABLES } from '../../../server/db/distribution/tables.ts'
import { isDistributedTable } from './statement-tenants.ts'

/** A node of PostgreSQL's parse tree. */
type Node = Record<string, unknown>

await loadModule()

/** Aggregates whose answer depends on the order of rows. */
const ORDERED = new Set(['json_agg', 'jsonb_agg', 'array_agg', 'string_agg'])

/**
 * What Citus refuses of a statement that asks every server, or answers in another order than PostgreSQL, a sentence each. These are the forms that
 * failed on a cluster; its planner knows more.
 */
export function unlikeCitus(text: string): string[] {
  const tree = parseSync(text) as Node
  const unlike = new Set<string>([...asksForPlaces(tree), ...joinsLocal(tree)])
  eachSelect(tree, (select) => {
    for (const one of [...limitsBesideList(select), ...asksPerReference(select), ...losesOrder(select)]) unlike.add(one)
  })
  return [...unlike]
}

/** Each server has tables and places of its own, which mean nothing to another. */
function asksForPlaces(tree: Node): string[] {
  const isAsked = found(tree, 'ColumnRef').some(({ fields }) => ['tableoid', 'ctid'].includes(lastOf(fields) ?? ''))
  return isAsked && joinedTables(tree).some(isDistributedTable) ? ['asks where rows of a distributed table stand'] : []
}

/** What only the coordinator has is read by itself: joined with rows of other servers it may crash the coordinator. */
function joinsLocal(tree: Node): string[] {
  const tables = joinedTables(tree)
  const isJoined = tables.some(isDistributedTable) && tables.some((name) => LOCAL_TABLES.includes(name))
  return isJoined ? ['reads a table of the coordinator beside a distributed one'] : []
}

/** All that a statement reads, updates or deletes from; what it inserts may come from anywhere. */
function joinedTables(tree: Node): string[] {
  const targets = [...found(tree, 'UpdateStmt'), ...found(tree, 'DeleteStmt')].map(({ relation }) => relation as Node)
  return [...found(tree, 'RangeVar'), ...targets].map(nameOf)
}

function limitsBesideList(select: Node): string[] {
  const sources = sourcesOf(select)
  const lists = sources.flatMap(({ kind, alias }) => (kind === 'RangeFunction' ? [alias] : []))
  const isRefused = sources.some(({ kind, node }) => {
    const query = queryOf(node)
    return (
      kind === 'RangeSubselect' && node['lateral'] === true && query?.['limitCount'] !== undefined && asksAll(query) && names(query, lists)
    )
  })
  return isRefused ? ['limits rows of a distributed table for each element of a list'] : []
}

function asksPerReference(select: Node): string[] {
  const sources = sourcesOf(select)
  if (sources.some(({ node }) => reads(node))) return []
  const references = sources.flatMap(({ table, alias }) => (REFERENCE_TABLES.includes(table ?? '') ? [alias] : []))
  const isRefused = subqueriesOf([select['targetList'], select['whereClause']]).some((query) => asksAll(query) && names(query, references))
  return isRefused ? ['asks a distributed table for each row of one that every server has'] : []
}

function losesOrder(select: Node): string[] {
  const query = sourcesOf(select).map(({ node }) => queryOf(node))
  const isLost = query.some(
    (one) => one?.['sortClause'] !== undefined && one['limitCount'] === undefined && readsItself(one) && asksAll(one),
  )
  if (!isLost) return []
  const aggregates = found(select['targetList'], 'FuncCall').filter(
    ({ funcname, agg_order: order }) => order === undefined && isOrdered(funcname),
  )
  return aggregates.length > 0 ? ['collects rows of several servers in the order of a subquery without a limit'] : []
}

const isOrdered = (name: unknown): boolean => ORDERED.has((name as { String: { sval: string } }[]).at(-1)?.String.sval ?? '')

interface Source {
  kind: string
  node: Node
  alias: string
  /** Name of a table. */
  table?: string
}

/** What the statement reads from, one by one. */
function sourcesOf(select: Node): Source[] {
  return (Array.isArray(select['fromClause']) ? (select['fromClause'] as Node[]) : []).flatMap(sourcesIn)
}

function sourcesIn(item: Node): Source[] {
  const join = item['JoinExpr'] as { larg: Node; rarg: Node } | undefined
  if (join !== undefined) return [...sourcesIn(join.larg), ...sourcesIn(join.rarg)]
  return Object.entries(item).map(([kind, value]) => {
    const node = value as Node
    const table = kind === 'RangeVar' ? String(node['relname']) : undefined
    const alias = (node['alias'] as { aliasname: string } | undefined)?.aliasname ?? table ?? ''
    return { kind, node: kind === 'RangeVar' ? item : node, alias, ...(table !== undefined && { table }) }
  })
}

const queryOf = (node: Node): Node | undefined => (node['subquery'] as { SelectStmt?: Node } | undefined)?.SelectStmt

const subqueriesOf = (node: unknown): Node[] =>
  found(node, 'SubLink').flatMap((link) => [queryOf({ subquery: link['subselect'] })].filter((query) => query !== undefined))

/** Whether a distributed table is anywhere in it. */
const reads = (node: Node): boolean => found(node, 'RangeVar').some((table) => isDistributedTable(nameOf(table)))

const nameOf = ({ schemaname, relname }: Node): string => [schemaname, relname].filter(Boolean).join('.')

/** Whether it reads distributed tables, and not those rows alone that one given tenant has. */
const asksAll = (query: Node): boolean => reads(query) && !found(query, 'A_Expr').some(givesTenant)

function givesTenant({ name, lexpr, rexpr }: Node): boolean {
  const [operator] = name as { String?: { sval: string } }[]
  const sides = [lexpr, rexpr].map((side) => (side ?? {}) as Node)
  const isTenant = (side: Node): boolean => found(side, 'ColumnRef').some(({ fields }) => lastOf(fields) === 'tenant_oid')
  return operator?.String?.sval === '=' && sides.some(isTenant) && sides.some((side) => 'ParamRef' in side || 'A_Const' in side)
}

const lastOf = (fields: unknown): string | undefined => (fields as { String?: { sval: string } }[]).at(-1)?.String?.sval

/** Whether it reads a distributed table by itself. */
const readsItself = (query: Node): boolean => sourcesOf(query).some(({ kind, node }) => kind === 'RangeVar' && reads(node))

/** Whether columns of these tables are in it. */
const names = (node: Node, aliases: readonly string[]): boolean =>
  found(node, 'ColumnRef').some(({ fields }) => {
    const [first, second] = fields as { String?: { sval: string } }[]
    return second !== undefined && aliases.includes(first?.String?.sval ?? '')
  })

/** The nodes of one kind, wherever they are. */
function found(node: unknown, kind: string): Node[] {
  if (Array.isArray(node)) return node.flatMap((each) => found(each, kind))
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [...(key === kind ? [value as Node] : []), ...found(value, kind)])
}

/** The statement's own query and those in it; sides of a union have no name of their own in the tree. */
function eachSelect(node: unknown, work: (select: Node) => void): void {
  if (Array.isArray(node)) return node.forEach((each) => eachSelect(each, work))
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (key === 'SelectStmt' || ((key === 'larg' || key === 'rarg') && 'op' in (value as Node))) work(value as Node)
    eachSelect(value, work)
  }
}
