import { chakra } from '@chakra-ui/react'
import { History, House, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNameKey } from '../../../renderer/descriptor/record-pages.ts'
import { IconButton } from '../../../renderer/parts/controls/button.tsx'
import { iconOf } from '../../../renderer/parts/icons.ts'
import { useDeferred } from '../../../renderer/parts/deferred.ts'
import { entryScreens, tenantRoot } from '../../screen-addresses.ts'
import type { NavigationScreen } from '../../screen-addresses.ts'
import { useServices } from '../../services.ts'
import { canList, isCustomer } from '../../session/permissions.ts'
import { palette } from '../palette/palette-host.tsx'
import { NavigationEntry, NavigationGroup } from './navigation-entry.tsx'
import { journalAddress, mayReadJournal, placesIn } from './places.ts'
import { useCurrentTenant, usePermissions } from '../tenants/use-current-tenant.ts'

const storageKey = 'navigationFolded'
/** Until the page has been drawn. */
const keptAfterMs = 1500
const narrowQuery = '(max-width: 1023px)'

/** The menu on the left: what may be listed in the current tenant, by group. Folds to icons. */
export function Navigation() {
  const { t } = useTranslation()
  const { tenant, scope } = useCurrentTenant()
  const { config } = useServices()
  const permissions = usePermissions()
  const { isFolded, toggle } = useFolding()
  const kept = useDeferred(palette, useLater(keptAfterMs))
  if (!tenant) return <div />
  const listed = entryScreens.filter(({ resource }) => canList(permissions, tenant, resource))
  const places = placesIn({ tenant, permissions, overlay: scope?.resources?.overlay, config })
  const groups = new Set([...listed.map(({ screen }) => screen.group), ...places.map(({ group }) => group)])
  const label = t(isFolded ? 'shell.navigation.unfold' : 'shell.navigation.fold')
  return (
    <chakra.nav
      aria-label={t('shell.navigation')}
      h="full"
      w={isFolded ? 'navigationFolded' : 'navigation'}
      display="flex"
      flexDirection="column"
      gap={4}
      px={2}
      py={3}
      overflowY="auto"
      overflowX="hidden"
      borderRightWidth="1px"
      borderColor="border"
      transition="width {durations.moderate} {easings.out}"
    >
      {isCustomer(tenant) && <NavigationEntry to={tenantRoot(tenant.oid)} end icon={House} text={t('shell.home')} isFolded={isFolded} />}
      {[...groups].map((group) => (
        <NavigationGroup key={group} title={t(`shell.group.${group}`)} isFolded={isFolded}>
          {listed
            .filter(({ screen }) => screen.group === group)
            .map((entry) => (
              <ScreenEntry key={entry.entity} entry={entry} tenantOid={tenant.oid} isFolded={isFolded} />
            ))}
          {places
            .filter((place) => place.group === group)
            .map(({ id, icon, text, isKey, to, isForeign, isApart }, index) => (
              <Fragment key={id}>
                {isApart && index > 0 && <chakra.div aria-hidden data-divider borderTopWidth="1px" borderColor="border" mx={2.5} my={1} />}
                <NavigationEntry to={to} icon={iconOf(icon)} text={isKey ? t(text) : text} isForeign={isForeign} isFolded={isFolded} />
              </Fragment>
            ))}
        </NavigationGroup>
      ))}
      {mayReadJournal({ permissions, tenant, config }) && (
        <NavigationEntry to={journalAddress(tenant.oid)} icon={History} text={t('shell.journal')} isFolded={isFolded} />
      )}
      {/* Below everything else, so that nothing moves when they come. */}
      {kept && <kept.KeptEntries isFolded={isFolded} />}
      <chakra.div mt="auto" display="flex" justifyContent={isFolded ? 'center' : 'flex-end'}>
        <IconButton small label={label} icon={isFolded ? <PanelLeftOpen /> : <PanelLeftClose />} onClick={toggle} />
      </chakra.div>
    </chakra.nav>
  )
}

function ScreenEntry({ entry, tenantOid, isFolded }: { entry: NavigationScreen; tenantOid: string; isFolded: boolean }) {
  const { t } = useTranslation()
  const icon = iconOf(entry.screen.icon ?? 'document')
  return (
    <NavigationEntry
      to={`${tenantRoot(tenantOid)}/${entry.path}`}
      icon={icon}
      text={t(pageNameKey(entry.entity, entry.screen))}
      isFolded={isFolded}
    />
  )
}

/** Whether a time (ms) has passed. */
function useLater(ms: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(true), ms)
    return () => window.clearTimeout(timer)
  }, [ms])
  return isLater
}

/** Folded by choice, and by itself on a narrow window until the person unfolds it. */
function useFolding(): { isFolded: boolean; toggle: () => void } {
  const [isNarrow, setNarrow] = useState(() => matchMedia(narrowQuery).matches)
  const [isChosen, setChosen] = useState(() => localStorage.getItem(storageKey) === 'true')
  const [isOpenOnNarrow, setOpenOnNarrow] = useState(false)
  useEffect(() => {
    const query = matchMedia(narrowQuery)
    const change = () => {
      setNarrow(query.matches)
      setOpenOnNarrow(false)
    }
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [])
  const toggle = () => {
    if (isNarrow) {
      setOpenOnNarrow((was) => !was)
      return
    }
    localStorage.setItem(storageKey, String(!isChosen))
    setChosen(!isChosen)
  }
  return { isFolded: isNarrow ? !isOpenOnNarrow : isChosen, toggle }
}
