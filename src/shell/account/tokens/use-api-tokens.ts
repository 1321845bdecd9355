import useSWR from 'swr'
import type { ApiToken, MadeToken, ServiceAccount } from '../../../../schemas/api-tokens.ts'
import type { Role } from '../../../../schemas/tenancy.ts'
import { useServices } from '../../../services.ts'
import { useFailureText } from '../use-failure-text.ts'

/** What somebody asks for in the dialog. */
export interface TokenWish {
  name: string
  tenantOid: string
  role?: Role
  expiresAt: string
  ownerOid?: string
  /** Instead of `ownerOid`: an account that is made first, with `role`. */
  newAccount?: string
}

interface OwnTokens {
  /** Absent until they are there. */
  tokens: readonly ApiToken[] | undefined
  /** Why they could not be read, in words. */
  failure: string | undefined
  make: (wish: TokenWish) => Promise<MadeToken>
  revoke: (token: ApiToken) => Promise<void>
}

/** Hook: the person's own tokens, and what can be done with them. Refusals are for the caller to show. */
export function useApiTokens(): OwnTokens {
  const { client, config } = useServices()
  const say = useFailureText()
  const path = `${config.bases.api}/profile/apiTokens`
  const { data, error, mutate } = useSWR<ApiToken[], Error>(
    ['api tokens'],
    async () => (await client.request<{ data: ApiToken[] }>('GET', path)).data,
    { shouldRetryOnError: false },
  )
  const make = async ({ newAccount, ...wish }: TokenWish): Promise<MadeToken> => {
    const account =
      newAccount === undefined
        ? undefined
        : await client.request<{ data: [{ userOid: string }] }>('POST', `${config.bases.api}/serviceAccounts`, {
            body: { data: [{ name: newAccount, tenantOid: wish.tenantOid, role: wish.role }] },
          })
    const ownerOid = account?.data[0].userOid ?? wish.ownerOid
    const body = { data: [{ ...wish, ...(ownerOid !== undefined && { ownerOid }) }] }
    const made = await client.request<{ data: [MadeToken] }>('POST', path, { body })
    await mutate()
    return made.data[0]
  }
  const revoke = async ({ oid }: ApiToken): Promise<void> => {
    await client.request('DELETE', `${path}/${encodeURIComponent(oid)}`)
    await mutate()
  }
  return { tokens: data, failure: error && say(error), make, revoke }
}

/** Hook: accounts for which tokens may be made on a tenant; none for who may not list them. */
export function useServiceAccounts(tenantOid: string): readonly ServiceAccount[] {
  const { client, config } = useServices()
  const { data } = useSWR<ServiceAccount[], Error>(
    ['service accounts', tenantOid],
    async () =>
      (await client.request<{ data: ServiceAccount[] }>('GET', `${config.bases.api}/serviceAccounts`, { query: { tenantOid } })).data,
    { shouldRetryOnError: false, revalidateOnFocus: false },
  )
  return data ?? []
}
