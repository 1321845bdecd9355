import { subscribe } from 'valtio'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser, TenantScope } from '../../schemas/tenancy.ts'
import { failingService, refusal, type Refusal } from '../../tests/support/failing-service.ts'
import { createContextLoader } from './context-loader.ts'
import { contextState } from './context-state.ts'

const service = failingService()

const user: CurrentUser = {
  oid: 'u1',
  name: 'Marie Dupont',
  mail: 'marie@demo.test',
  locale: 'fr-FR',
  hasManyTenants: false,
  canListCustomers: false,
  canListPartners: false,
  canListRequests: false,
  canListUsers: false,
}

function scope(oid: string): TenantScope {
  return { oid, name: oid, parentOid: null, tenantType: 'msp', roles: ['admin'], permissions: [], features: [], ancestors: [] }
}

const isRefusal = (answer: object): answer is Refusal => 'status' in answer

function loader(answers: Record<string, object>) {
  const calls: string[] = []
  service.on('GET /api/user/v2/*', ({ address, query: { tenantOid } }) => {
    const call = tenantOid === undefined ? address : `${address}?${tenantOid}`
    calls.push(call)
    const answer = answers[call] ?? { status: 404 }
    return isRefusal(answer) ? refusal(answer) : { data: [answer] }
  })
  const greet = vi.fn(async () => {
    expect(contextState.status).toBe('loading')
  })
  return { calls, greet, loader: createContextLoader(service.client, '/api/user', { greet }) }
}

const context = '/api/user/v2/context'
const info = '/api/user/v2/info'

beforeEach(() => {
  contextState.status = 'loading'
  contextState.scopes = {}
  contextState.user = undefined
})

describe('the context', () => {
  it('is loaded first, then the user; the person is greeted before the first page', { tags: ['S0-1.12'] }, async () => {
    const {
      calls,
      greet,
      loader: started,
    } = loader({
      [context]: { user, scopes: [scope('a')] },
      [info]: { user, tenant: { id: 'a', name: 'A', type: 'msp' } },
    })
    await started.start()
    expect(calls).toEqual([context, info])
    expect(greet).toHaveBeenCalledWith(expect.objectContaining({ locale: 'fr-FR' }))
    expect(contextState).toMatchObject({ status: 'ready', user: { tenant: { oid: 'a', name: 'A', type: 'msp' } } })
  })

  it('lets pages render before the user is loaded if it names the start tenant', async () => {
    const { loader: started } = loader({
      [context]: { user: { ...user, tenant: { oid: 'a', name: 'A', type: 'msp' } }, scopes: [scope('a')] },
      [info]: { status: 503, detail: 'Down' },
    })
    const statuses: string[] = []
    const stop = subscribe(contextState, () => statuses.push(contextState.status), true)
    await started.start()
    stop()
    expect([...new Set(statuses)]).toEqual(['loading', 'ready', 'failed'])
  })

  it('is loaded with the tenant of the address, so that no page renders without its menu', async () => {
    const { calls, loader: started } = loader({
      [context]: { user: { ...user, tenant: { oid: 'a', name: 'A', type: 'msp' } }, scopes: [scope('a')] },
      [`${context}?b`]: { user, scopes: [scope('b')] },
      [info]: { user },
    })
    const known: string[][] = []
    const stop = subscribe(contextState, () => contextState.status === 'ready' && known.push(Object.keys(contextState.scopes)), true)
    await started.start('b')
    stop()
    expect(known[0]).toEqual(['a', 'b'])
    expect(calls).toEqual([context, `${context}?b`, info])
  })

  it.each([
    ['their own', 'a', [context, info]],
    ['out of reach', 'x', [context, `${context}?x`, info]],
  ])('lets pages render if the tenant of the address is %s', async (_, tenantOid, expected) => {
    const { calls, loader: started } = loader({ [context]: { user, scopes: [scope('a')] }, [info]: { user } })
    await started.start(tenantOid)
    expect(calls).toEqual(expected)
    expect(contextState.status).toBe('ready')
  })

  it('of a person without any tenant is empty, and says so', async () => {
    const { loader: started } = loader({ [context]: { user, scopes: [] }, [info]: { user } })
    await started.start()
    expect(contextState.status).toBe('none')
  })

  it('that fails to load exposes the failure', async () => {
    const { loader: started } = loader({ [context]: { status: 503, detail: 'Down' } })
    await started.start()
    expect(contextState).toMatchObject({ status: 'failed', failure: { messages: ['Down'] } })
  })

  it('is extended with every tenant entered, without repeated requests', async () => {
    const { calls, loader: started } = loader({
      [context]: { user, scopes: [scope('a')] },
      [info]: { user },
      [`${context}?b`]: { user, scopes: [scope('b')] },
    })
    await started.start()
    expect(await Promise.all([started.enter('b'), started.enter('b'), started.enter('a')])).toEqual([true, true, true])
    expect(calls).toEqual([context, info, `${context}?b`])
    expect(Object.keys(contextState.scopes)).toEqual(['a', 'b'])
  })

  it.each([400, 403, 404])('is not extended with an unreachable tenant (%i)', async (status) => {
    const { loader: started } = loader({ [`${context}?x`]: { status, detail: 'No' } })
    expect(await started.enter('x')).toBe(false)
  })

  it('is reloaded, entered tenants included, when something it shows has changed', { tags: ['S0-4.20'] }, async () => {
    const answers: Record<string, object> = {
      [context]: { user, scopes: [scope('a')] },
      [info]: { user },
      [`${context}?b`]: { user, scopes: [scope('b')] },
    }
    const { greet, loader: started } = loader(answers)
    await started.start()
    await started.enter('b')
    answers[`${context}?b`] = { user, scopes: [{ ...scope('b'), name: 'B renamed' }] }
    started.markDirty()
    expect(contextState).toMatchObject({ isDirty: true, status: 'ready' })
    const seen = new Set<string>()
    const stop = subscribe(contextState, () => seen.add(Object.keys(contextState.scopes).join()), true)
    await vi.waitFor(() => expect(contextState.scopes['b']?.name).toBe('B renamed'))
    stop()
    expect([...seen]).toEqual(['a,b'])
    expect(contextState.isDirty).toBe(false)
    expect(greet).toHaveBeenCalledOnce()
  })

  it('keeps a tenant that is entered while it is reloaded', async () => {
    const { loader: started } = loader({
      [context]: { user, scopes: [scope('a')] },
      [info]: { user },
      [`${context}?b`]: { user, scopes: [scope('b')] },
    })
    await started.start()
    const entering = started.enter('b')
    started.markDirty()
    expect(await entering).toBe(true)
    await vi.waitFor(() => expect(contextState.isDirty).toBe(false))
    expect(Object.keys(contextState.scopes).toSorted()).toEqual(['a', 'b'])
  })

  it.each([
    [{ status: 403 }, ['a']],
    [{ status: 500 }, ['a', 'b']],
  ])('is read again without an entered tenant only if the service refuses that one: %j', async (refused, known) => {
    const answers: Record<string, object> = {
      [context]: { user, scopes: [scope('a')] },
      [info]: { user },
      [`${context}?b`]: { user, scopes: [scope('b')] },
    }
    const { loader: started } = loader(answers)
    await started.start()
    await started.enter('b')
    answers[`${context}?b`] = refused
    started.markDirty()
    await vi.waitFor(() => expect(contextState.isDirty).toBe(false), { timeout: 20_000 })
    expect(Object.keys(contextState.scopes).toSorted()).toEqual(known)
  })
})
