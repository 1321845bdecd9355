import { chakra } from '@chakra-ui/react'
import {
  Activity,
  ChartColumn,
  BookOpen,
  ClipboardList,
  FileDiff,
  History,
  LogOut,
  Moon,
  Plus,
  Search,
  Sun,
  Table2,
  UserRound,
} from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { pageNameKey } from '../../../renderer/descriptor/record-pages.ts'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'
import { iconOf } from '../../../renderer/parts/icons.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { addressInTenant, entryScreens, tenantRoot } from '../../screen-addresses.ts'
import type { NavigationScreen } from '../../screen-addresses.ts'
import { useServices } from '../../services.ts'
import { useChooseTheme } from '../account/use-choose-theme.ts'
import { documentationAddress } from '../../session/documentation.ts'
import { canList, isAllowed, isOperator } from '../../session/permissions.ts'
import { iconNameOf, openRecords, recordAddress, RecordLine } from './record-line.tsx'
import { matches } from './matches.ts'
import { useRecordSearch } from './record-search.ts'
import { useSettingsGroup } from './settings-group.tsx'
import { OptionList, optionId, useActiveOption } from './option-list.tsx'
import type { OptionGroup } from './option-list.tsx'
import { useKeptGroups } from '../kept/kept-groups.tsx'
import { TenantLine } from '../tenants/tenant-picker.tsx'
import { journalAddress, mayReadJournal, placesIn } from '../frame/places.ts'
import { useCurrentTenant, usePermissions } from '../tenants/use-current-tenant.ts'
import { isSearchable, useTenantSearch } from '../tenants/tenant-search.ts'

/** Something that the palette can do. */
interface Command {
  id: string
  text: string
  icon: ReactNode
  run: () => void
}

interface FoundGroups {
  groups: OptionGroup[]
  /** What is shown does not answer the text yet. */
  isLoading: boolean
  /** The service did not answer. */
  hasFailed: boolean
}

/** The search box is controlled, as keys may come before it stands. */
export interface CommandPaletteProps {
  /** What is searched for. */
  text: string
  onTextChange: (text: string) => void
  /** Called when the search box takes the keys. */
  onFocus: () => void
  onClose: () => void
}

/** Goes anywhere and does anything by typing a part of its name. */
export function CommandPalette({ text, onTextChange, onFocus, onClose }: CommandPaletteProps) {
  const { t } = useTranslation()
  const listId = useId()
  const { groups, isLoading, hasFailed } = useCommandGroups(text, onClose)
  const { active, setActive, onKeyDown } = useActiveOption(groups)
  return (
    <Dialog title={t('palette.title')} size="lg" position="top" bare onClose={onClose}>
      <chakra.div display="flex" alignItems="center" gap={2.5} h={12} px={4} borderBottomWidth="1px" borderColor="border">
        <chakra.span asChild color="fg.subtle">
          <Search size={16} aria-hidden />
        </chakra.span>
        <chakra.input
          data-autofocus=""
          flex={1}
          fontSize="md"
          color="fg"
          bg="transparent"
          outline="none !important"
          placeholder={t('palette.placeholder')}
          aria-label={t('palette.title')}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active && optionId(listId, active)}
          value={text}
          onChange={(event) => onTextChange(event.target.value)}
          onFocus={({ currentTarget: box }) => {
            // Behind what has been typed already; once what gave the focus has selected all of it, which the next key would replace.
            queueMicrotask(() => box.setSelectionRange(box.value.length, box.value.length))
            onFocus()
          }}
          onKeyDown={onKeyDown}
        />
      </chakra.div>
      <chakra.div p={1.5} h="22rem" maxH="60vh" overflowY="auto" tabIndex={0} role="group" aria-label={t('palette.title')}>
        <OptionList id={listId} label={t('palette.title')} groups={groups} active={active} onPoint={setActive} />
        {hasFailed && (
          <chakra.p role="alert" px={2} py={2} textStyle="hint" color="danger.fg">
            {t('palette.failed')}
          </chakra.p>
        )}
        {!hasFailed && groups.every(({ options }) => options.length === 0) && (
          <chakra.p role="status" px={2} py={2} textStyle="hint">
            {t(isLoading ? 'header.loading' : 'palette.none')}
          </chakra.p>
        )}
      </chakra.div>
    </Dialog>
  )
}

function useCommandGroups(typed: string, onClose: () => void): FoundGroups {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { lists, work } = useScreenCommands()
  const records = useRecordGroups(typed, onClose)
  const settings = useSettingsGroup(typed, onClose)
  const kept = useKeptGroups(typed.trim() === '', onClose)
  const places = usePlaceCommands()
  const actions = useActionCommands()
  const isTenantWanted = typed.trim() !== '' && isSearchable(typed)
  const { found, isLoading } = useTenantSearch(typed, { isActive: isTenantWanted })
  const choose = (run: () => void) => () => {
    onClose()
    run()
  }
  const toGroup = (id: string, commands: readonly Command[]): OptionGroup => ({
    id,
    heading: t(`palette.${id}`),
    options: commands
      .filter(({ text }) => matches(text, typed.trim()))
      .map((command) => ({
        id: command.id,
        onChoose: choose(command.run),
        content: (
          <>
            {command.icon}
            <chakra.span truncate>{command.text}</chakra.span>
          </>
        ),
      })),
  })
  // Until the search is answered, those of the one before that match this one, too.
  const tenants = isTenantWanted ? (found?.tenants ?? []).filter(({ name }) => matches(name, typed.trim())) : []
  const groups = [
    ...kept,
    toGroup('screens', [...lists, ...places]),
    settings,
    ...records.groups,
    toGroup('actions', [...work, ...actions]),
    {
      id: 'tenants',
      heading: t('shell.palette.tenants'),
      options: tenants.map((tenant) => ({
        id: tenant.oid,
        onChoose: choose(() => void navigate(addressInTenant(pathname, tenant.oid))),
        content: <TenantLine tenant={tenant} />,
      })),
    },
  ]
  return { groups, isLoading: records.isLoading || (isTenantWanted && isLoading), hasFailed: records.hasFailed }
}

/** Records of every entity in the tenant and below, the entity with the best one first. */
function useRecordGroups(typed: string, onClose: () => void): FoundGroups {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tenant } = useCurrentTenant()
  const { groups, isLoading, hasFailed } = useRecordSearch(typed, tenant?.oid)
  const toGroup = ({ entity, hits, hasMore }: (typeof groups)[number]): OptionGroup => ({
    id: `records:${entity}`,
    heading: hasMore ? t('palette.some', { entities: t(`${entity}.many`), count: hits.length }) : t(`${entity}.many`),
    options: openRecords(hits).map((open) => {
      const Icon = iconOf(iconNameOf(open.entry))
      return {
        id: `record:${entity}:${open.record.oid}`,
        onChoose: () => {
          onClose()
          void navigate(recordAddress(open, tenant?.oid ?? ''))
        },
        content: (
          <>
            <Icon aria-hidden />
            <RecordLine open={open} term={typed.trim()} />
          </>
        ),
      }
    }),
  })
  // Until a search is answered, what still matches of the one before it.
  return { groups: groups.map(toGroup), isLoading, hasFailed }
}

/** What else the menu of a customer leads to. */
function usePlaceCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tenant, scope } = useCurrentTenant()
  const permissions = usePermissions()
  const { config } = useServices()
  if (!tenant) return []
  const journal = {
    id: 'journal',
    text: t('shell.journal'),
    icon: <History aria-hidden />,
    run: () => void navigate(journalAddress(tenant.oid)),
  }
  const views = placesIn({ tenant, permissions, overlay: scope?.resources?.overlay, config }).map(
    ({ id, icon, text, isKey, group, to, isForeign }) => {
      const Icon = iconOf(icon)
      const said = isKey ? t(text) : text
      return {
        id: `place:${id}`,
        text: isForeign ? t('shell.place.newWindow', { text: said }) : `${t(`shell.group.${group}`)}: ${said}`,
        icon: <Icon aria-hidden />,
        run: () => (isForeign ? void window.open(to, '_blank', 'noreferrer') : void navigate(to)),
      }
    },
  )
  return mayReadJournal({ permissions, tenant, config }) ? [...views, journal] : views
}

/** Lists to go to, and what can be done at once with their records. */
function useScreenCommands(): { lists: Command[]; work: Command[] } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tenant } = useCurrentTenant()
  const permissions = usePermissions()
  if (!tenant) return { lists: [], work: [] }
  const listed = entryScreens.filter(({ resource }) => canList(permissions, tenant, resource))
  const addressOf = ({ path }: NavigationScreen): string => `${tenantRoot(tenant.oid)}/${path}`
  const lists = listed.map((entry) => {
    const Icon = iconOf(entry.screen.icon ?? 'document')
    return {
      id: `list:${entry.entity}`,
      text: t(pageNameKey(entry.entity, entry.screen)),
      icon: <Icon aria-hidden />,
      run: () => void navigate(addressOf(entry)),
    }
  })
  const work = listed.flatMap((entry) => {
    const { entity, screen, resource } = entry
    const command = (id: string, text: string, icon: ReactNode) => ({
      id: `${id}:${entity}`,
      text,
      icon,
      run: () => void navigate(`${addressOf(entry)}/${id}`),
    })
    const many = t(`${entity}.many`)
    const canCreate = isAllowed(permissions, tenant.oid, `${resource}:create`)
    const { writtenByCommands } = entityMeta[entity]
    const canUpdate = isAllowed(permissions, tenant.oid, `${resource}:update`)
    const commands: (Command | false)[] = [
      canCreate &&
        screen.editor !== undefined &&
        screen.list?.add !== false &&
        command(screen.editor.verbs?.create ?? 'new', t('palette.add', { entity: t(`${entity}.one`) }), <Plus aria-hidden />),
      screen.summary !== undefined && command('summary', t('palette.summary', { entities: many }), <ChartColumn aria-hidden />),
      // Where commands write, what may be called depends on more than rights: the list says it.
      canUpdate &&
        !writtenByCommands &&
        screen.bulk !== undefined &&
        command('bulk', t('palette.bulk', { entities: many }), <Table2 aria-hidden />),
      canUpdate &&
        !writtenByCommands &&
        screen.journal !== undefined &&
        command('journal', t('palette.journal', { entities: many }), <ClipboardList aria-hidden />),
    ]
    return commands.filter((each) => each !== false)
  })
  return { lists, work }
}

function useActionCommands(): Command[] {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { config } = useServices()
  const permissions = usePermissions()
  const chooseTheme = useChooseTheme()
  const isDark = document.documentElement.classList.contains('dark')
  const help = documentationAddress(config.bases.docs, i18n.language)
  return [
    {
      id: 'mode',
      text: `${t('shell.user.appearance')}: ${t(isDark ? 'shell.user.light' : 'shell.user.dark')}`,
      icon: isDark ? <Sun aria-hidden /> : <Moon aria-hidden />,
      run: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
    { id: 'help', text: t('shell.help'), icon: <BookOpen aria-hidden />, run: () => void window.open(help, '_blank', 'noreferrer') },
    { id: 'account', text: t('shell.user.info'), icon: <UserRound aria-hidden />, run: () => void navigate('/userInfo') },
    ...(isOperator(permissions)
      ? [
          { id: 'operations', text: t('shell.operations'), icon: <Activity aria-hidden />, run: () => void navigate('/operations') },
          {
            id: 'schema-changes',
            text: t('shell.schemaChanges'),
            icon: <FileDiff aria-hidden />,
            run: () => void navigate('/schema-changes'),
          },
        ]
      : []),
    { id: 'logout', text: t('shell.user.logout'), icon: <LogOut aria-hidden />, run: () => void navigate('/logout') },
  ]
}
