import { chakra } from '@chakra-ui/react'
import { Activity, FileDiff, Info, Languages, LogOut, Monitor, Moon, Sun, UserPen, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { Menu } from '../../../renderer/parts/overlays/menu.tsx'
import type { MenuGroup } from '../../../renderer/parts/overlays/menu.tsx'
import { shownTheme } from '../../../renderer/parts/theme/color-mode.ts'
import type { Theme } from '../../../schemas/preferences.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { languageNames, rememberLanguage } from '../../i18n/languages.ts'
import { learnTexts } from '../../i18n/texts.ts'
import { useServices } from '../../services.ts'
import { contextState } from '../../session/context-state.ts'
import { isOperator } from '../../session/permissions.ts'
import { switchLanguage } from './switch-language.ts'
import { useChooseTheme } from './use-choose-theme.ts'
import { usePermissions } from '../tenants/use-current-tenant.ts'

const AboutDialog = lazy(() => import('../frame/about.tsx').then((module) => ({ default: module.AboutDialog })))

const ProfileDialog = lazy(async () => {
  const [{ ProfileDialog: Dialog }] = await Promise.all([import('./account-parts.ts'), learnTexts(loadTexts, ['account'])])
  return { default: Dialog }
})

const modes: { mode: Theme; icon: typeof Sun }[] = [
  { mode: 'light', icon: Sun },
  { mode: 'dark', icon: Moon },
  { mode: 'system', icon: Monitor },
]

const Initials = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '1.75rem',
    borderRadius: 'full',
    bg: 'accent.muted',
    color: 'accent.fg',
    fontSize: '2xs',
    fontWeight: 'semibold',
    // A picture of the name, not text: the button's name says it in full.
    _before: { content: 'attr(data-initials)' },
  },
})

const Trigger = chakra('button', {
  base: { p: 0.5, ml: 1, borderRadius: 'full', _hover: { bg: 'bg.muted' }, _expanded: { bg: 'bg.muted' } },
})

/** The first letters of the first and the last part of a name. */
export function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => part?.[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** The person: account, language, appearance, about, leaving. */
export function UserMenu() {
  const { t } = useTranslation()
  const { user } = useSnapshot(contextState)
  const [opened, setOpened] = useState<'about' | 'profile'>()
  const groups = useUserGroups(setOpened)
  const close = () => setOpened(undefined)
  return (
    <>
      <Menu
        label={t('shell.user')}
        groups={groups}
        trigger={(props) => (
          <Trigger type="button" aria-label={`${t('shell.user')}: ${user?.name ?? ''}`} {...props}>
            <Initials aria-hidden data-initials={initialsOf(user?.name ?? '')} />
          </Trigger>
        )}
      />
      <Suspense>
        {opened === 'about' && <AboutDialog onClose={close} />}
        {opened === 'profile' && <ProfileDialog onClose={close} />}
      </Suspense>
    </>
  )
}

function useUserGroups(open: (dialog: 'about' | 'profile') => void): MenuGroup[] {
  const { t, i18n } = useTranslation()
  const { config } = useServices()
  const navigate = useNavigate()
  const { user } = useSnapshot(contextState)
  const permissions = usePermissions()
  const chooseTheme = useChooseTheme()
  const account = { id: 'info', label: t('shell.user.info'), icon: <UserRound />, onSelect: () => void navigate('/userInfo') }
  const profile = { id: 'profile', label: t('shell.profile'), icon: <UserPen />, onSelect: () => open('profile') }
  return [
    { id: 'account', heading: user?.name, items: [profile, account] },
    {
      id: 'language',
      heading: t('shell.user.language'),
      items: config.languages.map((language) => ({
        id: language,
        label: languageNames[language] ?? language,
        icon: <Languages />,
        checked: language === i18n.language,
        onSelect: () => {
          void switchLanguage(language).then((isShown) => isShown && rememberLanguage(language, user?.oid))
        },
      })),
    },
    {
      id: 'appearance',
      heading: t('shell.user.appearance'),
      items: modes.map(({ mode: choice, icon: Icon }) => ({
        id: choice,
        label: t(`shell.user.${choice}`),
        icon: <Icon />,
        checked: choice === shownTheme(),
        onSelect: () => chooseTheme(choice),
      })),
    },
    {
      id: 'leave',
      items: [
        ...(isOperator(permissions)
          ? [
              { id: 'operations', label: t('shell.operations'), icon: <Activity />, onSelect: () => void navigate('/operations') },
              {
                id: 'schema-changes',
                label: t('shell.schemaChanges'),
                icon: <FileDiff />,
                onSelect: () => void navigate('/schema-changes'),
              },
            ]
          : []),
        { id: 'about', label: t('shell.about'), icon: <Info />, onSelect: () => open('about') },
        { id: 'logout', label: t('shell.user.logout'), icon: <LogOut />, onSelect: () => void navigate('/logout') },
      ],
    },
  ]
}
