import { applianceCase } from './appliance-case.ts'
import { deviceCase } from './device-case.ts'
import { licenceCase } from './licence-case.ts'
import type { ListCase } from './list-case.ts'
import { partnerCase } from './partner-case.ts'

/** The measured lists: the longest ones of tenants and overlays. */
export const cases: readonly ListCase[] = [partnerCase, deviceCase, applianceCase, licenceCase]
