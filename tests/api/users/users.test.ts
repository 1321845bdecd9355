import { join } from 'node:path'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { changeDirectly } from '../../support/api/change-directly.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { renamePerson } from '../../../server/domain/rename-person.ts'
import { acceptInvitation } from '../../../server/identity/accounts/accept-invitation.ts'
import { completeInvitation, openLink } from '../../../server/identity/accounts/invitations.ts'
import { loadTexts } from '../../../server/identity/pages/texts.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { registerProblems } from '../../../server/plugins/problem.ts'
import { registerInvitations } from '../../../server/user-api/invitations.ts'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'

const ROUTE = '/api/v1/userroles'

describe.each(places)('people and their roles on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
  })
  afterAll(() => world.dispose())

  const tenant = (name: string): string => world.oid[name] ?? ''
  const send = (method: string, data: Rec[], as?: string): Promise<Answer> =>
    world.call(method, ROUTE, { body: { data }, ...(as !== undefined && { as }) })
  const attach = (record: Rec, as?: string): Promise<Answer> => send('POST', [record], as)
  const list = (name: string, as?: string): Promise<Answer> =>
    world.call('GET', `${ROUTE}?parentTenantOid=${tenant(name)}`, { ...(as !== undefined && { as }) })
  const findRole = async (name: string, mail: string): Promise<Rec> => {
    const one = (await list(name)).body.data.find((record) => record['mail'] === mail)
    if (one === undefined) throw new Error(`nobody has the address ${mail} in ${name}`)
    return one
  }

  it(
    'are attached by mail address, in any letter case: it becomes the name of a new person, and known people keep their name',
    { tags: ['S0-7.31', 'H-4.1'] },
    async () => {
      const first = await attach({ tenantOid: tenant('msp'), mail: 'new@people.test', role: 'viewer' })
      expect(first).toMatchObject({
        status: 201,
        body: { data: [{ name: 'new@people.test', role: 'viewer', tenantName: 'msp', revision: 1 }] },
      })
      const roles = async (): Promise<unknown> =>
        (await world.caller('new@people.test')).rightsOn((await world.caller('msp@world.test')).memberships[0]!.tenant).roles
      expect(await roles()).toEqual([])
      await world.prove('new@people.test')
      expect(await roles()).toEqual(['viewer'])
      await attach({ tenantOid: tenant('vad'), mail: 'ada@people.test', name: 'Ada Lock', role: 'viewer' })
      const again = await attach({ tenantOid: tenant('managed'), mail: 'ADA@People.test', name: 'Somebody Else', role: 'admin' })
      const before = await findRole('vad', 'ada@people.test')
      expect(again.body.data[0]).toMatchObject({ mail: 'ada@people.test', name: 'Ada Lock', userOid: before['userOid'] })
      expect(again.body.data[0]?.['oid']).toBe(`${String(before['userOid'])}/${tenant('managed')}`)
      const twice = await attach({ tenantOid: tenant('managed'), mail: 'Ada@people.TEST', role: 'viewer' })
      expect(twice).toMatchObject({ status: 400, body: { errors: [{ pointer: '/data/0/mail', key: 'user-role.mail.taken' }] } })
    },
  )

  it('become one person when several callers, or one plan, attach the same address at the same time', async () => {
    const tenantOids = ['msp', 'vad', 'managed', 'otherMsp'].map(tenant)
    for (const [round, mail] of ['one@at-once.test', 'two@at-once.test', 'three@at-once.test'].entries()) {
      const answers = await Promise.all(
        tenantOids.map((tenantOid, index) =>
          attach({ tenantOid, mail: index % 2 === round % 2 ? mail : mail.toUpperCase(), role: 'viewer' }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(tenantOids.map(() => 201))
      expect(new Set(answers.map(({ body }) => body.data[0]?.['userOid'])).size).toBe(1)
    }
    const together = tenantOids.slice(0, 2).map((tenantOid) => ({ tenantOid, mail: 'both@at-once.test', role: 'viewer' }))
    expect(new Set((await send('POST', together)).body.data.map((record) => record['userOid'])).size).toBe(1)
    const { rows } = await world.database.withScope(EVERYTHING, (queries) =>
      sql<{ invited: number; people: number }>`select count(*)::int as people, count(i.person_oid)::int as invited
        from person p left join invitation i on i.person_oid = p.oid where lower(p.mail) like '%@at-once.test'`.execute(queries),
    )
    expect(rows).toEqual([{ people: 4, invited: 4 }])
  })

  it(
    'are identified by person and tenant, in one identifier or in two fields, and lose their access with their role',
    { tags: ['S0-3.12', 'S0-7.30', 'S0-7.33', 'D-2.8'] },
    async () => {
      await attach({ tenantOid: tenant('msp'), mail: 'leaver@people.test', role: 'admin' })
      const { oid, userOid, tenantOid } = await findRole('msp', 'leaver@people.test')
      await world.prove('leaver@people.test')
      const identifier = encodeURIComponent(`${String(userOid)}/${String(tenantOid)}`)
      expect((await world.call('GET', `${ROUTE}/${identifier}`)).body.data).toMatchObject([{ oid }])
      expect((await list('msp', 'leaver@people.test')).status).toBe(200)
      const changed = await send('PUT', [{ oid: userOid, tenantOid, revision: 1, role: 'viewer' }])
      expect(changed).toMatchObject({ status: 200, body: { data: [{ oid, role: 'viewer', revision: 2 }] } })
      expect(await send('DELETE', [{ oid: userOid, tenantOid, revision: 2 }])).toMatchObject({ status: 200, body: { data: [{ oid }] } })
      expect((await list('msp', 'leaver@people.test')).status).toBe(404)
      expect((await verifyJournal(world.database)).faults).toEqual([])
    },
  )

  it('can neither be given nor lose a role that the caller may not give', { tags: ['S0-6.15'] }, async () => {
    const mail = 'domain@people.test'
    await attach({ tenantOid: tenant('msp'), mail, role: 'domain_manager' })
    await world.prove(mail)
    for (const [who, role] of [
      ['msp@world.test', 'sa'],
      [mail, 'admin'],
    ])
      expect(await attach({ tenantOid: tenant('msp'), mail: 'climber@people.test', role }, who)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/data/0/role', key: 'user-role.because.role' }] },
      })
    const refused = { because: 'user-role.because.above' }
    const admin = (await list('msp', mail)).body.data.find((one) => one['mail'] === 'msp@world.test')
    expect(admin?.['can']).toMatchObject({ update: refused, delete: refused })
    const { oid, revision } = admin ?? {}
    expect((await send('PUT', [{ oid, revision, role: 'viewer' }], mail)).status).toBe(403)
    expect((await send('DELETE', [{ oid, revision }], mail)).status).toBe(403)
    const own = await findRole('msp', mail)
    expect((await send('PUT', [{ oid: own['oid'], revision: 1, role: 'admin' }], mail)).body.errors[0]).toMatchObject({
      key: 'user-role.because.role',
    })
  })

  it('are listed by viewers, and attached, changed and detached by those who manage people', { tags: ['S0-6.24', 'S0-7.29'] }, async () => {
    const mail = 'subject@people.test'
    const outcomes: unknown[] = []
    for (const role of ['viewer', 'network_manager', 'inventory_manager', 'domain_manager', 'admin'] as const) {
      const as = `${role}@rights.test`
      await world.grant(as, tenant('msp'), role)
      const listed = (await list('msp', as)).status
      const attached = (await attach({ tenantOid: tenant('msp'), mail, role: 'viewer' }, as)).status
      if (attached !== 201) await attach({ tenantOid: tenant('msp'), mail, role: 'viewer' })
      const { oid, revision } = await findRole('msp', mail)
      const changed = await send('PUT', [{ oid, revision, role: 'no_access' }], as)
      const detached = await send('DELETE', [{ oid, revision: changed.body.data?.[0]?.['revision'] ?? revision }], as)
      if (detached.status !== 200) await send('DELETE', [{ oid, revision }])
      outcomes.push([role, listed, attached, changed.status, detached.status])
    }
    expect(outcomes).toEqual([
      ['viewer', 200, 403, 403, 403],
      ['network_manager', 403, 403, 404, 404],
      ['inventory_manager', 403, 403, 404, 404],
      ['domain_manager', 200, 201, 200, 200],
      ['admin', 200, 201, 200, 200],
    ])
  })

  it('are listed and attached only within the tree of the caller', async () => {
    const { oid } = await findRole('otherMsp', 'otherMsp@world.test')
    expect((await world.call('GET', `${ROUTE}/${encodeURIComponent(String(oid))}`, { as: 'msp@world.test' })).status).toBe(404)
    expect((await list('otherMsp', 'msp@world.test')).status).toBe(404)
    const foreign = await attach({ tenantOid: tenant('otherMsp'), mail: 'spy@people.test', role: 'viewer' }, 'msp@world.test')
    expect(foreign.status).toBe(404)
    const listed = (await list('msp', 'msp@world.test')).body.data.map((record) => record['tenantOid'])
    expect(listed).toEqual(expect.arrayContaining([tenant('msp'), tenant('diy')]))
    expect(listed.filter((oid) => ![tenant('msp'), tenant('managed'), tenant('diy')].includes(String(oid)))).toEqual([])
  })

  it(
    'cannot leave the platform without a super administrator, even when the last two are demoted at the same time',
    { tags: ['H-4.2'] },
    async () => {
      const owner = await findRole('platform', 'owner@world.test').catch(
        async () => (await list('platform')).body.data.find((one) => one['role'] === 'sa') ?? {},
      )
      const last = { key: 'user-role.because.lastAdministrator' }
      expect(await send('DELETE', [{ oid: owner['oid'], revision: owner['revision'] }])).toMatchObject({
        status: 400,
        body: { errors: [last] },
      })
      expect(await send('PUT', [{ oid: owner['oid'], revision: owner['revision'], role: 'viewer' }])).toMatchObject({
        status: 400,
        body: { errors: [{ ...last, pointer: '/data/0/role' }] },
      })
      const [second] = (await attach({ tenantOid: 'platform', mail: 'second@people.test', role: 'sa' })).body.data
      // A super administrator whose address is not proven does not count.
      const { oid, revision } = owner
      expect((await send('PUT', [{ oid, revision, role: 'admin' }])).body.errors[0]).toMatchObject(last)
      const successor = { tenantOid: 'platform', mail: 'third@people.test', role: 'sa' }
      const items = [
        { entity: 'user-role', action: 'delete', oid, revision },
        { entity: 'user-role', action: 'create', changes: successor },
      ]
      const swap = await world.call('POST', '/api/v1/plans', { body: { items, source: 'editor', tenantOid: 'platform' } })
      expect(JSON.stringify(swap.body)).toContain(last.key)
      await world.prove('second@people.test')
      const demotions = [owner, second ?? {}].map((one) => send('PUT', [{ oid: one['oid'], revision: one['revision'], role: 'admin' }]))
      const statuses = (await Promise.all(demotions)).map(({ status }) => status).toSorted()
      // If the owner is demoted before the second call is checked, that call is refused for missing rights.
      expect([
        [200, 400],
        [200, 403],
      ]).toContainEqual(statuses)
      const { rows } = await world.database.withScope(EVERYTHING, (queries) =>
        sql`select from user_role where tenant_oid = 'platform' and role = 'sa'`.execute(queries),
      )
      expect(rows).toHaveLength(1)
      await world.grant(String(owner['mail']), 'platform', 'sa')
    },
  )

  it('who are new can be attached only where the user directory is enabled; known people can be attached anywhere', async () => {
    const off = JSON.stringify({ directory_users: 'disabled' })
    await changeDirectly(world.database, sql`update tenant set features = ${off}::jsonb where oid = ${tenant('diy')}`)
    const stranger = await attach({ tenantOid: tenant('diy'), mail: 'stranger@people.test', role: 'viewer' }, 'diy@world.test')
    expect(stranger).toMatchObject({ status: 403, body: { errors: [{ pointer: '/data/0/mail', key: 'user-role.because.directory' }] } })
    expect((await attach({ tenantOid: tenant('diy'), mail: 'msp@world.test', role: 'viewer' }, 'diy@world.test')).status).toBe(201)
  })

  it('have journal entries with their role and the previous one', { tags: ['S0-3.34', 'S0-7.32'] }, async () => {
    await attach({ tenantOid: tenant('otherCustomer'), mail: 'told@people.test', role: 'viewer' })
    const { oid } = await findRole('otherCustomer', 'told@people.test')
    await send('PUT', [{ oid, revision: 1, role: 'network_manager' }])
    await send('DELETE', [{ oid, revision: 2 }])
    const { body } = await world.call('GET', `/journal/api/v1/journal/entries/${tenant('otherCustomer')}/UserRoles?limit=3`)
    expect(
      body.data.map(({ eventType, eventDetails }) => [eventType, (eventDetails as Rec)['role'], (eventDetails as Rec)['previousRole']]),
    ).toEqual([
      ['deletion', 'network_manager', undefined],
      ['update', 'network_manager', 'viewer'],
      ['creation', 'viewer', undefined],
    ])
  })

  it(
    'are invited by callers who may give the role, with a link for each role, and get the name that they choose in every role',
    { tags: ['H-4.1'] },
    async () => {
      const app = fastify()
      registerProblems(app)
      app.decorateRequest('caller')
      app.addHook('onRequest', async (request) => {
        request.caller = await world.caller(String(request.headers['x-mail']))
      })
      const texts = loadTexts(join(import.meta.dirname, '..', '..', '..'))
      registerInvitations(app, { db: world.database, publicUrl: 'https://console.test', isEmbedded: true, texts })
      const mail = 'guest@people.test'
      const [first] = (await attach({ tenantOid: tenant('msp'), mail, role: 'viewer' })).body.data
      const invite = async (as: string): Promise<{ status: number; link: string; key: unknown }> => {
        const url = `${ROUTE}/${encodeURIComponent(String(first?.['oid']))}/invitation`
        const answer = await app.inject({ method: 'POST', url, headers: { 'x-mail': as } })
        const body = answer.json() as Answer['body']
        return { status: answer.statusCode, link: String(body.data?.[0]?.['link']), key: body.errors?.[0]?.['key'] }
      }
      const token = ({ link }: { link: string }): string => new URL(link).searchParams.get('token') ?? ''
      expect((await invite('otherMsp@world.test')).status).toBe(404)
      const early = await invite('msp@world.test')
      const late = await invite('msp@world.test')
      expect([early.status, late.status]).toEqual([201, 201])
      const opened = (link: { link: string }): Promise<unknown> =>
        world.database.transaction(EVERYTHING, (queries) => openLink(queries, token(link)))
      expect(await opened(early)).toBeUndefined()
      expect(await opened(late)).toMatchObject({ mail })
      const pending = { state: 'pending', invitedAt: expect.stringMatching(/^20/) }
      expect(await findRole('msp', mail)).toMatchObject(pending)
      for (const other of [mail, 'waiting@people.test']) await attach({ tenantOid: tenant('otherMsp'), mail: other, role: 'viewer' })
      expect(await opened(late)).toMatchObject({ mail })

      await completeInvitation(world.database, String(first?.['userOid']))
      expect(await opened(late)).toBeUndefined()
      const last = await invite('owner@world.test')
      expect(await acceptInvitation(world.database, token(last), { name: mail, passwordHash: 'none' })).toBe(true)
      expect(await invite('owner@world.test')).toMatchObject({ status: 409, key: 'user-role.because.come' })
      expect(await findRole('msp', mail)).toMatchObject({ state: 'active' })
      expect((await findRole('msp', mail))['invitedAt']).toBeUndefined()
      const waiting = (await world.call('GET', `${ROUTE}?parentTenantOid=${tenant('otherMsp')}&filter=state==pending`)).body.data
      expect(waiting.map((record) => record['mail'])).toContain('waiting@people.test')
      expect(waiting.map((record) => record['mail'])).not.toContain(mail)
      const renamed = { oid: String(first?.['userOid']), name: 'Gwen Guest', before: mail }
      await world.database.transaction(EVERYTHING, (queries) => renamePerson(queries, renamed, world.database.secretKey))
      for (const name of ['msp', 'otherMsp']) expect(await findRole(name, mail)).toMatchObject({ name: 'Gwen Guest', revision: 2 })
      expect((await verifyJournal(world.database)).faults).toEqual([])
      const { rows } = await world.database.withScope(EVERYTHING, (queries) =>
        sql<{ text: string }>`select string_agg(entry::text, '') as text from journal`.execute(queries),
      )
      for (const invitation of [early, late]) expect(rows[0]?.text).not.toContain(token(invitation))
      await app.close()
    },
  )

  it(
    'are imported with a name, into tenants of the caller, with roles that the caller may give; one bad row refuses the whole import',
    { tags: ['S0-5.52'] },
    async () => {
      const row = (changes: Rec): Rec => ({
        entity: 'user-role',
        action: 'create',
        changes: { tenantOid: tenant('managed'), mail: 'row@people.test', name: 'Row', role: 'viewer', ...changes },
      })
      const items = [
        row({}),
        row({ mail: 'a@people.test', name: '' }),
        row({ mail: 'b@people.test', role: 'domain_manager' }),
        row({ mail: 'c@people.test', tenantOid: tenant('otherCustomer') }),
      ]
      const { status, body } = await world.call('POST', '/api/v1/plans', {
        as: 'msp@world.test',
        body: { items, source: 'import', tenantOid: tenant('msp') },
      })
      expect(status).toBe(400)
      expect(body.errors.map(({ pointer, key }) => `${String(pointer)} ${String(key)}`)).toEqual([
        '/items/1/changes/name validation.field.mandatory',
        '/items/2/changes/role user-role.because.role',
        '/items/3/changes/tenantOid service.reference.unknown',
      ])
      expect((await list('managed')).body.data.some(({ mail }) => mail === 'row@people.test')).toBe(false)
    },
  )
})
