import type { Abilities } from '../../../renderer/data/data-source.ts'
import type { Plan, PlanItem } from '../../../schemas/plan.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { HttpClient, Method, RequestOptions } from '../client.ts'
import { UpstreamReader, type UpstreamPorts } from './reader.ts'
import { UpstreamWriter } from './writer.ts'

/** A call that a service received. */
export interface Called extends RequestOptions {
  method: Method
  path: string
}

type Answer = unknown
type Answers = Record<string, Answer | ((call: Called) => Answer)>

export const noAbility: Abilities = { plans: false, dryRun: false, revisions: false, filters: false }

const context: RuleContext = {
  tenant: { oid: 't', name: 'T', type: 'managed_customer' },
  user: { oid: 'u' },
  can: { update: true, delete: true, create: true },
  feature: {},
  editor: {},
}

/** A service with the given answers by `METHOD path`, and what it received. Lists that it does not know are empty. */
export function otherService(answers: Answers, abilities: Abilities = noAbility) {
  const calls: Called[] = []
  const request = async (method: Method, path: string, options: RequestOptions = {}): Promise<unknown> => {
    const call = { method, path, ...options }
    calls.push(call)
    const answer = answers[`${method} ${path}`]
    if (answer === undefined) return method === 'GET' ? { data: [] } : undefined
    return typeof answer === 'function' ? (answer as (call: Called) => Answer)(call) : structuredClone(answer)
  }
  const ports: UpstreamPorts = {
    client: { request, requestBytes: request } as HttpClient,
    overlayOid: () => 'o',
    abilitiesOf: () => abilities,
    rightsIn: () => ({ context, rights: { has: () => true } }),
  }
  const written = (): Called[] => calls.filter(({ method }) => method !== 'GET')
  const read = (path: string): number => calls.filter((call) => call.method === 'GET' && call.path === path).length
  return { ports, calls, written, read }
}

/** The same with a writer of plans. */
export function writing(answers: Answers, abilities?: Abilities) {
  const service = otherService(answers, abilities)
  const writer = new UpstreamWriter(new UpstreamReader(service.ports))
  const apply = (items: PlanItem[], idempotencyKey = 'k', source: Plan['source'] = 'editor') =>
    writer.apply({ plan: { items, source, tenantOid: 't' }, idempotencyKey, signal: undefined })
  return { ...service, apply }
}
