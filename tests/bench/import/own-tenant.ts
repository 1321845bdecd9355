import type { RunningService } from '../../support/service/service.ts'

/** The account that imports: the administrator of a managed service provider, into its own tenant. */
export const MAIL = 'msp@demo.test'

/** The tenant of `MAIL`. */
export async function ownTenant(service: RunningService): Promise<{ oid: string; name: string; type: 'msp' }> {
  const info = (await (await service.call(MAIL, '/api/user/v2/info')).json()) as { data: { tenant: { id: string; name: string } }[] }
  const tenant = info.data[0]?.tenant
  if (tenant === undefined) throw new Error(`${MAIL} has no tenant`)
  return { oid: tenant.id, name: tenant.name, type: 'msp' }
}
