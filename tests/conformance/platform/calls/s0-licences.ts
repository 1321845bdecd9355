import { data, param, type Call, type Handler, type Reply, type Routes } from '../http/call.ts'
import { isItem, Refusal, type Item } from '../state/item.ts'
import { expirationOf, isMonth, readGroup, statusOf, type Group, type Licences } from '../state/licences.ts'
import { filtered, pageOf, sorted } from '../state/query.ts'
import { valueAt } from '../state/record-kind.ts'
import type { Tenants } from '../state/tenants.ts'

const base = '/api/licensing/v2/licenses'

/** S0 section 7, Licensing; assign and unassign are those of DECISIONS 2. */
export const licenceRoutes: Routes = {
  [`GET ${base}/inventory/{tenantOid}`]: listed,
  [`POST ${base}/cmd/summary/{tenantId}`]: summary,
  [`POST ${base}/cmd/create/{tenantId}`]: command('creation', (licences, { tenantId, group, count }) => {
    licences.add(tenantId, group, { count })
  }),
  [`POST ${base}/cmd/update/{tenantId}`]: command('updation', (licences, { tenantId, group, count, sent }) => {
    const target = movedGroup(sent)
    const { isPack } = licences.take(tenantId, group, count)
    licences.add(tenantId, target, { count, isPack })
  }),
  [`POST ${base}/cmd/split/{tenantId}`]: command('split', (licences, { tenantId, group, count, sent: { splitPoint } }) => {
    if (!isMonth(splitPoint)) throw new Refusal(400, ['License: splitPoint is a month.'])
    licences.split(tenantId, group, { count, splitPoint })
  }),
  [`POST ${base}/cmd/delete/{tenantId}`]: command('deletion', (licences, { tenantId, group, count }) => {
    licences.take(tenantId, group, count)
  }),
  [`POST ${base}/cmd/assign/{tenantId}`]: command('assignment', moved),
  [`POST ${base}/cmd/unassign/{tenantId}`]: command('unassignment', moved),
}

interface Command {
  tenantId: string
  group: Group
  count: number
  sent: Item
}

/** Commands have no printed answer: the list says what became of them. The tenant of the body owns the licences. No field has a default. */
function command(eventType: string, run: (licences: Licences, command: Command, tenants: Tenants) => void): Handler {
  return (call) => {
    const sent = isItem(call.body) ? call.body : {}
    const tenantId = String(sent['tenantId'] ?? '')
    const count = Number(sent['count'] ?? 0)
    if (tenantId === '') throw new Refusal(400, ['License: tenantId is mandatory.'])
    if (!(count >= 1)) throw new Refusal(400, ['License: count is from 1.'])
    call.world.tenants.get(tenantId)
    const group = readGroup(sent['group'])
    run(call.world.licences, { tenantId, group, count, sent }, call.world.tenants)
    call.world.journal.record({
      theme: 'Licensing',
      eventType,
      tenantOid: tenantId,
      eventDetails: { licenseType: group.licenseType, count },
    })
    return data([])
  }
}

function moved(licences: Licences, { tenantId, group, count, sent }: Command, tenants: Tenants): void {
  const { assignTo } = sent
  if (typeof assignTo !== 'string') throw new Refusal(400, ['License: assignTo is mandatory.'])
  tenants.get(assignTo)
  licences.take(tenantId, group, count)
  licences.add(assignTo, group, { count })
}

/** Moving to Activation clears size, start and duration (S0 section 4). */
function movedGroup(sent: Item): Group {
  const { moveToType, updateToSize, moveToDate, updateToDuration } = sent
  if (moveToType === 'Activation') return { licenseType: 'Activation', licenseSize: 'NA', startDate: null, duration: null }
  return readGroup({ licenseType: moveToType, licenseSize: updateToSize, startDate: moveToDate, duration: updateToDuration })
}

/** "A match on tenant name, type, size and status": the names stand in sections 3, those of the group with or without `group.`. */
const selectors = {
  tenantName: ({ tenantName }: Item) => tenantName,
  count: ({ count }: Item) => count,
  ...Object.fromEntries(
    ['licenseType', 'licenseSize', 'status', 'startDate', 'expirationDate', 'duration'].flatMap((name) => {
      const read = (item: Item): unknown => valueAt(item, `group.${name}`)
      return [
        [name, read],
        [`group.${name}`, read],
      ]
    }),
  ),
}

/** "A tab filter also exists": the same form as that of the appliances (DECISIONS 2). */
const conditions: Record<string, string> = {
  FilterStatusNotStarted: 'notStarted',
  FilterStatusRunning: 'running',
  FilterStatusExpired: 'expired',
}

function rowsBelow(call: Call, top: string): Item[] {
  const { licences, tenants } = call.world
  return licences.all
    .filter(({ tenantId }) => tenants.isWithin(tenantId, top))
    .map(({ tenantId, group, count, isPack, inUse }) => {
      const status = statusOf(group)
      const isExpired = status === 'expired'
      const packLicenses = {
        inStockCount: isExpired ? 0 : count - inUse,
        inUseCount: isExpired ? 0 : inUse,
        expiredCount: isExpired ? count : 0,
      }
      const moveTo = { moveToLicenseType: null, moveToLicenseSize: null, moveToStartDate: null, moveToDuration: null }
      return {
        tenantId,
        tenantName: tenants.nameOf(tenantId),
        licenseMode: modeOf(call, tenantId),
        count,
        // S0 prints the field and not its meaning: nothing is on its way to other values.
        moveToCount: 0,
        group: { ...group, expirationDate: expirationOf(group), status, isPack, packLicenses, ...moveTo },
      }
    })
}

/** The mode of the tenant, or of the partner above it. */
function modeOf(call: Call, tenantId: unknown): string {
  const tenant = call.world.tenants.find(tenantId)
  const hasMode = tenant?.['type'] === 'msp' || tenant?.['type'] === 'reseller'
  if (hasMode) return String(tenant['licensingMode']).toUpperCase()
  return tenant?.['parentOid'] ? modeOf(call, tenant['parentOid']) : 'SUBSCRIPTION'
}

/** Figures "per size, per type and per status": S0 prints their kinds; they are objects by value here. */
function listed(call: Call): Reply {
  const { query } = call
  const found = filtered(rowsBelow(call, param(call, 'tenantOid')), query.get('filter'), selectors)
  const condition = query.get('condition')
  if (condition && !conditions[condition]) throw new Refusal(400, [`${condition} is no condition of this list.`])
  const rows = condition ? found.filter((row) => valueAt(row, 'group.status') === conditions[condition]) : found
  const countBy = (name: string): Item => {
    const counts: Record<string, number> = {}
    for (const row of found) {
      const value = String(valueAt(row, `group.${name}`) ?? 'NA')
      counts[value] = (counts[value] ?? 0) + Number(row['count'])
    }
    return counts
  }
  const meta = {
    countPerSize: countBy('licenseSize'),
    countPerType: countBy('licenseType'),
    countPerStatus: countBy('status'),
    countTotalRows: rows.length,
    totalCount: rows.reduce((sum, { count }) => sum + Number(count), 0),
  }
  return data(pageOf(sorted(rows, query.get('sort'), selectors), query), meta)
}

/** Licences that are valid now or later, by type and size: those in use, and the rest. */
function summary(call: Call): Reply {
  const { licences, tenants } = call.world
  const top = param(call, 'tenantId')
  const groups = new Map<string, Item & { count: number }>()
  const count = (group: Group, status: string, number: number): void => {
    const { licenseSize } = group
    const key = `${group.licenseType} ${licenseSize} ${status}`
    const known = groups.get(key) ?? { licenseType: group.licenseType, licenseSize, count: 0, status }
    groups.set(key, { ...known, count: known.count + number })
  }
  for (const { tenantId, group, count: total, inUse } of licences.all) {
    if (!tenants.isWithin(tenantId, top)) continue
    const isExpired = statusOf(group) === 'expired'
    count(group, isExpired ? 'missing' : 'used', inUse)
    if (!isExpired) count(group, 'notUsed', total - inUse)
  }
  return data([...groups.values()].filter((group) => group.count > 0))
}
