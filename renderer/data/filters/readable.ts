import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { AccessRule, EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'

/**
 * Whether the person may read a field and the objects around it, as far as its access rule names rights (`$can.x`, `$feature.x`).
 * Only decides what is offered; what may be read, the service decides by sending it or not.
 */
export function isReadable(schema: EntitySchema, field: string, context: RuleContext): boolean {
  const parts = field.split('/')
  return parts.every((_part, index) => mayRead(fieldAt(schema, parts.slice(0, index + 1).join('/')), context))
}

/** Whether the person may read a property, as far as its own rule names rights. */
export function mayRead(property: PropertySchema | undefined, context: RuleContext): boolean {
  const rule = property?.['x-access']?.read
  return !rule || isGiven(rule, context)
}

/** Whether the person may read records of an entity whose rights are theirs in the tenant, as far as its own rules name rights and features. */
export function mayReadRecords(schema: EntitySchema, context: RuleContext): boolean {
  return context.can['read'] === true && [schema['x-operations']?.read ?? []].flat().every((rule) => isGiven(rule, context))
}

function isGiven({ when }: Pick<AccessRule, 'when'>, context: RuleContext): boolean {
  return Object.entries(when).every(([path, needed]) => {
    const [, group, name] = /^\$(can|feature)\.(.+)$/.exec(path) ?? []
    if (name === undefined) return true
    const held = (group === 'can' ? context.can : context.feature)[name] === true
    return held === (needed === true)
  })
}
