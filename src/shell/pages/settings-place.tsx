import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { SettingsPage as Descriptor } from '../../../renderer/descriptor/settings-page.ts'
import type { PageProps } from '../../../renderer/host.tsx'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import { Redirect } from '../../../renderer/parts/page/redirect.tsx'
import { FormSkeleton } from '../../../renderer/parts/page/skeleton.tsx'
import { loadSchema } from '../../../schemas/generated/load-schema.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'
import { navigationScreens, settingsPath, tenantRoot } from '../../screen-addresses.ts'
import { maySee } from '../frame/places.ts'
import { useCurrentTenant, usePermissions } from '../tenants/use-current-tenant.ts'
import { useDocumentTitle } from './use-document-title.ts'

const SettingsPage = lazy(async () => {
  const [module] = await Promise.all([import('../../../renderer/settings-page/settings-page.tsx'), learnTexts(loadTexts, ['pages'])])
  return { default: module.SettingsPage }
})

/** What a tab is drawn by. */
async function loadTab(entity: string): Promise<PageProps> {
  const found = navigationScreens.find((each) => each.entity === entity)
  if (!found || !isEntityName(entity)) throw new Error(`No screen for "${entity}" in screens/index.ts`)
  const [schema] = await Promise.all([loadSchema(entity), learnTexts(loadTexts, ['pages', entity])])
  return { schema, screen: found.screen }
}

/** A page of settings, for those who may read something that it shows; others go to the tenant's home. */
export function SettingsPlace({ page }: { page: Descriptor }) {
  const { t } = useTranslation()
  const { tab } = useParams()
  const { tenant } = useCurrentTenant()
  const permissions = usePermissions()
  const title = t(page.text)
  useDocumentTitle(title)
  if (!tenant) return null
  const root = tenantRoot(tenant.oid)
  if (!maySee(page, { permissions, tenant })) return <Redirect to={root} />
  const skeleton = (
    <>
      <PageHeader title={title} about={t(`${page.text}.about`)} />
      <FormSkeleton fields={8} label={t('shell.loading')} />
    </>
  )
  return (
    <Suspense fallback={skeleton}>
      <SettingsPage
        key={tenant.oid}
        page={page}
        tab={tab}
        path={`${root}/${settingsPath(page)}`}
        home={root}
        load={loadTab}
        skeleton={skeleton}
      />
    </Suspense>
  )
}
