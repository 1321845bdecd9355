import { lan } from './lan.ts'
import { modes } from './modes.ts'
import { derivedLimits } from './derived-limits.ts'
import { redundancy } from './redundancy.ts'
import { routing } from './routing.ts'
import type { RuleRow } from './rule-row.ts'
import { uplinks } from './uplinks.ts'

/** Every transition of S1 section 4 with its effect on controls, values and refusals. */
export const tableOfRules: readonly RuleRow[] = [...modes, ...uplinks, ...lan, ...routing, ...redundancy, ...derivedLimits]
