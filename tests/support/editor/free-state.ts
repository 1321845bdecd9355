import type { ControlState } from '../../../schemas/rules/types.ts'

/** The state of a control without rules. */
export const freeState: ControlState = { visible: true, enabled: true, required: false, why: [] }
