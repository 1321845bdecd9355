import type { ControlState, Explanation } from '../../schemas/rules/types.ts'

/** Loading state of records that a control depends on. */
export type Waiting = 'loading' | 'failed'

/** The state of a control on the page. */
export interface PageState extends ControlState {
  /** Present while referenced records that decide are not here. */
  waiting?: Waiting
  /** Locked until the page unlocks it; the value still counts and is saved. */
  held?: true
  /** The rules would let a person change it, but the screen only shows it. */
  shownOnly?: true
}

/** What the page adds to a control's state, besides the rules of the schema. */
export interface PageFlags {
  /** Text key of why the screen shows the field and its control never changes it; absent: the control may. */
  shownOnly?: string | undefined
  /** The object around the field lists it as required. */
  mandatory: boolean
  /** Loading state of the records that the state depends on. */
  waiting?: Waiting | undefined
  /** Text key of why the page holds the control locked for now. */
  held?: string | undefined
}

export const reason = (rule: string, effect: Explanation['effect'], because: string): Explanation => ({ rule, effect, because, facts: [] })

/** A state with some of it changed, and explanations before its own: those are made when somebody asks for them. */
export function changed(state: ControlState, part: Partial<PageState>, first: () => Explanation[] = () => []): PageState {
  return {
    ...state,
    ...part,
    get why() {
      return [...first(), ...state.why]
    },
  }
}

/** The engine's state, restricted further by the page. Until the allowed values are known, only the current value is allowed. */
export function combineState(ruled: ControlState, { shownOnly, mandatory, waiting, held }: PageFlags): PageState {
  if (shownOnly !== undefined)
    return {
      ...ruled,
      enabled: false,
      required: false,
      ...(ruled.enabled && { shownOnly: true }),
      why: [reason('screen.readOnly', 'enable', shownOnly)],
    }
  const state: PageState = waiting === undefined ? ruled : changed(ruled, { waiting, ...(waiting === 'loading' ? { options: [] } : {}) })
  if (held !== undefined && ruled.enabled)
    return changed(state, { enabled: false, held: true }, () => [reason('screen.mode', 'enable', held)])
  if (!mandatory || !ruled.enabled || ruled.required) return state
  return changed(state, { required: true }, () => [reason('required', 'require', 'editor.because.mandatory')])
}
