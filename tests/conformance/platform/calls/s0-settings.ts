import { data, items, param, type Routes } from '../http/call.ts'
import { Refusal, type Item } from '../state/item.ts'
import { filtered, sorted } from '../state/query.ts'
import type { World } from '../state/world.ts'

/**
 * S0 section 7: both pages of settings, and the journal. The PUT calls carry no tenant in their path, so that a record names its tenant;
 * S0 prints no field for it and we take `oid`. The reporting status is `reporting`, as customers have it; `reportingStatus` is read too.
 */
export const settingsRoutes: Routes = {
  'GET /api/v1/settings/{tenantOid}': (call) => data([settingsOf(call.world, param(call, 'tenantOid'))]),
  'PUT /api/v1/settings': (call) => {
    const { world } = call
    const [sent = {}] = items(call)
    const reporting = sent['reporting'] ?? sent['reportingStatus']
    if (!['not_available', 'disabled', 'standard', 'enhanced'].includes(String(reporting)))
      throw new Refusal(400, [`Settings: ${String(reporting)} is no reporting status.`])
    const { oid, ...customer } = world.tenants.customers.get(sent['oid'])
    world.tenants.customers.put(world.tenants.customers.get(oid), { ...customer, reporting })
    return data([settingsOf(world, String(oid))])
  },
  'GET /api/v1/cloudSecSettings/{tenantOid}': (call) => data([cloudSecurityOf(call.world, param(call, 'tenantOid'))]),
  'PUT /api/v1/cloudSecSettings': (call) => {
    const [sent = {}] = items(call)
    const oid = String(sent['oid'])
    const settings = call.world.settingsOf(oid)
    const { enabled = false, clientID = null, clientSecret } = sent
    const configured = settings.cloudSecurity.configured || Boolean(clientSecret)
    if (enabled === true && !clientID) throw new Refusal(400, ['Edge security: clientID is mandatory.'])
    if (enabled === true && !configured) throw new Refusal(400, ['Edge security: clientSecret is mandatory.'])
    settings.cloudSecurity = { enabled: enabled === true, clientID: clientID === null ? null : String(clientID), configured }
    return data([cloudSecurityOf(call.world, oid)])
  },
  'POST /api/v1/cloudSecSettings/refreshCloudsec/{tenantOid}': (call) => data([cloudSecurityOf(call.world, param(call, 'tenantOid'))]),
  'GET /journal/api/v1/journal/entries/{tenantOid}/{theme}': (call) => {
    const { world, query } = call
    const top = param(call, 'tenantOid')
    const theme = param(call, 'theme')
    const seen = world.journal.entries.filter(({ tenantOid, entry }) => entry['theme'] === theme && world.tenants.isWithin(tenantOid, top))
    const entries = filtered(
      seen.map(({ entry }) => entry),
      query.get('filter'),
      journalSelectors,
    )
    const limit = Number(query.get('limit') ?? 20)
    return data(sorted(entries, query.get('sort'), journalSelectors).slice(0, limit))
  },
}

const journalSelectors = {
  eventType: ({ eventType }: Item) => eventType,
  creationDate: ({ creationDate }: Item) => creationDate,
}

const settingsOf = ({ tenants }: World, oid: string): Item => ({ oid, reporting: tenants.customers.get(oid)['reporting'] })

/** The secret is written and never read back: `configured` tells of it. */
const cloudSecurityOf = (world: World, oid: string): Item => ({ oid, ...world.settingsOf(oid).cloudSecurity, clientSecret: null })
