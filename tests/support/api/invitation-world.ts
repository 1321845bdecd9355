import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Role } from '../../../schemas/tenancy.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Queries } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { Browser } from '../../../server/identity/browser.ts'
import { OWNER, type Answer } from './api-world.ts'
import { recordsOfAnswer } from './wire-calls.ts'
import { signInWorld, type SignInWorld } from './sign-in-world.ts'

export const USERS = '/api/v1/userroles'
export const PASSWORD = 'ebb and flow at dawn'
export const OTHER_PASSWORD = 'neap tide at midnight'

/** Signed-in administrators and their tenants; tests use the names instead of tokens. */
export const ADMINISTRATORS = { owner: 'platform', msp: 'msp', customer: 'managed', other: 'otherMsp' } as const

/** The steps of invitation tests, over plain HTTP; `as` is the name of an administrator or a token. */
export interface InvitationWorld {
  service: SignInWorld
  tenant(name: string): string
  write<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  call(as: string, path: string, init?: { method?: string; body?: unknown }): Promise<Answer>
  /** Creates a role; returns its record. */
  attach(as: string, role: { tenant: string; mail: string; role?: Role }): Promise<Rec>
  detach(as: string, role: Rec): Promise<void>
  /** Requests an invitation; does not check the response. */
  requestInvitation(as: string, oid: unknown): Promise<Answer>
  /** Creates an invitation; returns its link. */
  invite(as: string, role: Rec): Promise<string>
  /** Signs in; returns the access token, empty if the password is refused. */
  signIn(mail: string, password?: string): Promise<string>
  /** The named tenants whose users the person may list, i.e. where one of their roles is in effect. */
  reachableTenants(as: string, ...names: string[]): Promise<string[]>
  stateOf(role: Rec): Promise<unknown>
  /** Journal event types of a tenant's user roles, newest first. */
  journalEvents(place: string, limit: number): Promise<unknown[]>
}

/** Sets a new password on the page of an invitation link. */
export function choosePassword(link: string, next = PASSWORD): Promise<Response> {
  return new Browser().post(link, { name: 'Guest', next, repeat: next })
}

/** Confirms the existing password on the page of an invitation link. */
export function confirmPassword(link: string, current: string): Promise<Response> {
  return new Browser().post(link, { current })
}

/** HTTP status of the page of an invitation link. */
export async function linkStatus(link: string): Promise<number> {
  return (await new Browser().go(link)).status
}

/** Starts the service before the tests of a file and stops it after them. */
export function invitationWorld(port: number, env: Record<string, string> = {}): InvitationWorld {
  const tokens = new Map<string, string>()
  let service: SignInWorld
  beforeAll(async () => {
    service = await signInWorld({ place: 'embedded', port, env })
    for (const [name, place] of Object.entries(ADMINISTRATORS)) {
      const mail = name === 'owner' ? OWNER : `${place}@world.test`
      if (name !== 'owner') await service.world.grant(mail, world.tenant(place), 'admin')
      tokens.set(name, await service.signInAs(mail))
    }
  }, 120_000)
  afterAll(() => service.dispose())
  const pathOf = ({ oid }: Rec): string => `${USERS}/${encodeURIComponent(String(oid))}`
  const revisionOf = async (role: Rec): Promise<unknown> => (await world.call('owner', pathOf(role))).body.data[0]?.['revision']
  const world: InvitationWorld = {
    get service() {
      return service
    },
    tenant: (name) => service.world.oid[name] ?? '',
    write: (work) => service.world.database.transaction(EVERYTHING, work),
    call: async (as, path, init) => {
      const answer = await service.call(tokens.get(as) ?? as, path, init)
      return { ...answer, body: recordsOfAnswer(path, answer.body) }
    },
    async attach(as, { tenant: name, mail, role = 'viewer' }) {
      const data = [{ tenantOid: world.tenant(name), mail, role }]
      const { status, body } = await world.call(as, USERS, { method: 'POST', body: { data } })
      expect(status).toBe(201)
      return body.data[0] ?? {}
    },
    async detach(as, role) {
      const data = [{ oid: role['oid'], revision: await revisionOf(role) }]
      expect((await world.call(as, USERS, { method: 'DELETE', body: { data } })).status).toBe(200)
    },
    requestInvitation: (as, oid) => world.call(as, `${pathOf({ oid })}/invitation`, { method: 'POST', body: {} }),
    async invite(as, { oid }) {
      const { status, body } = await world.requestInvitation(as, oid)
      expect(status).toBe(201)
      return String(body.data[0]?.['link'])
    },
    signIn: async (mail, password = PASSWORD) => (await service.signIn(mail, password))?.access ?? '',
    async reachableTenants(as, ...names) {
      const answers = await Promise.all(names.map((name) => world.call(as, `${USERS}?parentTenantOid=${world.tenant(name)}`)))
      return names.filter((_, index) => answers[index]?.status === 200)
    },
    stateOf: async (role) => (await world.call('owner', pathOf(role))).body.data[0]?.['state'],
    async journalEvents(place, limit) {
      const { body } = await world.call('owner', `/journal/api/v1/journal/entries/${world.tenant(place)}/UserRoles?limit=${limit}`)
      return body.data.map(({ eventType }) => eventType)
    },
  }
  return world
}

/** Changes the role of a user role record, as an administrator who may. */
export async function changeRole(world: InvitationWorld, as: string, { oid, role }: { oid: unknown; role: Role }): Promise<void> {
  const { body } = await world.call(as, `${USERS}/${encodeURIComponent(String(oid))}`)
  const data = [{ oid, revision: body.data[0]?.['revision'], role }]
  expect((await world.call(as, USERS, { method: 'PUT', body: { data } })).status).toBe(200)
}

/** Makes a person's invitation links older by `time`, e.g. `'1 hour'`. */
export async function ageLinks(world: InvitationWorld, personOid: unknown, time: string): Promise<void> {
  await world.write((queries) =>
    sql`update invitation_link set expires_at = expires_at - ${time}::interval where person_oid = ${personOid}`.execute(queries),
  )
}
