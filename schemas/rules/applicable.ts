import { larger, smaller } from './lacking.ts'
import type { ControlState, RuleRefusal } from './types.ts'

/**
 * Refusals of constraints (`toRefusals`) that concern a person, with the bounds that rules make tighter: those of hidden or disabled
 * controls are dropped, since nobody could mend them. A place that the schema does not know keeps its refusal.
 */
export function applicableRefusals(refusals: readonly RuleRefusal[], state: (pointer: string) => ControlState): RuleRefusal[] {
  return refusals.flatMap((refusal) => {
    if (refusal.key === 'validation.field.unknown') return [refusal]
    const { enabled, minimum, maximum } = state(refusal.pointer)
    return enabled ? [tightened(refusal, { minimum, maximum })] : []
  })
}

function tightened(refusal: RuleRefusal, { minimum, maximum }: Record<'minimum' | 'maximum', number | undefined>): RuleRefusal {
  const { key, params } = refusal
  if (key !== 'validation.field.between' || (minimum === undefined && maximum === undefined)) return refusal
  return { ...refusal, params: { min: larger(minimum, Number(params?.['min'])), max: smaller(maximum, Number(params?.['max'])) } }
}
