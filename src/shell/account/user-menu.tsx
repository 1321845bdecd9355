import { Activity, FileDiff, Info, Languages, LogOut, Monitor, Moon, Sun, UserPen, UserRound } from 'lucide-react'
import { lazy, Suspense, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { OpenMenu } from '../../../renderer/parts/overlays/menu.tsx'
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

interface UserMenuProps {
  /** The control that opens it. */
  anchor: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose: () => void
}

/** The menu of the person: account, language, appearance, about, leaving; and the dialogs that it opens. */
export function UserMenu({ anchor, isOpen, onClose }: UserMenuProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'about' | 'profile'>()
  const groups = useUserGroups(setOpened)
  const close = () => setOpened(undefined)
  return (
    <>
      {isOpen && <OpenMenu anchor={anchor} label={t('shell.user')} groups={groups} placement="bottom-end" onClose={onClose} />}
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
