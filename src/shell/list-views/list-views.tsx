import { chakra } from '@chakra-ui/react'
import { Bookmark, RotateCcw } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHost, type ListViewsProps, type PageProps } from '../../../renderer/host.tsx'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { Menu } from '../../../renderer/parts/overlays/menu.tsx'
import type { ListView } from '../../../schemas/list-views.ts'
import { useViewActions, type ViewActions } from './use-view-actions.ts'
import { useViewMenu } from './use-view-menu.tsx'

// Loaded on the first click that needs them.
const ViewDialog = lazy(() => import('../account/account-parts.ts').then((module) => ({ default: module.ViewDialog })))
const ConfirmDialog = lazy(() =>
  import('../../../renderer/parts/overlays/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)
const ConflictDialog = lazy(() => import('../account/account-parts.ts').then((module) => ({ default: module.ConflictDialog })))

/** The views of a list: which one it shows, whether that was changed, and all that can be done with it. */
export function ListViews(props: ListViewsProps) {
  const { t } = useTranslation()
  const actions = useViewActions(props)
  const groups = useViewMenu(actions)
  const { views, hasFailed, shown } = actions
  const { view, isChanged, isOlder } = shown
  return (
    <>
      {view && isOlder && <NewerVersion view={view} actions={actions} />}
      {view && isChanged && !isOlder && <ChangedView view={view} actions={actions} />}
      <Menu
        label={t('palette.views')}
        width="18rem"
        groups={groups}
        trigger={(trigger) => (
          <Button
            {...trigger}
            variant="ghost"
            data-folds={view ? undefined : 'tools'}
            icon={<Bookmark aria-hidden />}
            title={view?.isPartial ? t('palette.views.partial') : undefined}
            reason={hasFailed && views === undefined ? t('palette.views.loadFailed') : undefined}
          >
            <chakra.span maxW="14rem" truncate lineHeight="short">
              {view ? view.name : t('palette.views')}
            </chakra.span>
          </Button>
        )}
      />
      <ViewDialogs actions={actions} schema={props.schema} screen={props.screen} />
    </>
  )
}

interface WithActions {
  actions: ViewActions
}

/** What is said beside the name of a view, and what can be done about it. */
function ViewNote({ text, children }: { text: string; children: ReactNode }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" flexWrap="wrap" gap={1} minH="control" role="group" aria-label={text}>
      <chakra.span fontSize="sm" color="warning.fg" px={1}>
        {text}
      </chakra.span>
      {children}
    </chakra.span>
  )
}

/** Says that the list is not as its view has it, and offers what to do about it. */
function ChangedView({ view, actions: { save, ask, shown } }: WithActions & { view: ListView }) {
  const { t } = useTranslation()
  return (
    <ViewNote text={t('palette.views.changed')}>
      {view.can['update'] === true && (
        <Button size="sm" variant="ghost" onClick={() => void save(view)}>
          {t('palette.views.save')}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => ask('Save')}>
        {t('palette.views.saveAs')}
      </Button>
      <Button size="sm" variant="ghost" icon={<RotateCcw aria-hidden />} onClick={() => shown.show(view)}>
        {t('palette.views.reset')}
      </Button>
    </ViewNote>
  )
}

/** Says that somebody else has changed the view, while the list shows what it was before. */
function NewerVersion({ view, actions: { shown } }: WithActions & { view: ListView }) {
  const { t } = useTranslation()
  return (
    <ViewNote text={t('palette.views.newer', { person: view.changedBy.name })}>
      <Button size="sm" variant="ghost" onClick={() => shown.show(view)}>
        {t('palette.views.showNewer')}
      </Button>
    </ViewNote>
  )
}

/** Asks for a name, or what holds after somebody else's change. */
function ViewDialogs({ actions, schema, screen }: WithActions & PageProps) {
  const { asks, ask, answer, conflict, settle, save, shown } = actions
  const { tenant } = useHost()
  return (
    <Suspense>
      {asks && (
        <ViewDialog
          asks={asks}
          tenantName={tenant.name}
          name={asks === 'Rename' ? (shown.view?.name ?? '') : ''}
          onSubmit={answer}
          onClose={() => ask(undefined)}
        />
      )}
      <DeleteQuestion actions={actions} />
      {conflict && (
        <ConflictDialog
          schema={schema}
          screen={screen}
          {...conflict}
          onTheirs={() => {
            settle()
            shown.noteShown(conflict.current)
          }}
          onSaveAs={() => {
            settle()
            ask('Save')
          }}
          onReplace={() => {
            settle()
            void save(conflict.current, conflict.current)
          }}
          onClose={settle}
        />
      )}
    </Suspense>
  )
}

/** A view that is deleted does not come back: asks before. */
function DeleteQuestion({ actions: { deleting: view, askToDelete, discard } }: WithActions) {
  const { t } = useTranslation()
  const { tenant } = useHost()
  if (!view) return null
  return (
    <ConfirmDialog
      title={t('palette.views.delete.title', { name: view.name })}
      confirmLabel={t('palette.views.delete')}
      cancelLabel={t('shell.cancel')}
      destructive
      onConfirm={() => void discard(view)}
      onCancel={() => askToDelete(undefined)}
    >
      {t(`palette.views.delete.${view.kind}`, { tenant: tenant.name })}
    </ConfirmDialog>
  )
}
