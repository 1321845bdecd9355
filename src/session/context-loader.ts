import { RequestError } from '../../renderer/data/data-source.ts'
import type { CurrentUser, RuntimeConfig, UserContext, UserInfo } from '../../schemas/tenancy.ts'
import type { HttpClient } from '../http/client.ts'
import { applyContext, contextState } from './context-state.ts'
import { allTenants } from './permissions.ts'
import type { PrintedContext } from './printed-context.ts'

/** Reads the tenant context and what follows from it. */
export interface ContextLoader {
  /** The context first, with the tenant of the address, then the user (S0 section 4); sets the status. */
  start: (tenantOid?: string) => Promise<void>
  /** Makes the scope of a tenant known that the person reaches through a role further up; false: out of reach. */
  enter: (tenantOid: string) => Promise<boolean>
  /** Something that the context shows was changed: reads everything again, quietly. */
  markDirty: () => void
}

async function loadUser(client: HttpClient, base: RuntimeConfig['bases']['user']): Promise<void> {
  const { data } = await client.request<{ data: [UserInfo] }>('GET', `${base}/v2/info`)
  const { user, tenant } = data[0]
  const known = contextState.user
  if (!known) return
  contextState.user = { ...known, ...user, ...(tenant ? { tenant: { oid: tenant.id, name: tenant.name, type: tenant.type } } : {}) }
}

const statusNow = (): 'none' | 'ready' => (Object.keys(contextState.scopes).length === 0 && !contextState.all ? 'none' : 'ready')

/** Whether the service says that a tenant is none that the person may enter. */
const isOutOfReach = (error: unknown): boolean => error instanceof RequestError && [400, 403, 404].includes(error.status)

type ReadContext = (tenantOid?: string) => Promise<UserContext>

/**
 * The person's own scopes, that of the address, and those entered since, taken over at once: a page of one of them is never
 * without its tenant, whose menu would move it aside. Those entered while the answers are under way stay as they are, and so do those
 * that the service did not answer for.
 */
async function loadScopes(context: ReadContext, addressed: string[]): Promise<void> {
  const asked = new Set([...Object.keys(contextState.scopes), ...addressed])
  const own = await context()
  const others = [...asked].filter((oid) => own.scopes.every((scope) => scope.oid !== oid))
  const answers = await Promise.all(others.map((oid) => scopesOf(context, oid)))
  const entered = Object.values(contextState.scopes).filter(({ oid }) => !asked.has(oid))
  applyContext({ ...own, scopes: [...entered, ...own.scopes, ...answers.flat()] }, { forget: true })
}

/** What a tenant's context says now; what is known of it already where the service did not answer. */
async function scopesOf(context: ReadContext, oid: string): Promise<UserContext['scopes']> {
  try {
    return (await context(oid)).scopes
  } catch (error) {
    const known = contextState.scopes[oid]
    return known === undefined || isOutOfReach(error) ? [] : [known]
  }
}

interface ContextLoaderOptions {
  /** Awaited before the first page shows: it switches to the person's language. */
  greet: (user: CurrentUser) => Promise<void>
  /** Completes an answer that says only what the specifications print. @default it is complete */
  complete?: ((printed: PrintedContext) => UserContext) | undefined
}

export function createContextLoader(
  client: HttpClient,
  base: RuntimeConfig['bases']['user'],
  { greet, complete = (answer) => answer as UserContext }: ContextLoaderOptions,
): ContextLoader {
  const context: ReadContext = async (tenantOid) => {
    const { data } = await client.request<{ data: [PrintedContext] }>('GET', `${base}/v2/context`, { query: { tenantOid } })
    return complete(data[0])
  }

  /** Shows pages, in the person's language. */
  const open = async (): Promise<void> => {
    if (contextState.status !== 'loading' || !contextState.user) return
    await greet(contextState.user)
    contextState.status = statusNow()
  }

  const load = async (addressed: string[] = []): Promise<void> => {
    await loadScopes(context, addressed)
    // Where the context names the tenant that the person starts in, no page waits for what else the user's own call says.
    if (contextState.user?.tenant) await open()
    await loadUser(client, base)
    contextState.isDirty = false
    await open()
    contextState.status = statusNow()
  }

  const entering = new Map<string, Promise<boolean>>()
  const enter = (tenantOid: string): Promise<boolean> => {
    if (contextState.scopes[tenantOid]) return Promise.resolve(true)
    const running =
      entering.get(tenantOid) ??
      enterNow(tenantOid).finally(() => {
        entering.delete(tenantOid)
      })
    entering.set(tenantOid, running)
    return running
  }
  const enterNow = async (tenantOid: string): Promise<boolean> => {
    try {
      applyContext(await context(tenantOid), { forget: false })
      return Boolean(contextState.scopes[tenantOid])
    } catch (error) {
      if (isOutOfReach(error)) return false
      throw error
    }
  }

  return {
    start: async (tenantOid) => {
      contextState.status = 'loading'
      try {
        await load(tenantOid === undefined || tenantOid === allTenants ? [] : [tenantOid])
      } catch (error) {
        contextState.failure = error instanceof RequestError ? error : new RequestError({ status: 0, messages: [String(error)] })
        contextState.status = 'failed'
      }
    },
    enter,
    markDirty: () => {
      contextState.isDirty = true
      // Quietly: what is on the screen stays until the answer is there, and for good when none comes.
      void load().catch(() => undefined)
    },
  }
}
