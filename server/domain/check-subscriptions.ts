import { sql } from 'kysely'
import { operationsOn } from '../../schemas/rights/rights.ts'
import { subscriptionLimits } from '../../schemas/subscriptions.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import { filterReader } from '../entities/filter/filter-reader.ts'
import { readFilter } from '../entities/filter/read-filter.ts'
import { resolveFilter } from '../entities/filter/resolve-filter.ts'
import { addressObjection } from '../notifications/webhook-address.ts'
import { SUBSCRIPTION } from '../notifications/watch.ts'
import { webhookPolicyOf } from '../notifications/webhook-policy.ts'
import { activeDrafts, refuse, refuseField, type Draft, type PlanWork } from '../plan/drafts/draft.ts'
import { HttpProblem } from '../plugins/problem.ts'

const isSubscription = ({ model, item }: Draft): boolean => model.name === SUBSCRIPTION && item.action !== 'delete'

/** Whoever makes a subscription owns it; a restored one is whose it was. */
export function giveOwners({ drafts, caller }: PlanWork): void {
  for (const draft of activeDrafts(drafts, 'create'))
    if (isSubscription(draft) && draft.base === undefined) draft.given = { ownerOid: caller.oid, ownerName: caller.name }
}

/** Refuses conditions that lists would refuse, addresses that are not called, and what is beyond the limits. */
export async function checkSubscriptions(work: PlanWork): Promise<void> {
  const drafts = activeDrafts(work.drafts).filter(isSubscription)
  if (drafts.length === 0) return
  for (const draft of drafts) {
    checkFilter(draft, work)
    checkWebhook(draft, work)
  }
  await checkLimits(work, drafts)
}

function checkFilter(draft: Draft, { catalogue, caller }: PlanWork): void {
  const { filter, entities } = draft.next
  const { node } = draft
  if (typeof filter !== 'string' || filter.trim() === '' || !Array.isArray(entities) || node === undefined) return
  for (const name of entities as unknown[]) {
    const model = catalogue.models.get(String(name))
    if (model === undefined) continue
    const { resource } = model.meta
    const rights = caller.rightsOn(node)
    const reader = filterReader(model, { caller, rights, tenant: node })
    // What is only on tenants below is looked at with the rights there, when it is told.
    const isHere = operationsOn(resource, node.type).length > 0
    try {
      resolveFilter(readFilter(filter), isHere ? reader : { ...reader, context: unlimited(reader.context) })
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error
      // The English words, and what consoles make their own of.
      const [why] = error.extra.errors ?? []
      const params = { entity: model.name, reason: error.message, ...(why && { why: { key: why.key, params: why.params ?? {} } }) }
      refuseField(draft, '/filter', { key: 'subscription.because.filterOf', params })
    }
  }
}

/** What a webhook tells, and where. */
const WHAT_IS_TOLD = ['webhookUrl', 'entities', 'actions', 'filter']

/** A context in which every right is given: conditions are looked at for their form alone. */
function unlimited(context: RuleContext): RuleContext {
  return { ...context, can: new Proxy({}, { get: () => true }) }
}

/** A webhook tells what its owner may read, so only the owner says what and where to, and with all of their rights. */
function checkWebhook(draft: Draft, { database, caller }: PlanWork): void {
  const { webhookUrl, ownerOid } = draft.next
  if (typeof webhookUrl !== 'string' || webhookUrl === '') return
  const changed = WHAT_IS_TOLD.filter((name) => draft.changed.includes(name))
  const [first] = changed
  if (first !== undefined && ownerOid !== caller.oid && draft.isRestored !== true)
    refuseField(draft, `/${first}`, { key: 'subscription.because.webhookOwner', forbidden: true })
  if (caller.tokenRole !== undefined && changed.length > 0)
    refuseField(draft, '/webhookUrl', { key: 'subscription.because.limitedToken', forbidden: true })
  const key = changed.includes('webhookUrl') ? addressObjection(webhookUrl, webhookPolicyOf(database)) : undefined
  if (key !== undefined) refuseField(draft, '/webhookUrl', { key })
}

async function checkLimits({ queries, caller }: PlanWork, drafts: readonly Draft[]): Promise<void> {
  const tenants = [...new Set(drafts.flatMap(({ node }) => (node === undefined ? [] : [node.oid])))]
  const { rows } = await sql<{ tenant: string; own: number; webhooks: number }>`select w.tenant_oid as tenant,
      (count(*) filter (where w.owner_oid = ${caller.oid}))::integer as own,
      (count(*) filter (where w.webhook_url is not null and w.oid <> all(${drafts.map(({ oid }) => oid)}::text[])))::integer as webhooks
    from watch w where w.tenant_oid = any(${tenants}::text[]) group by w.tenant_oid`.execute(queries)
  const counts = new Map(rows.map((row) => [row.tenant, row]))
  for (const draft of drafts) {
    const count = counts.get(draft.node?.oid ?? '') ?? { tenant: draft.node?.oid ?? '', own: 0, webhooks: 0 }
    counts.set(count.tenant, count)
    if (draft.item.action === 'create' && ++count.own > subscriptionLimits.perPerson)
      refuse(draft, 409, { key: 'subscription.because.many', params: { max: subscriptionLimits.perPerson } })
    if (
      typeof draft.next['webhookUrl'] === 'string' &&
      draft.next['webhookUrl'] !== '' &&
      ++count.webhooks > subscriptionLimits.webhooksPerTenant
    )
      refuseField(draft, '/webhookUrl', { key: 'subscription.because.manyWebhooks', params: { max: subscriptionLimits.webhooksPerTenant } })
  }
}
