import type { PlanItem } from '../../../schemas/plan.ts'
import type { RunningService } from '../../support/service/service.ts'
import { numbers, seed, tenantOf } from './seed.ts'

const MAIL = 'vad@demo.test'
const APPLIANCES = 20_000
const BATCH_SIZE = 1_000
const MODELS = ['SDX 100', 'SDX 120 LTE', 'SDX 400', 'SDX 450 R', 'SDX 2400']
const TAGS = ['spare', 'lab', 'loan', 'returned', 'batch 7', '']

/** Creates appliances of a distributor through the public API; returns the distributor and the account that lists them. */
export async function seedAppliances(service: RunningService): Promise<{ tenantOid: string; mail: string }> {
  const tenantOid = await tenantOf(service, MAIL)
  const target = { mail: 'owner@demo.test', tenantOid: 'platform' }
  for (let from = 0; from < APPLIANCES; from += BATCH_SIZE)
    await seed(
      service,
      target,
      numbers(BATCH_SIZE).map((number) => appliance(from + number, tenantOid)),
    )
  return { tenantOid, mail: MAIL }
}

function appliance(index: number, tenantId: string): PlanItem {
  // Creates serial numbers out of sort order, like real ones.
  const spread = (index * 48_271) % 2_147_483_647
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
