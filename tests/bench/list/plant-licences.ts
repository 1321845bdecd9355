import type { PlanItem } from '../../../schemas/plan.ts'
import { monthAfter } from '../../../schemas/vocabulary/months.ts'
import type { RunningService } from '../../support/service/service.ts'
import { numbers, plant, tenantOf } from './plant.ts'

/** A reseller who pays for what it uses. */
const MAIL = 'reseller@demo.test'
const AT_ONCE = 1_000
const TYPES = ['Foundation', 'Foundation HA', 'Hybrid', 'Hybrid HA', 'Edge', 'Edge HA', 'HA']
const SIZES = ['XS', 'S', 'M', 'L', 'XL']
const MONTHS = 6
const DURATIONS = 48

/** Adds a group of every type, size, month and duration (10,000 in all), through the service's public API; answers whose they are, and who is to ask for them. */
export async function plantLicences(service: RunningService): Promise<{ tenantOid: string; mail: string }> {
  const tenantOid = await tenantOf(service, MAIL)
  const items = TYPES.flatMap((licenseType) =>
    SIZES.flatMap((licenseSize) =>
      numbers(MONTHS).flatMap((after) =>
        numbers(DURATIONS).map((duration): PlanItem => {
          const startDate = monthAfter(new Date().toISOString().slice(0, 7), after - MONTHS / 2)
          const group = { licenseType, licenseSize, startDate, duration }
          return { entity: 'license-add', action: 'create', changes: { tenantId: tenantOid, group, count: 1 + (duration % 9) } }
        }),
      ),
    ),
  )
  for (let from = 0; from < items.length; from += AT_ONCE)
    await plant(service, { mail: MAIL, tenantOid }, items.slice(from, from + AT_ONCE))
  return { tenantOid, mail: MAIL }
}
