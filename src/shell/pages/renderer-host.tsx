import { useMemo } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ref, useSnapshot } from 'valtio'
import { HostProvider } from '../../../renderer/host.tsx'
import { useReaderChoice } from '../../../renderer/parts/text/reader.ts'
import type { ListConditionsProps, ListViewsProps, RecordMarkProps, RendererHost } from '../../../renderer/host.tsx'
import { useDeferred } from '../../../renderer/parts/deferred.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import type { PermissionData } from '../../../schemas/tenancy.ts'
import { isOwnPath } from '../../http/abilities.ts'
import { createRowActions } from '../../row-actions.ts'
import { commandsOf, listAddress, listOf, navigationScreens } from '../../screen-addresses.ts'
import { plainTexts } from '../../i18n/texts.ts'
import { useServices } from '../../services.ts'
import { contextState } from '../../session/context-state.ts'
import { documentationAddress } from '../../session/documentation.ts'
import { rightsIn, toRuleContext } from '../../session/permissions.ts'
import type { CurrentTenant } from '../../session/permissions.ts'
import { RecordHistory } from './record-history.tsx'
import { RecordTool } from './record-tool.tsx'
import { seenDefaultKey } from '../list-views/seen-default.ts'
import { useInvite } from '../account/invite.ts'
import { palette } from '../palette/palette-host.tsx'
import { addToast } from '../toasts/toast-state.ts'
import { useTroubleshoot } from '../frame/troubleshoot.ts'
import { usePermissions } from '../tenants/use-current-tenant.ts'

/** A part whose code comes behind the page. */
function behind<P extends object>(name: 'RecordMark' | 'ListConditions' | 'ListViews'): ComponentType<P> {
  return function Behind(props: P) {
    const Part = useDeferred(palette, true)?.[name] as ComponentType<P> | undefined
    return Part && <Part {...props} />
  }
}

/** The mark of a favourite, and what stands in the toolbar of a list. */
const RecordMark = behind<RecordMarkProps>('RecordMark')
const ListConditions = behind<ListConditionsProps>('ListConditions')
const ListViews = behind<ListViewsProps>('ListViews')

const completeFilter: NonNullable<RendererHost['completeFilter']> = async (typed, host) =>
  (await palette.load()).completeFilter(typed, host)
const checkFilter: NonNullable<RendererHost['checkFilter']> = async (filter, host) => (await palette.load()).checkFilter(filter, host)

const filterWords: NonNullable<RendererHost['filterWords']> = async (...asked) => (await palette.load()).filterWords(...asked)

/** What to begin with in an empty tenant, likewise. */
export function FirstSteps() {
  const module = useDeferred(palette, true)
  return module && <module.FirstSteps />
}

/** Whether the tenant has a default view of the list that was not shown here yet. */
function isNewDefault(tenantOid: string, entity: string): boolean {
  const view = contextState.scopes[tenantOid]?.defaultViews?.[entity]
  return view !== undefined && localStorage.getItem(seenDefaultKey(entity, tenantOid)) !== view
}

/** Hands the renderer what it needs of the application, for one tenant. */
export function RendererHostProvider({ tenant, children }: { tenant: CurrentTenant; children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { client, source, context, config } = useServices()
  const troubleshoot = useTroubleshoot()
  const invite = useInvite()
  const appActions = useMemo(() => createRowActions({ troubleshoot, invite }), [troubleshoot, invite])
  const permissions = usePermissions()
  const { user } = useSnapshot(contextState)
  const language = i18n.language
  const reader = useReaderChoice()
  const userOid = user?.oid ?? ''
  const userName = user?.name ?? ''
  const hasManyTenants = user?.hasManyTenants === true
  const plainText = useMemo(() => plainTexts(t), [t])
  const host = useMemo<RendererHost>(
    () => ({
      source,
      t: (key, params) => (params ? t(key, params) : plainText(key)),
      hasText: (key) => i18n.exists(key),
      language,
      reader,
      tenant: { oid: tenant.oid, name: tenant.name, type: tenant.type },
      user: { oid: userOid, name: userName, hasManyTenants },
      ruleContext: (entity) => {
        if (!isEntityName(entity)) throw new Error(`No entity named "${entity}"`)
        return toRuleContext({ permissions, tenant, userOid, resource: entityMeta[entity].resource })
      },
      canIn: async (entity, tenantOid) => {
        if (!isEntityName(entity)) throw new Error(`No entity named "${entity}"`)
        const query = { tenantOid, resource: entityMeta[entity].resource }
        const { data } = await client.request<{ data: [Partial<PermissionData>] }>('GET', `${config.bases.user}/v2/context`, { query })
        return rightsIn(data[0], query.resource)
      },
      listPath: (entity, tenantOid = tenant.oid) => listAddress(tenantOid, entity),
      listOf,
      commandsOf,
      screenOf: (entity) => navigationScreens.find((each) => each.entity === entity)?.screen,
      appActions,
      RecordMark,
      FirstSteps,
      RecordTool,
      docsPath: (entity) => documentationAddress(config.bases.docs, language, entity),
      toast: (kind, text, { way, undo } = {}) =>
        addToast(kind, text, { ...(way && { link: { href: way.path, text: way.text, isPage: true } }), ...(undo && { undo: ref(undo) }) }),
      ...(isOwnPath(config.bases.journal, config) && { RecordHistory }),
      ...(isOwnPath(config.bases.api, config) && {
        checkFilter,
        completeFilter,
        filterWords,
        ListConditions,
        ListViews,
        awaitsView: (entity, saved) => saved !== '' || isNewDefault(tenant.oid, entity),
      }),
      contextDirty: context.markDirty,
    }),
    [
      client,
      source,
      context,
      config,
      appActions,
      t,
      i18n,
      plainText,
      language,
      reader,
      tenant,
      permissions,
      userOid,
      userName,
      hasManyTenants,
    ],
  )
  return <HostProvider value={host}>{children}</HostProvider>
}
