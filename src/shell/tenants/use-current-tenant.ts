import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatch } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { TenantScope } from '../../../schemas/tenancy.ts'
import { contextState } from '../../session/context-state.ts'
import { lastTenantState, toCurrentTenant } from '../../session/current-tenant.ts'
import { toPermissions } from '../../session/permissions.ts'
import type { CurrentTenant, Permissions } from '../../session/permissions.ts'

interface TenantOfAddress {
  /** Undefined while nothing is known of it. */
  tenant: CurrentTenant | undefined
  scope: TenantScope | undefined
}

/** The tenant that the address names; on pages of no tenant the last one, else the person's own. */
export function useCurrentTenant(): TenantOfAddress {
  const { t } = useTranslation()
  const named = useMatch('/oid/:tenantOid/*')?.params.tenantOid
  const { oid: last } = useSnapshot(lastTenantState)
  const { scopes, user } = useSnapshot(contextState)
  const tenantOid = named ?? last ?? user?.tenant?.oid
  const scope = tenantOid === undefined ? undefined : (scopes[tenantOid] as TenantScope | undefined)
  const allName = t('header.tenant.all')
  const tenant = useMemo(
    () => (tenantOid === undefined ? undefined : toCurrentTenant(tenantOid, scope, allName)),
    [tenantOid, scope, allName],
  )
  return { tenant, scope }
}

/** What the person may do in every tenant that is known. */
export function usePermissions(): Permissions {
  const { scopes, all } = useSnapshot(contextState)
  return useMemo(() => toPermissions(Object.values(scopes) as TenantScope[], all), [scopes, all])
}
