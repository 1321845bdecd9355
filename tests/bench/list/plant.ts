import type { Plan, PlanItem, PlanResult } from '../../../schemas/plan.ts'
import type { RunningService } from '../../support/service/service.ts'

/** Where records go, and who writes them. */
interface PlantTarget {
  mail: string
  tenantOid: string
}

/** Creates records through the service's public API; throws where one is refused. */
export async function plant(service: RunningService, { mail, tenantOid }: PlantTarget, items: PlanItem[]): Promise<void> {
  const plan: Plan = { items, source: 'api', tenantOid }
  const answer = await service.call(mail, '/api/v1/plans', { method: 'POST', body: JSON.stringify(plan) })
  const result = (await answer.json()) as PlanResult
  if (!answer.ok || !result.applied) throw new Error(`a plan was refused (${answer.status}): ${JSON.stringify(result).slice(0, 600)}`)
}

/** The tenant that a demo account belongs to. */
export async function tenantOf(service: RunningService, mail: string): Promise<string> {
  const info = (await (await service.call(mail, '/api/user/v2/info')).json()) as { data: { tenant: { id: string } }[] }
  const tenantOid = info.data[0]?.tenant.id
  if (tenantOid === undefined) throw new Error(`${mail} has no tenant`)
  return tenantOid
}

export function numbers(upTo: number): number[] {
  return Array.from({ length: upTo }, (_, index) => index + 1)
}
