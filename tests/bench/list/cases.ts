import { deviceCase } from './device-case.ts'
import type { ListCase } from './list-case.ts'
import { partnerCase } from './partner-case.ts'

/** The lists that are measured: the longest that a tenant and an overlay have. */
export const cases: readonly ListCase[] = [partnerCase, deviceCase]
