import { loadModule, parseSync } from 'libpg-query'
import { TENANT_TABLES } from '../../../server/db/distribution/tables.ts'

/** A node of PostgreSQL's parse tree; its keys are those of the C structures. */
type Node = Record<string, unknown>

interface Table {
  name: string
  alias: string
}

/** Views of tables that every server has. */
const VIEWS: ReadonlySet<string> = new Set(['tenant', 'saas-application', 'overlay-appliance'])
const STATEMENTS: ReadonlySet<string> = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt', 'larg', 'rarg'])

await loadModule()

/**
 * The distributed tables of a statement that are read or changed without a tenant: such a statement goes to every server of a cluster. A table names its
 * tenant by a comparison of `tenant_oid` with anything but the same column of a distributed table that names none.
 */
export function tablesWithoutTenant(text: string): string[] {
  const found: string[] = []
  visit(parseSync(text) as Node, new Set(), found)
  return found
}

function visit(node: unknown, names: ReadonlySet<string>, found: string[]): void {
  if (Array.isArray(node)) return node.forEach((each) => visit(each, names, found))
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node as Node)) {
    const isStatement = STATEMENTS.has(key) && typeof value === 'object' && value !== null && !('RangeVar' in value) && !('A_Expr' in value)
    const within = isStatement ? new Set([...names, ...tableExpressionsOf(value as Node)]) : names
    if (isStatement) found.push(...ofStatement(value as Node, { names: within, isInsert: key === 'InsertStmt' }))
    visit(value, within, found)
  }
}

/** Names of the statement's common table expressions. */
function tableExpressionsOf(statement: Node): string[] {
  const { ctes = [] } = (statement['withClause'] ?? {}) as { ctes?: { CommonTableExpr: { ctename: string } }[] }
  return ctes.map(({ CommonTableExpr: { ctename } }) => ctename)
}

function ofStatement(statement: Node, { names, isInsert }: { names: ReadonlySet<string>; isInsert: boolean }): string[] {
  const [tables, conditions]: [Table[], Node[]] = [[], []]
  for (const item of [...listOf(statement['fromClause']), ...listOf(statement['usingClause'])]) addFrom(item, tables, conditions)
  // Inserted rows have a tenant each.
  if (!isInsert && statement['relation'] !== undefined) addFrom({ RangeVar: statement['relation'] }, tables, conditions)
  addConditions(statement['whereClause'], conditions)
  const distributed = tables.filter(({ name }) => isDistributedTable(name) && !names.has(name))
  const named = namedTenants(
    conditions,
    distributed.map(({ alias }) => alias),
  )
  return distributed.filter(({ alias }) => !named.has(alias)).map(({ name }) => name)
}

/** Whether rows of a table are spread by tenant. */
export const isDistributedTable = (name: string): boolean =>
  name.startsWith('entity.') ? !VIEWS.has(name.slice('entity.'.length)) : TENANT_TABLES.includes(name)

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : [])

function addFrom(item: Node, tables: Table[], conditions: Node[]): void {
  const table = item['RangeVar'] as { schemaname?: string; relname: string; alias?: { aliasname: string } } | undefined
  if (table !== undefined) {
    const { schemaname, relname, alias } = table
    tables.push({ name: schemaname === undefined ? relname : `${schemaname}.${relname}`, alias: alias?.aliasname ?? relname })
  }
  const join = item['JoinExpr'] as { larg: Node; rarg: Node; quals?: Node } | undefined
  if (join === undefined) return
  addFrom(join.larg, tables, conditions)
  addFrom(join.rarg, tables, conditions)
  addConditions(join.quals, conditions)
}

/** What all must hold. */
function addConditions(condition: unknown, conditions: Node[]): void {
  if (typeof condition !== 'object' || condition === null) return
  const { BoolExpr: all } = condition as { BoolExpr?: { boolop: string; args: Node[] } }
  if (all?.boolop === 'AND_EXPR') for (const each of all.args) addConditions(each, conditions)
  else conditions.push(condition as Node)
}

/** Aliases of the distributed tables whose tenant is given. */
function namedTenants(conditions: readonly Node[], aliases: readonly string[]): Set<string> {
  const [named, equal]: [Set<string>, [string, string][]] = [new Set(), []]
  for (const { A_Expr: comparison } of conditions as { A_Expr?: { lexpr?: Node; rexpr?: Node; name: { String: { sval: string } }[] } }[]) {
    if (comparison?.name[0]?.String.sval !== '=') continue
    const sides = [comparison.lexpr, comparison.rexpr].map((side) => tenantColumn(side, aliases))
    const [left, right] = sides
    if (left !== undefined && right !== undefined) equal.push([left, right])
    else for (const side of sides) if (side !== undefined) named.add(side)
  }
  for (const _ of equal) for (const pair of equal) if (pair.some((alias) => named.has(alias))) for (const alias of pair) named.add(alias)
  return named
}

/** The alias of the distributed table whose column of tenants this is. */
function tenantColumn(side: Node | undefined, aliases: readonly string[]): string | undefined {
  const { fields = [] } = (side?.['ColumnRef'] ?? {}) as { fields?: { String?: { sval: string } }[] }
  const names = fields.map(({ String: name }) => name?.sval ?? '')
  if (names.at(-1) !== 'tenant_oid') return undefined
  const alias = names.length > 1 ? names.at(-2) : aliases[0]
  return alias !== undefined && aliases.includes(alias) ? alias : undefined
}
