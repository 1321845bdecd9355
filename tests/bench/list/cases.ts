import { applianceCase } from './appliance-case.ts'
import { deviceCase } from './device-case.ts'
import { licenceCase } from './licence-case.ts'
import type { ListCase } from './list-case.ts'
import { partnerCase } from './partner-case.ts'

/** The lists that are measured: the longest that tenants and overlays have. */
export const cases: readonly ListCase[] = [partnerCase, deviceCase, applianceCase, licenceCase]
