import type { Plan, PlanItem, PlanResult } from '../../../schemas/plan.ts'
import type { RunningService } from '../../support/service/service.ts'

/** The tenant of the records, and the account that creates them. */
interface SeedTarget {
  mail: string
  tenantOid: string
}

/** Creates records through the public API of the service; throws if one is refused. */
export async function seed(service: RunningService, { mail, tenantOid }: SeedTarget, items: PlanItem[]): Promise<void> {
  const plan: Plan = { items, source: 'api', tenantOid }
  const response = await service.call(mail, '/api/v1/plans', { method: 'POST', body: JSON.stringify(plan) })
  const result = (await response.json()) as PlanResult
  if (!response.ok || !result.applied) throw new Error(`a plan was refused (${response.status}): ${JSON.stringify(result).slice(0, 600)}`)
}

/** The tenant that a demo account belongs to. */
export async function tenantOf(service: RunningService, mail: string): Promise<string> {
  const info = (await (await service.call(mail, '/api/user/v2/info')).json()) as { data: { tenant: { id: string } }[] }
  const tenantOid = info.data[0]?.tenant.id
  if (tenantOid === undefined) throw new Error(`${mail} has no tenant`)
  return tenantOid
}

/** 1, 2, ..., `count`. */
export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
