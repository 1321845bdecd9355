import type { RuleRefusal } from '../../rules/types.ts'
import { toRefusals, type ConstraintError } from '../paths/message-keys.ts'
import type { EntitySchema } from '../types.ts'

/** The function that generation compiled from a schema: whether a record is valid, and in `errors` what is wrong with it. */
export interface CompiledFunction {
  (record: unknown): boolean
  errors?: readonly ConstraintError[] | null
}

/** An entity's schema and its compiled function by the schema's `$id`, as rjsf's `createPrecompiledValidator` takes them. */
export interface CompiledEntity {
  schema: EntitySchema
  functions: Readonly<Record<string, CompiledFunction>>
}

/** Checks the shape of a record. What only rules require is added by `settle`. */
export type Validate = (record: unknown) => RuleRefusal[]

/**
 * The check of service and spreadsheets. It calls the compiled function itself, because rjsf's validator around it would bring the
 * whole of rjsf's utilities into each of their processes; the editor takes that one (`renderer/rules/entity-validator.ts`).
 */
export function validateBy(check: CompiledFunction, schema: EntitySchema): Validate {
  return (record) => (check(record) ? [] : toRefusals(check.errors, schema, { record }))
}
