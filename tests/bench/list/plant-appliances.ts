import type { PlanItem } from '../../../schemas/plan.ts'
import type { RunningService } from '../../support/service/service.ts'
import { numbers, plant, tenantOf } from './plant.ts'

const MAIL = 'vad@demo.test'
const APPLIANCES = 20_000
const AT_ONCE = 1_000
const MODELS = ['SDX 100', 'SDX 120 LTE', 'SDX 400', 'SDX 450 R', 'SDX 2400']
const TAGS = ['spare', 'lab', 'loan', 'returned', 'batch 7', '']

/** Gives a distributor appliances, through the service's public API; answers it and who is to ask for them. */
export async function plantAppliances(service: RunningService): Promise<{ tenantOid: string; mail: string }> {
  const tenantOid = await tenantOf(service, MAIL)
  const target = { mail: 'owner@demo.test', tenantOid: 'platform' }
  for (let from = 0; from < APPLIANCES; from += AT_ONCE)
    await plant(
      service,
      target,
      numbers(AT_ONCE).map((at) => appliance(from + at, tenantOid)),
    )
  return { tenantOid, mail: MAIL }
}

function appliance(at: number, tenantId: string): PlanItem {
  // Spread over the order, as serial numbers are that makers gave out.
  const spread = (at * 48_271) % 2_147_483_647
  const serial = String(spread).padStart(10, '0')
  const tag = TAGS[spread % (TAGS.length * 10)]
  return {
    entity: 'appliance',
    action: 'create',
    changes: {
      serialNumber: `BNC-${serial.slice(0, 4)}-${serial.slice(4)}`,
      model: MODELS[spread % MODELS.length],
      softwareVersion: `22.${spread % 4}.0`,
      tenantId,
      ...(tag !== undefined && tag !== '' && { tag }),
    },
  }
}
