import { proxy, ref } from 'valtio'
import type { RequestError } from '../../renderer/data/data-source.ts'
import type { CurrentUser, TenantScope, UserContext } from '../../schemas/tenancy.ts'

/** `none`: signed in, but no tenant at all. */
export type ContextStatus = 'loading' | 'ready' | 'none' | 'failed'

interface ContextState {
  status: ContextStatus
  user: CurrentUser | undefined
  /** Scopes known so far, by oid: the person's own, and every tenant entered since. */
  scopes: Record<string, TenantScope>
  /** Flags of the 'All' pseudo-tenant; absent without all-access. */
  all: UserContext['all']
  /** Set after changes to partners, customers, users, profile or settings: the context is read again (S0 section 4). */
  isDirty: boolean
  failure: RequestError | undefined
}

/** Who is signed in, and what they may do where. */
export const contextState = proxy<ContextState>({
  status: 'loading',
  user: undefined,
  scopes: {},
  all: undefined,
  isDirty: false,
  failure: undefined,
})

/** Takes an answer of the context call in; `forget` drops the scopes of before. */
export function applyContext({ user, scopes, all }: UserContext, { forget }: { forget: boolean }): void {
  const known = forget ? {} : contextState.scopes
  contextState.scopes = { ...known, ...Object.fromEntries(scopes.map((scope) => [scope.oid, ref(scope)])) }
  contextState.user = ref({ ...contextState.user, ...user })
  contextState.all = all !== undefined && Object.values(all).some(Boolean) ? all : undefined
}
