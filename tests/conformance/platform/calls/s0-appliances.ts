import { data, items, nothing, param, type Call, type Reply, type Routes } from '../http/call.ts'
import { isItem, Refusal, type Item } from '../state/item.ts'
import { shownAppliance } from '../state/inventory.ts'
import { filtered, pageOf, sorted } from '../state/query.ts'
import { PLATFORM } from '../state/tenants.ts'

const ztp = '/api/ztp/v1/appliances'

/** S0 section 7, Appliances: the inventory lists, the zero-touch service writes with bare lists. */
export const applianceRoutes: Routes = {
  'GET /api/inventory/v1/appliances/{tenantOid}': listed,
  [`GET ${ztp}/{id}`]: (call) => data([shownAppliance(call.world.inventory.get(param(call, 'id')), call.world.tenants)]),
  [`POST ${ztp}`]: (call) => {
    const { inventory, tenants } = call.world
    const all = items(call, { bare: true }).map((sent) => inventory.prepared(assigned(call, sent)))
    const made = all.map((item) => inventory.add(item))
    for (const appliance of made) journal(call, 'creation', appliance)
    return data(made.map((item) => shownAppliance(item, tenants)))
  },
  [`PUT ${ztp}`]: (call) => {
    const { inventory, tenants } = call.world
    const pairs = items(call, { bare: true }).map((sent) => {
      const stored = inventory.get(sent['id'])
      return { stored, item: inventory.prepared(assigned(call, sent, stored), stored) }
    })
    const all = pairs.map(({ stored, item }) => {
      const changed = inventory.put(stored, item)
      journal(call, changed['tenantId'] === stored['tenantId'] ? 'update' : 'assignment', changed)
      return changed
    })
    return data(all.map((item) => shownAppliance(item, tenants)))
  },
  [`DELETE ${ztp}`]: (call) => {
    const { inventory } = call.world
    const all = items(call, { bare: true }).map(({ id }) => inventory.get(id))
    for (const appliance of all) {
      inventory.remove(appliance['id'])
      journal(call, 'deletion', appliance)
    }
    return nothing
  },
}

/** A new owner changes the status: what goes back to the platform is in stock, what goes anywhere else is assigned. */
function assigned(call: Call, sent: Item, stored?: Item): Item {
  const tenant = isItem(sent['tenant']) ? sent['tenant'] : {}
  const tenantId = tenant['oid'] ?? stored?.['tenantId'] ?? call.query.get('tenantOid')
  if (!call.world.tenants.find(tenantId)) throw new Refusal(400, [`The owner ${String(tenantId)} does not exist.`])
  const isMoved = stored?.['tenantId'] !== tenantId
  const status = tenantId === PLATFORM.oid ? 'In Stock' : 'Assigned'
  return { ...sent, tenantId, status: isMoved ? status : stored?.['status'] }
}

function journal({ world }: Call, eventType: string, { serialNumber, tenantId }: Item): void {
  world.journal.record({
    theme: 'Appliances',
    eventType,
    tenantOid: tenantId,
    eventDetails: { serialNumber, owner: world.tenants.nameOf(tenantId) },
  })
}

/** The names that S0 section 7 prints for the search; `lastConnectionTime` is the field lastConnection. */
const selectors = {
  serialNumber: ({ serialNumber }: Item) => serialNumber,
  ownerName: ({ ownerName }: Item) => ownerName,
  status: ({ status }: Item) => status,
  model: ({ model }: Item) => model,
  tag: ({ tag }: Item) => tag,
  lastConnectionTime: ({ lastConnection }: Item) => lastConnection,
  softwareVersion: ({ softwareVersion }: Item) => softwareVersion,
}

/** Server status filters "use a FilterStatus prefix": followed by the names that the figures of the list have. */
const conditions: Record<string, string> = {
  FilterStatusAssigned: 'Assigned',
  FilterStatusInstock: 'In Stock',
  FilterStatusInstalled: 'installed',
}

/** The figures count what the search found, whatever tab is open; totalCount counts the open tab. */
function listed(call: Call): Reply {
  const { world, query } = call
  const top = param(call, 'tenantOid')
  const owned = world.inventory.all.filter(({ tenantId }) => world.tenants.isWithin(tenantId, top))
  const found = filtered(
    owned.map((item) => shownAppliance(item, world.tenants)),
    query.get('filter'),
    selectors,
  )
  const condition = query.get('condition')
  if (condition && !conditions[condition]) throw new Refusal(400, [`${condition} is no condition of this list.`])
  const rows = condition ? found.filter(({ status }) => status === conditions[condition]) : found
  const count = (status: string): number => found.filter((item) => item['status'] === status).length
  const meta = {
    assigned: count('Assigned'),
    instock: count('In Stock'),
    installed: count('installed'),
    allstatus: found.length,
    totalCount: rows.length,
  }
  return data(pageOf(sorted(rows, query.get('sort'), selectors), query), meta)
}
