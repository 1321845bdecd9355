import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pageNameKey } from '../../../renderer/descriptor/record-pages.ts'
import { NoRight } from '../../../renderer/parts/page/empty-state.tsx'
import { iconOf } from '../../../renderer/parts/icons.ts'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'
import { entryScreens, tenantRoot } from '../../screen-addresses.ts'
import { FirstSteps } from '../pages/renderer-host.tsx'
import { canList, isAllowed } from '../../session/permissions.ts'
import type { CurrentTenant } from '../../session/permissions.ts'
import { TenantTypeMark } from './tenant-type-mark.tsx'
import { usePermissions } from './use-current-tenant.ts'

const Tile = chakra(Link, {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: 3,
    p: 4,
    bg: 'bg.surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    boxShadow: 'card',
    transition: 'border-color {durations.fast}',
    _hover: { borderColor: 'border.control' },
    '& svg': { boxSize: '5', color: 'fg.subtle', strokeWidth: 1.5 },
  },
})

/** The figures come with a library of plots; the home stands before they do. */
const OverviewTiles = lazy(async () => {
  const [module] = await Promise.all([import('../overview/overview-tiles.tsx'), learnTexts(loadTexts, ['pages'])])
  return { default: module.OverviewTiles }
})

/** Height of the figures in one, two and three columns. */
const overviewHeight = { base: '71rem', md: '40.5rem', xl: '32.875rem' }

/** Where a customer starts: how its overlay does, and what can be done here. */
export function TenantHome({ tenant, overlayOid }: { tenant: CurrentTenant; overlayOid: string | undefined }) {
  const { t } = useTranslation()
  const permissions = usePermissions()
  const listed = entryScreens.filter(({ resource }) => canList(permissions, tenant, resource))
  return (
    <>
      <PageHeader
        title={
          <chakra.span display="inline-flex" alignItems="center" gap={2}>
            {tenant.name}
            {tenant.type !== 'all' && <TenantTypeMark type={tenant.type} />}
          </chakra.span>
        }
      />
      {overlayOid !== undefined && isAllowed(permissions, tenant.oid, 'overlay:read') && (
        <chakra.div mb={6}>
          <Suspense fallback={<chakra.div minH={overviewHeight} />}>
            <OverviewTiles overlayOid={overlayOid} />
          </Suspense>
        </chakra.div>
      )}
      <FirstSteps />
      {listed.length === 0 && <NoRight title={t('shell.home.nothing')}>{t('shell.home.nothing.about')}</NoRight>}
      <chakra.div display="grid" gridTemplateColumns="repeat(auto-fill, minmax(18rem, 1fr))" gap={4}>
        {listed.map(({ entity, screen, path }) => {
          const Icon = iconOf(screen.icon ?? 'document')
          return (
            <Tile key={entity} to={`${tenantRoot(tenant.oid)}/${path}`}>
              <Icon aria-hidden />
              <span>
                <chakra.span display="block" textStyle="heading">
                  {t(pageNameKey(entity, screen))}
                </chakra.span>
                <chakra.span display="block" mt={1} textStyle="hint">
                  {t(`${entity}.about`)}
                </chakra.span>
              </span>
            </Tile>
          )
        })}
      </chakra.div>
    </>
  )
}
