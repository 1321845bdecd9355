import { expandOperations, expandResources, expandTypes } from './table.ts'
import type { RightsTable } from './table.ts'

const TOP_LEVEL = new Set(['operations', 'tenantTypes', 'resources', 'roles', 'fromAbove', 'withoutFeature', 'everyTenant', 'named'])

/** Problems of a rights table, as sentences: unknown names, operations never granted, roles that cannot be assigned. Empty if sound. */
export function checkRightsTable(table: RightsTable): string[] {
  return [...unknownKeys(table), ...resourceProblems(table), ...roleProblems(table), ...referenceProblems(table)]
}

function unknownKeys(table: RightsTable): string[] {
  return Object.keys(table)
    .filter((key) => !TOP_LEVEL.has(key))
    .map((key) => `unknown part '${key}'`)
}

/** Runs an expansion that throws on unknown names, and turns the throw into a problem. */
function problem(where: string, attempt: () => unknown): string[] {
  try {
    attempt()
    return []
  } catch (error) {
    return [`${where}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function resourceProblems(table: RightsTable): string[] {
  return Object.entries(table.resources).flatMap(([name, row]) => {
    const where = `resource '${name}'`
    const made = Object.values(row.creates ?? {})
    return [
      ...row.on.flatMap((line) => problem(where, () => expandTypes(table, line.types))),
      ...row.on.flatMap((line) => problem(where, () => expandOperations(table, line.operations))),
      ...problem(where, () => expandTypes(table, made)),
      ...(row.on.length === 0 ? [`${where}: is allowed on no tenant type`] : []),
      ...(row.within !== undefined && table.resources[row.within] === undefined
        ? [`${where}: within unknown resource '${row.within}'`]
        : []),
      ...(row.assigns !== undefined && table.roles[row.assigns] === undefined ? [`${where}: assigns unknown role '${row.assigns}'`] : []),
    ]
  })
}

function roleProblems(table: RightsTable): string[] {
  const assignable = new Set<string | undefined>(Object.values(table.resources).map((row) => row.assigns))
  return Object.entries(table.roles).flatMap(([role, grants]) => {
    const where = `role '${role}'`
    return [
      ...grants.flatMap((grant) => problem(where, () => expandResources(table, grant))),
      ...grants.flatMap((grant) => problem(where, () => expandOperations(table, grant.operations))),
      ...(assignable.has(role) ? [] : [`${where}: no resource assigns it`]),
    ]
  })
}

function referenceProblems(table: RightsTable): string[] {
  const known = (where: string, resource: string, operations: readonly string[]): string[] =>
    problem(where, () => {
      expandResources(table, { resources: [resource], operations: [] })
      expandOperations(table, operations)
      const allowed = new Set<string>(table.resources[resource]?.on.flatMap((line) => line.operations))
      for (const operation of operations) if (!allowed.has(operation)) throw new Error(`'${resource}' allows '${operation}' nowhere`)
    })
  return [
    ...Object.entries(table.tenantTypes).flatMap(([type, row]) => problem(`tenant type '${type}'`, () => expandTypes(table, row.mayHold))),
    ...table.fromAbove.flatMap((permission) => {
      const [resource = '', ...operations] = permission.split(':')
      return known('rights from above', resource, operations)
    }),
    ...table.withoutFeature.flatMap((rule) => known(`feature '${rule.feature}'`, rule.resource, rule.loses)),
    ...table.withoutFeature.flatMap((rule) => problem(`feature '${rule.feature}'`, () => expandTypes(table, rule.types))),
    ...Object.entries(table.everyTenant).flatMap(([flag, resource]) => known(flag, resource, ['list', 'read'])),
    ...Object.entries(table.named).flatMap(([resource, names]) => [
      ...known(`named rights of '${resource}'`, resource, []),
      ...Object.entries(names).flatMap(([name, [other, operation]]) => known(`named right '${name}'`, other, [operation])),
    ]),
  ]
}
