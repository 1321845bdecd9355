import type { ControlState, Explanation } from '../../schemas/rules/types.ts'

/** What the page adds to a control's state, besides the rules of the schema. */
export interface PageSays {
  /** The screen shows the field and never changes it. */
  shownOnly: boolean
  /** The object around the field lists it as required. */
  mandatory: boolean
}

const reason = (rule: string, effect: Explanation['effect'], because: string): Explanation => ({ rule, effect, because, facts: [] })

/** The engine's state, tightened by what the page says. */
export function combineState(ruled: ControlState, { shownOnly, mandatory }: PageSays): ControlState {
  if (shownOnly)
    return { ...ruled, enabled: false, required: false, why: [reason('screen.readOnly', 'enable', 'editor.because.shownOnly')] }
  if (!mandatory || !ruled.enabled || ruled.required) return ruled
  return {
    ...ruled,
    required: true,
    // Explanations are made when somebody asks for them.
    get why() {
      return [reason('required', 'require', 'editor.because.mandatory'), ...ruled.why]
    },
  }
}
