import type { ControlState, RuleRefusal } from './types.ts'

/**
 * Refusals of constraints (`toRefusals`) that concern a person: those of hidden or disabled controls are dropped, since nobody could
 * mend them. A place that the schema does not know keeps its refusal.
 */
export function applicableRefusals(refusals: readonly RuleRefusal[], state: (pointer: string) => ControlState): RuleRefusal[] {
  return refusals.filter((refusal) => refusal.key === 'validation.field.unknown' || state(refusal.pointer).enabled)
}
