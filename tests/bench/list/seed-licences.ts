import type { PlanItem } from '../../../schemas/plan.ts'
import { monthAfter } from '../../../schemas/vocabulary/months.ts'
import type { RunningService } from '../../support/service/service.ts'
import { numbers, seed, tenantOf } from './seed.ts'

/** A reseller that is billed by consumption. */
const MAIL = 'reseller@demo.test'
const BATCH_SIZE = 1_000
const TYPES = ['Foundation', 'Foundation HA', 'Hybrid', 'Hybrid HA', 'Edge', 'Edge HA', 'HA']
const SIZES = ['XS', 'S', 'M', 'L', 'XL']
const MONTHS = 6
const DURATIONS = 48

/**
 * Adds a licence group of every type, size, month and duration (10,000 in all) through the public API.
 * Returns the reseller and the account that lists them.
 */
export async function seedLicences(service: RunningService): Promise<{ tenantOid: string; mail: string }> {
  const tenantOid = await tenantOf(service, MAIL)
  const items = TYPES.flatMap((licenseType) =>
    SIZES.flatMap((licenseSize) =>
      numbers(MONTHS).flatMap((month) =>
        numbers(DURATIONS).map((duration): PlanItem => {
          const startDate = monthAfter(new Date().toISOString().slice(0, 7), month - MONTHS / 2)
          const group = { licenseType, licenseSize, startDate, duration }
          return { entity: 'license-add', action: 'create', changes: { tenantId: tenantOid, group, count: 1 + (duration % 9) } }
        }),
      ),
    ),
  )
  for (let from = 0; from < items.length; from += BATCH_SIZE)
    await seed(service, { mail: MAIL, tenantOid }, items.slice(from, from + BATCH_SIZE))
  return { tenantOid, mail: MAIL }
}
