import type { ControlState } from '../../../schemas/rules/types.ts'

/** The state of a control about which no rule says anything. */
export const freeState: ControlState = { visible: true, enabled: true, required: false, why: [] }
