import { commandStart } from '../command-start.ts'
import type { Can } from '../plan.ts'
import type { Operation } from '../tenancy.ts'
import type { RuleContext } from '../vocabulary/context.ts'
import { compileCondition, type RecordCondition } from '../vocabulary/operators/condition.ts'
import type { SchemaSource } from '../vocabulary/schema/resolve-schema.ts'
import type { AccessRule, EntityMeta, EntitySchema, Rec } from '../vocabulary/types.ts'
import { rightsTable } from './table.ts'

/** A compiled condition, and the locale key of why it must hold. */
export interface Access {
  when: RecordCondition
  because: string
}

/** A condition on an operation, the status of its refusal, and whether the refused action is left out of menus. */
export interface OperationAccess extends Access {
  status: 403 | 405
  hides: boolean
}

/** An action of the record as a whole. */
export interface RecordAction {
  name: string
  needs: Access | undefined
  when: RecordCondition | undefined
  because: string
}

/** What a schema says of the operations on its records. */
export interface RecordRights {
  meta: EntityMeta
  /** Conditions on operations, in addition to the right itself; all must hold. */
  operations: Partial<Record<'create' | 'read' | 'update' | 'delete' | 'journal', readonly OperationAccess[]>>
  /** Actions on the record as a whole (`x-actions` of the root), with the required right and the condition. */
  actions: readonly RecordAction[]
  /** Operations that raise a request while the condition holds. */
  asks: Partial<Record<'create' | 'delete', Access>>
  /** Named rights that conditions ask for (`$can.readDomain`). */
  namedRights: readonly string[]
  /** Resource of the represented record (`rowsOf`), by the value of its field; absent for rows that represent themselves. */
  rowsOf: ReadonlyMap<unknown, string> | undefined
}

/** Compiles `x-operations`, `x-actions` and `x-requests` of a schema. `source` finds the schemas that it refers to. */
export function compileRecordRights(schema: EntitySchema, source: SchemaSource): RecordRights {
  const meta = schema['x-entity']
  const access = (rule: AccessRule, where: string): Access => ({
    when: compileCondition(rule.when, schema, { where, source }),
    because: rule.because,
  })
  const operations = Object.entries(schema['x-operations'] ?? {}).map(([name, rules]) => [
    name,
    [rules].flat().map((rule) => ({ ...access(rule, `x-operations ${name}`), status: rule.status ?? 403, hides: rule.hides === true })),
  ])
  const asks = Object.entries(schema['x-requests'] ?? {}).map(([name, rule]) => [name, access(rule, `x-requests ${name}`)])
  return {
    meta,
    operations: Object.fromEntries(operations) as RecordRights['operations'],
    asks: Object.fromEntries(asks) as RecordRights['asks'],
    actions: Object.entries(schema['x-actions'] ?? {}).map(([name, { when, needs, because }]) => ({
      name,
      because,
      needs: needs && access(needs, `x-actions ${name}`),
      when: when && compileCondition(when, schema, { where: `x-actions ${name}`, source }),
    })),
    namedRights: Object.keys(rightsTable.named[meta.resource] ?? {}),
    rowsOf: meta.rowsOf && new Map(Object.entries(meta.rowsOf.entities).map(([value, entity]) => [value, resourceOf(entity, source)])),
  }
}

function resourceOf(entity: string, source: SchemaSource): string {
  const found = source(entity) as EntitySchema | undefined
  if (found === undefined) throw new Error(`unknown entity '${entity}'`)
  return found['x-entity'].resource
}

/** Whether records exist implicitly: singletons and pairs. */
export function isImplicit({ singleton, pairs }: EntityMeta): boolean {
  return singleton === true || pairs !== undefined
}

/** The first condition on an operation that does not hold. */
export function objectionTo(
  { operations }: Pick<RecordRights, 'operations'>,
  operation: keyof RecordRights['operations'],
  on: { record: Rec; context: RuleContext },
): OperationAccess | undefined {
  return operations[operation]?.find(({ when }) => !when.holds(on))
}

/** The rights of a caller in a tenant. */
export interface CallerRights {
  has: (resource: string, operation: Operation) => boolean
}

/** The context of a record's tenant, that of the tenant in which the person works where it is another, and the rights there. */
export interface RightsContext {
  context: RuleContext
  acting?: RuleContext
  rights: CallerRights
}

const OPERATIONS = ['update', 'delete'] as const

/**
 * `can` of a record: the operations or the reasons against them, and the named rights in its tenant; `deleteAsks` means that deleting it
 * raises a request.
 */
export function canOf(model: RecordRights, record: Rec, { context, acting, rights }: RightsContext): Can {
  const can: Can = {}
  if (model.rowsOf !== undefined) return canOfRow(model.rowsOf.get(record[model.meta.rowsOf?.field ?? '']), rights)
  if (model.meta.readOnly === true) return can
  for (const operation of isImplicit(model.meta) ? (['update'] as const) : OPERATIONS) {
    const objection = objectionTo(model, operation, { record, context: acting ?? context })
    if (context.can[operation] !== true) can[operation] = { because: `service.because.${operation}` }
    else can[operation] = objection === undefined ? true : { because: objection.because }
  }
  for (const action of model.actions) can[action.name] = canAct(action, { record, context, update: can['update'] })
  for (const name of model.namedRights) if (context.can[name] === true) can[name] = true
  const asks = model.asks.delete
  if (context.can.delete === true && asks?.when.holds({ record, context }) === true) can['deleteAsks'] = { because: asks.because }
  return can
}

/** Checks the right first, then the condition on the operation, then conditions on any change. */
function canAct(
  { needs, when, because }: RecordAction,
  { record, context, update }: { record: Rec; context: RuleContext; update: Can[string] | undefined },
): Can[string] {
  if (needs?.when.holds({ record, context }) === false) return { because: needs.because }
  if (when?.holds({ record, context }) === false) return { because }
  return update ?? true
}

/** `can` of a row that represents another record; that record's own conditions are checked on write. */
function canOfRow(resource: string | undefined, rights: CallerRights): Can {
  if (resource === undefined) return {}
  const may = (operation: 'update' | 'delete'): Can[string] =>
    rights.has(resource, operation) ? true : { because: `service.because.${operation}` }
  return { update: may('update'), delete: may('delete') }
}

/**
 * `can` per command verb for a row of the entity that the commands change, or without one for its list as a whole. Commands run in the
 * tenant in which the person works. A command on rows that its caller has no right to is hidden.
 */
export function canCommand(commands: readonly RecordRights[], { context, rights }: Omit<RightsContext, 'acting'>, row?: Rec): Can {
  const here = commands.filter(({ meta }) => (meta.command?.prefill !== undefined) === (row !== undefined))
  return Object.fromEntries(
    here.map((command) => {
      const { command: meta } = command.meta
      const start = (): Rec => (row !== undefined && meta !== undefined ? commandStart(meta, row) : {})
      return [meta?.verb ?? '', verdict(command, start, { context, rights })]
    }),
  )
}

function verdict(command: RecordRights, start: () => Rec, { context, rights }: Omit<RightsContext, 'acting'>): Can[string] {
  const { meta } = command
  const needs = meta.command?.needs ?? 'update'
  const isOnRow = meta.command?.prefill !== undefined
  if (!rights.has(meta.resource, needs)) return { because: `service.because.${needs}`, ...(isOnRow && { hidden: true }) }
  const objection = objectionTo(command, 'create', { record: start(), context })
  return objection === undefined ? true : { because: objection.because, ...(objection.hides && { hidden: true }) }
}
