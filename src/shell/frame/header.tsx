import { chakra } from '@chakra-ui/react'
import { BookOpen, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { ButtonLook, IconButton } from '../../../renderer/parts/controls/button.tsx'
import { Kbd } from '../../../renderer/parts/text/kbd.tsx'
import { Tooltip } from '../../../renderer/parts/overlays/tooltip.tsx'
import { tenantRoot } from '../../screen-addresses.ts'
import { useServices } from '../../services.ts'
import { contextState } from '../../session/context-state.ts'
import { documentationAddress } from '../../session/documentation.ts'
import { Brand } from './brand.tsx'
import { Notifications } from '../alerts/notifications.tsx'
import { TenantButton } from '../tenants/tenant-button.tsx'
import { UserButton } from '../account/user-button.tsx'

/** Brand, tenant, search, help, alerts, person. */
export function Header({ onOpenPalette }: { onOpenPalette: () => void }) {
  const { t } = useTranslation()
  return (
    <chakra.header
      position="relative"
      zIndex="header"
      display="flex"
      alignItems="center"
      gap={{ base: 1, md: 2 }}
      h="header"
      px={{ base: 2, md: 3 }}
      bg="bg.surface"
      borderBottomWidth="1px"
      borderColor="border"
    >
      <HomeLink />
      <chakra.span aria-hidden w="1px" h={5} bg="border" mx={{ base: 0.5, md: 1 }} />
      <TenantButton />
      <chakra.span flex="1 0 0" />
      <ButtonLook
        type="button"
        variant="secondary"
        display={{ base: 'none', lg: 'inline-flex' }}
        w="13rem"
        justifyContent="flex-start"
        color="fg.subtle"
        fontWeight="normal"
        boxShadow="none"
        bg="bg.canvas"
        aria-keyshortcuts="Control+K"
        onClick={onOpenPalette}
      >
        <Search aria-hidden />
        <chakra.span flex={1} textAlign="start">
          {t('shell.palette.open')}
        </chakra.span>
        <Kbd aria-hidden>Ctrl K</Kbd>
      </ButtonLook>
      <IconButton display={{ base: 'inline-flex', lg: 'none' }} label={t('shell.palette.open')} icon={<Search />} onClick={onOpenPalette} />
      <HelpLink />
      <Notifications />
      <UserButton />
    </chakra.header>
  )
}

function HomeLink() {
  const { t } = useTranslation()
  const { user, all } = useSnapshot(contextState)
  const home = all ? 'all' : user?.tenant?.oid
  return (
    <chakra.span asChild display="flex" alignItems="center" gap={2} borderRadius="md" px={1} py={1}>
      <Link to={home ? tenantRoot(home) : '/'} aria-label={t('shell.product')}>
        <Brand />
        <chakra.span aria-hidden fontSize="sm" fontWeight="semibold" letterSpacing="tight" display={{ base: 'none', xl: 'inline' }}>
          {t('shell.product')}
        </chakra.span>
      </Link>
    </chakra.span>
  )
}

function HelpLink() {
  const { t, i18n } = useTranslation()
  const { config } = useServices()
  const label = t('shell.help')
  return (
    <Tooltip text={label} as="label">
      <ButtonLook asChild variant="ghost" size="icon">
        <a href={documentationAddress(config.bases.docs, i18n.language)} target="_blank" rel="noreferrer" aria-label={label}>
          <BookOpen aria-hidden />
        </a>
      </ButtonLook>
    </Tooltip>
  )
}
