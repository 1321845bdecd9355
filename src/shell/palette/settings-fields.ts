import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import useSWRImmutable from 'swr/immutable'
import { fieldHash } from '../../../renderer/descriptor/record-pages.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'
import { navigationScreens, tenantRoot, type NavigationScreen } from '../../screen-addresses.ts'
import { canList, type CurrentTenant, type Permissions } from '../../session/permissions.ts'

/** A field of a record of which a tenant has one. */
export interface SettingsField {
  id: string
  label: string
  /** Where it stands: `Advanced configuration › Overlay routing`. */
  place: string
  icon: string | undefined
  address: string
}

/** Hook: the fields of the tenant's settings by their labels; none until `isWanted`, as their texts are fetched then. */
export function useSettingsFields(
  tenant: CurrentTenant | undefined,
  permissions: Permissions,
  isWanted: boolean,
): readonly SettingsField[] {
  const { i18n } = useTranslation()
  const shown = tenant === undefined ? [] : ownScreens(tenant, permissions)
  const entities = shown.map(({ entity }) => entity)
  const { data } = useSWRImmutable(isWanted && entities.length > 0 ? ['settings fields', i18n.language, ...entities] : null, async () => {
    await learnTexts(loadTexts, entities)
    return i18n.language
  })
  return data !== i18n.language || tenant === undefined ? [] : shown.flatMap((entry) => fieldsOf(entry, tenant))
}

/** Screens of single records that the person may look at here. */
function ownScreens(tenant: CurrentTenant, permissions: Permissions): NavigationScreen[] {
  return navigationScreens.filter(
    ({ one, resource, screen }) => one && screen.editor !== undefined && canList(permissions, tenant, resource),
  )
}

/** Labels of fields at any depth, and titles of sections: where a field stands in the record says the key of its text. */
function fieldsOf({ entity, path, tabOf, screen }: NavigationScreen, { oid }: CurrentTenant): SettingsField[] {
  const texts = (i18next.getResourceBundle(i18next.language, 'translation') ?? {}) as Record<string, string>
  const [field, section] = [`${entity}.field.`, `${entity}.section.`]
  const place = [...(tabOf ? [i18next.t(tabOf.text)] : []), i18next.t(`${entity}.many`)].join(' › ')
  return Object.entries(texts).flatMap(([key, label]) => {
    const isField = key.startsWith(field)
    if (!isField && !key.startsWith(section)) return []
    const hash = isField ? fieldHash(`/${key.slice(field.length).replaceAll('.', '/')}`) : ''
    return [{ id: key, label, place, icon: tabOf?.icon ?? screen.icon, address: `${tenantRoot(oid)}/${path}${hash}` }]
  })
}
