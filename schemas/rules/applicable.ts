import { larger, smaller } from './refusals.ts'
import type { ControlState, RuleRefusal } from './types.ts'

/**
 * Constraint refusals (`toRefusals`) with the tighter bounds that rules set. Refusals of hidden or disabled controls are dropped,
 * because a person could not fix them. Refusals of unknown properties are kept.
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
