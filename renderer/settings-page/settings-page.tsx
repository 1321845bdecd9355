import { chakra } from '@chakra-ui/react'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { SettingsPage as Descriptor } from '../descriptor/settings-page.ts'
import { useGoBack } from '../editor/page/use-editor.ts'
import { useLeaveGuard } from '../editor/save/use-leave-guard.ts'
import { useHost } from '../host.tsx'
import type { PageProps } from '../host.tsx'
import { AlertList } from '../parts/page/alert-list.tsx'
import type { Alert } from '../parts/page/alert-list.tsx'
import { ConfirmDialog } from '../parts/overlays/confirm-dialog.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { SettingsPagePortProvider } from './contract.ts'
import { SettingsBar } from './settings-bar.tsx'
import { SettingsModel } from './settings-model.ts'
import { sideBySideFrom, TabList } from './tab-list.tsx'
import { TabPanel } from './tab-panel.tsx'
import { usePresentTabs } from './use-present-tabs.ts'

const panelId = 'settings-panel'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: 4,
    gridTemplateColumns: 'minmax(0, 1fr)',
    [sideBySideFrom]: { gap: 6, gridTemplateColumns: '12.5rem minmax(0, 1fr)' },
  },
})

export interface SettingsPageProps {
  page: Descriptor
  /** Tab in the address. @default the page's first one */
  tab: string | undefined
  /** Address of the page. */
  path: string
  /** Where Cancel leads if this is the first page of the window. */
  home: string
  /** Loads the props of a tab, texts included. */
  load: (entity: string) => Promise<PageProps>
  /** Shown until the available tabs are known. */
  skeleton: ReactNode
}

/** Settings page: tabs of related records with a common bar that saves all changed tabs at once. */
export function SettingsPage(props: SettingsPageProps) {
  const present = usePresentTabs(props.page, props.load)
  if (!present) return props.skeleton
  return <OpenPage key={props.page.name} {...props} present={present} />
}

function OpenPage({ page, tab, path, home, load, present }: SettingsPageProps & { present: readonly string[] }) {
  const { t, ruleContext, toast } = useHost()
  const navigate = useNavigate()
  const [model] = useState(() => new SettingsModel(Object.keys(page.tabs)))
  const [wayBack] = useGoBack(home)
  const open = [tab, page.opens, present[0]].find((name) => name !== undefined && present.includes(name)) ?? ''
  const isInside = useCallback(
    (pathname: string) => pathname === path || present.some((name) => pathname === `${path}/${name}`),
    [path, present],
  )
  const blocker = useLeaveGuard(
    useCallback(() => model.hasWork(), [model]),
    isInside,
  )
  const entityOf = (name: string): string => page.tabs[name]?.entity ?? name
  const labelOf = (name: string): string => t(`${entityOf(name)}.many`)
  const reading = !present.some((name) => ['update', 'create'].some((right) => ruleContext(entityOf(name)).can[right] === true))
  const openTab = (name: string) => void (name === open || navigate(`${path}/${name}`, { replace: true, preventScrollReset: true }))

  useFirstProblem({ model, open, openTab })
  const submit = useEffectEvent(async () => {
    if (model.changed().length === 0 || !(await model.apply())) return
    toast('success', t('settings-page.done', { page: t(page.text) }))
    wayBack()
  })
  useEffect(() => model.listen(() => void submit()), [model])
  return (
    <SettingsPagePortProvider value={model}>
      <chakra.div display="flex" flexDirection="column" minHeight="full">
        <PageHeader title={t(page.text)} about={t(`${page.text}.about`)} />
        <Messages model={model} labelOf={labelOf} />
        <Columns>
          <TabList
            model={model}
            label={t(page.text)}
            items={present.map((name) => ({ name, label: labelOf(name) }))}
            selected={open}
            panelId={panelId}
            onSelect={openTab}
          />
          <chakra.div role="tabpanel" id={panelId} aria-label={labelOf(open)} minWidth={0}>
            <Panels page={page} open={open} load={load} />
          </chakra.div>
        </Columns>
        <chakra.div flex={1} />
        <SettingsBar model={model} labelOf={labelOf} reading={reading} onOpen={openTab} onLeave={wayBack} onUpdate={() => model.submit()} />
      </chakra.div>
      <Question model={model} />
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          destructive
          title={t('editor.leave.title')}
          confirmLabel={t('editor.leave.confirm')}
          cancelLabel={t('editor.leave.stay')}
          onCancel={() => blocker.reset()}
          onConfirm={() => {
            model.forget()
            blocker.proceed()
          }}
        >
          {t('navigation.confirm')}
        </ConfirmDialog>
      )}
    </SettingsPagePortProvider>
  )
}

/** Hook: opens the tab with the first problem, then shows the problem. */
function useFirstProblem({ model, open, openTab }: { model: SettingsModel; open: string; openTab: (name: string) => void }): void {
  const { lead } = useSnapshot(model.state)
  const follow = useEffectEvent((name: string) => (name === open ? model.showProblem(name) : openTab(name)))
  useEffect(() => {
    if (lead !== undefined) follow(lead)
  }, [lead, open])
}

/** Tabs stay mounted once opened, so that no input is lost; only the open one renders anything. */
function Panels({ page, open, load }: Pick<SettingsPageProps, 'page' | 'load'> & { open: string }) {
  const [visited, setVisited] = useState<readonly string[]>([open])
  if (!visited.includes(open)) setVisited([...visited, open])
  return visited.map((name) => {
    const tab = page.tabs[name]
    return tab && <TabPanel key={name} name={name} tab={tab} isOpen={name === open} load={load} />
  })
}

/** Result of the last attempt to save. */
function Messages({ model, labelOf }: { model: SettingsModel; labelOf: (name: string) => string }) {
  const { t, language } = useHost()
  const { message } = useSnapshot(model.state)
  const list = (names: readonly string[]): string => new Intl.ListFormat(language, { type: 'conjunction' }).format(names.map(labelOf))
  const alerts: Alert[] = []
  if (message?.kind === 'invalid') alerts.push({ id: 'invalid', kind: 'danger', text: t('validation.global.error') })
  if (message?.kind === 'partly') {
    alerts.push({
      id: 'refused',
      kind: 'danger',
      text: t('settings-page.partly.refused', { tabs: list(message.refused), count: message.refused.length }),
      detail: t('settings-page.partly.about'),
    })
    if (message.saved.length > 0)
      alerts.push({
        id: 'saved',
        kind: 'success',
        text: t('settings-page.partly.saved', { tabs: list(message.saved), count: message.saved.length }),
      })
  }
  return (
    <chakra.div marginBottom={alerts.length > 0 ? 4 : 0}>
      <AlertList label={t('editor.alerts')} alerts={alerts} dismissLabel={t('editor.alerts.dismiss')} onDismiss={() => model.dismiss()} />
    </chakra.div>
  )
}

/** The question between Update and saving. */
function Question({ model }: { model: SettingsModel }) {
  const { t } = useHost()
  const { question } = useSnapshot(model.state)
  if (!question) return null
  return (
    <ConfirmDialog
      title={question.title}
      confirmLabel={t('editor.verb.update')}
      cancelLabel={t('editor.cancel')}
      onCancel={() => model.settle(false)}
      onConfirm={() => model.settle(true)}
    >
      {question.text as ReactNode}
    </ConfirmDialog>
  )
}
