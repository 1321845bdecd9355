import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../../renderer/host.tsx'
import { WholeJournalPage } from '../../../renderer/journal/whole-journal-page.tsx'
import { Redirect } from '../../../renderer/parts/page/redirect.tsx'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import { loadSchema } from '../../../schemas/generated/load-schema.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'
import { navigationScreens, tenantRoot } from '../../screen-addresses.ts'
import { useServices } from '../../services.ts'
import { mayReadJournal } from '../frame/places.ts'
import { useCurrentTenant, usePermissions } from '../tenants/use-current-tenant.ts'
import { useDocumentTitle } from './use-document-title.ts'

/** What the entries of an entity are described with. */
async function loadShape(entity: string): Promise<PageProps> {
  const found = navigationScreens.find((each) => each.entity === entity)
  if (!found || !isEntityName(entity)) throw new Error(`No screen for "${entity}" in screens/index.ts`)
  const [schema] = await Promise.all([loadSchema(entity), learnTexts(loadTexts, [entity])])
  return { schema, screen: found.screen }
}

/** The journal over all entities, for those who may read one of them; others go to the tenant's home. */
export function JournalPlace() {
  const { t } = useTranslation()
  const { tenant } = useCurrentTenant()
  const permissions = usePermissions()
  const { config } = useServices()
  const title = t('shell.journal')
  useDocumentTitle(title)
  if (!tenant) return null
  if (!mayReadJournal({ permissions, tenant, config })) return <Redirect to={tenantRoot(tenant.oid)} />
  return <WholeJournalPage load={loadShape} />
}
