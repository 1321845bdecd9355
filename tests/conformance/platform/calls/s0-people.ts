import { data, items, nothing, param, type Call, type Routes } from '../http/call.ts'
import { Refusal, type Item } from '../state/item.ts'
import type { World } from '../state/world.ts'

/** S0 section 7, Admin API: user roles, profile and requests. */
export const peopleRoutes: Routes = {
  'GET /api/v1/userroles': (call) => {
    const top = call.query.get('parentTenantOid') ?? 'all'
    const { userRoles, isWithin } = bound(call.world)
    return data(userRoles.all.filter(({ tenantOid }) => isWithin(tenantOid, top)).map((role) => shownRole(role, call.world)))
  },
  // The identifier is user and tenant with a slash between, encoded (DECISIONS 2).
  'GET /api/v1/userroles/{id}': (call) => data([shownRole(roleAt(call, param(call, 'id').split('/')), call.world)]),
  'POST /api/v1/userroles': (call) => {
    const { tenants } = call.world
    const all = items(call).map((sent) => tenants.userRoles.prepared(sent))
    for (const { tenantOid } of all) tenants.get(tenantOid)
    const made = all.map((role) => tenants.userRoles.add(nameOf(role), tenants.oidOfPerson(role['mail'])))
    for (const role of made) journal(call, 'creation', role)
    return data(made.map((role) => shownRole(role, call.world)))
  },
  'PUT /api/v1/userroles': (call) => {
    const { userRoles } = call.world.tenants
    const pairs = items(call).map((sent) => {
      const stored = roleAt(call, [sent['oid'], sent['tenantOid']])
      return { stored, role: userRoles.prepared(sent, stored) }
    })
    const all = pairs.map(({ stored, role }) => {
      const changed = userRoles.put(stored, role)
      journal(call, 'update', changed, stored['role'])
      return changed
    })
    return data(all.map((role) => shownRole(role, call.world)))
  },
  'DELETE /api/v1/userroles': (call) => {
    for (const role of items(call).map(({ oid, tenantOid }) => roleAt(call, [oid, tenantOid]))) {
      call.world.tenants.userRoles.removeWhere((other) => other === role)
      journal(call, 'deletion', role)
    }
    return nothing
  },
  // Path of DECISIONS 2; "save sends the profile with its name", the mail is read-only.
  'GET /api/v1/profile': ({ world }) => data([world.profile]),
  'PUT /api/v1/profile': (call) => {
    const name = items(call)[0]?.['name']
    if (typeof name !== 'string' || name.trim() === '') throw new Refusal(400, ['Profile: name is mandatory.'])
    call.world.profile = { ...call.world.profile, name }
    return data([call.world.profile])
  },
  'GET /api/v1/requests': (call) => {
    const { tenants } = call.world
    const top = call.query.get('tenantOid') ?? 'all'
    const isSeen = ({ srcTenantOid, dstTenantOid }: Item): boolean =>
      tenants.isWithin(srcTenantOid, top) || tenants.isWithin(dstTenantOid, top)
    return data(tenants.requests.all.filter(isSeen).map((request) => shownRequest(request, call.world)))
  },
  'GET /api/v1/requests/{oid}': (call) => data([shownRequest(call.world.tenants.requests.get(param(call, 'oid')), call.world)]),
  // A PATCH names status and comment (DECISIONS 2) and keeps the rest.
  'PATCH /api/v1/requests': (call) => {
    const pairs = items(call).map((sent) => ({ sent, stored: changeable(call, sent) }))
    return data(pairs.map(({ sent, stored }) => shownRequest(patched(call, stored, sent), call.world)))
  },
  'DELETE /api/v1/requests': (call) => {
    const { requests } = call.world.tenants
    const all = items(call).map(({ oid }) => requests.get(oid))
    for (const { status } of all) if (status === 'open' || status === 'active') throw new Refusal(400, ['Open and active requests stay.'])
    for (const { oid, type, srcTenantOid } of all) {
      requests.remove(oid)
      call.world.journal.record({ theme: 'Requests', eventType: 'deletion', tenantOid: srcTenantOid, eventDetails: { type } })
    }
    return nothing
  },
}

function bound({ tenants }: World) {
  return { userRoles: tenants.userRoles, isWithin: (oid: unknown, top: string) => tenants.isWithin(oid, top) }
}

function roleAt({ world }: Call, [oid, tenantOid]: unknown[]): Item {
  const found = world.tenants.roleOf(String(oid), String(tenantOid))
  if (!found) throw new Refusal(404, [`User role ${String(oid)} at ${String(tenantOid)} does not exist.`])
  return found
}

/** "Name (only when editing)": attaching sends a mail alone; somebody unknown is called by it. */
const nameOf = (role: Item): Item => ({ ...role, name: role['name'] ?? role['mail'] })

const shownRole = (role: Item, { tenants }: World): Item => ({ ...role, tenantName: tenants.nameOf(role['tenantOid']) })

function journal({ world }: Call, eventType: string, ...[{ mail, role, tenantOid }, previousRole]: [Item, unknown?]): void {
  const eventDetails = { mail, role, ...(previousRole !== undefined && { previousRole }) }
  world.journal.record({ theme: 'UserRoles', eventType, tenantOid, eventDetails })
}

const shownRequest = (request: Item, { tenants }: World): Item => ({ ...request, srcTenantName: tenants.nameOf(request['srcTenantOid']) })

/** S0 section 4: open ↔ active → resolved, and both may be resolved; cancelling is taken as resolving is. */
const nextStatus: Record<string, string[]> = {
  open: ['open', 'active', 'resolved', 'cancelled'],
  active: ['active', 'open', 'resolved', 'cancelled'],
}

function changeable({ world }: Call, sent: Item): Item {
  const stored = world.tenants.requests.get(sent['oid'])
  const status = sent['status'] ?? stored['status']
  if (!(nextStatus[String(stored['status'])] ?? []).includes(String(status)))
    throw new Refusal(400, [`A request that is ${String(stored['status'])} does not become ${String(status)}.`])
  return stored
}

function patched({ world }: Call, stored: Item, sent: Item): Item {
  const { status = stored['status'], comment = stored['comment'] } = sent
  const { oid: _, ...fields } = stored
  const changed = world.tenants.requests.put(stored, { ...fields, status, comment, lastModifiedDate: new Date().toISOString() })
  const record = (eventType: string): void =>
    world.journal.record({
      theme: 'Requests',
      eventType,
      tenantOid: stored['srcTenantOid'],
      eventDetails: { type: stored['type'], status },
    })
  if (status !== stored['status']) record('statusUpdate')
  if (comment !== stored['comment']) record('commentUpdate')
  return changed
}
