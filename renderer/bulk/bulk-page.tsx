import { chakra } from '@chakra-ui/react'
import { Info, Plus, Replace } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useBlocker } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { errorTexts } from '../data/error-texts.ts'
import { useHost, type PageProps } from '../host.tsx'
import { ListCrumb } from '../page-links.tsx'
import { MissingRight } from '../missing-right.tsx'
import { Button } from '../parts/controls/button.tsx'
import { ConfirmDialog } from '../parts/overlays/confirm-dialog.tsx'
import { SearchInput } from '../parts/controls/controls.tsx'
import { ErrorState } from '../parts/page/empty-state.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { TableSkeleton } from '../parts/page/skeleton.tsx'
import { Tabs } from '../parts/controls/tabs.tsx'
import { refusalOfAll } from '../rules/creation.ts'
import { BulkActions } from './bulk-actions.tsx'
import { BulkAlerts } from './bulk-alerts.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { BulkController } from './bulk-controller.ts'
import { unwrittenRows, type BulkState } from './bulk-state.ts'
import { ConflictPanel, ProblemPanel } from './side-panels.tsx'
import { ProgressLine } from './progress-line.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { ProposalDialog } from './proposal-dialog.tsx'
import { SheetGrid } from './grid/sheet-grid.tsx'
import { SheetTabs } from './sheet-tabs.tsx'
import type { RowKind } from './sheet/row.ts'
import { useBulk } from './use-bulk.ts'

/** Bulk page: import, edit, check, preview, apply all or nothing, and export (S0 section 2 "Bulk page"). */
export function BulkPage(props: PageProps) {
  const because = sheetObjection(props.schema, useHost().ruleContext(props.schema['x-entity'].name))
  return because === undefined ? <Sheet {...props} /> : <SheetForbidden {...props} because={because} />
}

/** Locale key of why the sheet is read-only: neither creating nor updating is allowed, or no command can be called here. */
function sheetObjection(schema: EntitySchema, context: RuleContext): string | undefined {
  if (!context.can['create'] && !context.can['update']) return 'bulk.noRight.text'
  return schema['x-entity'].writtenByCommands ? refusalOfAll(schema, context) : undefined
}

function SheetForbidden({ schema, because }: PageProps & { because: string }) {
  const { t, tenant } = useHost()
  const { name } = schema['x-entity']
  const entities = t(`${name}.many`)
  return (
    <>
      <PageHeader title={t('bulk.title', { many: entities })} crumbs={<ListCrumb entity={name} />} />
      <MissingRight title={t('bulk.noRight.title')}>{t(because, { entities, tenant: tenant.name })}</MissingRight>
    </>
  )
}

function Sheet(props: PageProps) {
  const controller = useBulk(props)
  return controller ? <OpenPage key={controller.client.id} controller={controller} {...props} /> : null
}

function OpenPage({ controller, schema, screen }: PageProps & { controller: BulkController }) {
  const { t, hasText } = useHost()
  const { name } = schema['x-entity']
  const state = useSnapshot(controller.state) as BulkState
  return (
    <chakra.div display="flex" flexDirection="column" gap={3} h="full" minH="34rem">
      <PageHeader
        title={t('bulk.title', { many: t(`${name}.many`) })}
        crumbs={<ListCrumb entity={name} />}
        about={t(controller.abilities.plans ? 'bulk.about' : 'bulk.about.single')}
        actions={state.model && <BulkActions controller={controller} models={state.models} model={state.model} />}
      />
      {state.broken && (
        <ErrorState
          title={t('bulk.broken')}
          messages={state.broken.error ? errorTexts({ t, hasText }, state.broken.error) : []}
          requestId={state.broken.error?.requestId ? { label: t('bulk.requestId'), value: state.broken.error.requestId } : undefined}
          retryLabel={t('bulk.retry')}
          onRetry={() => void controller.open()}
        />
      )}
      {!state.broken && !state.model && (
        <>
          {state.working && <ProgressLine working={state.working} />}
          <TableSkeleton rows={12} columns={6} label={t('bulk.step.loading')} />
        </>
      )}
      {state.model && (
        <SheetArea
          controller={controller}
          model={state.model}
          verb={state.model.child ? 'delete' : (screen.editor?.verbs?.delete ?? 'delete')}
        />
      )}
      <LeaveGuard dirty={unwrittenRows(state) > 0} />
    </chakra.div>
  )
}

interface SheetAreaProps {
  controller: BulkController
  model: NonNullable<BulkState['model']>
  /** Label of the delete action. */
  verb: string
}

function SheetArea({ controller, model, verb }: SheetAreaProps) {
  const { t } = useHost()
  const may = rightsOn(model)
  const [isReplacing, setReplacing] = useState(false)
  const closed = model.child ? undefined : model.closed
  const { proposal: latest, view } = useSnapshot(controller.state) as BulkState
  // Deferred, because opening a dialog makes the browser lay out the whole page.
  const proposal = useDeferredValue(latest)
  return (
    <>
      <BulkAlerts controller={controller} verb={verb} />
      <SheetTabs controller={controller} />
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-end" justifyContent="space-between" gap={3}>
        <KindTabs controller={controller} />
        <chakra.div display="flex" gap={2} alignItems="center" minW={0}>
          <SearchInput
            value={view.search}
            label={t('bulk.search')}
            clearLabel={t('bulk.search.clear')}
            width="14rem"
            onChange={(search) => void controller.show({ search })}
          />
          <Button aria-label={t('bulk.replace')} title={t('bulk.replace')} onClick={() => setReplacing(true)}>
            <Replace aria-hidden />
            <chakra.span display={{ base: 'none', md: 'inline' }}>{t('bulk.replace')}</chakra.span>
          </Button>
          {closed === undefined && (
            <Button reason={may.add ? undefined : t('bulk.add.noRight')} onClick={() => void controller.addRow()}>
              <Plus aria-hidden />
              {t('bulk.add')}
            </Button>
          )}
        </chakra.div>
      </chakra.div>
      {closed !== undefined && (
        <chakra.p display="flex" alignItems="center" gap={1.5} fontSize="sm" color="fg.muted">
          <Info size={14} aria-hidden />
          {t(closed)}
        </chakra.p>
      )}
      <chakra.div display="flex" flex={1} minH="16rem" gap={3} flexDirection={{ base: 'column', lg: 'row' }}>
        <SheetGrid controller={controller} model={model} label={t('bulk.sheet')} />
        <chakra.div
          display="flex"
          flexDirection="column"
          gap={3}
          position="relative"
          minH={0}
          overflowY="auto"
          _empty={{ display: 'none' }}
        >
          <ConflictPanel controller={controller} model={model} />
          <ProblemPanel controller={controller} model={model} />
        </chakra.div>
      </chakra.div>
      <BulkBar controller={controller} canDelete={may.remove} verb={verb} />
      {isReplacing && <ReplaceDialog controller={controller} model={model} onClose={() => setReplacing(false)} />}
      {proposal && <ProposalDialog controller={controller} proposal={proposal} verb={verb} />}
    </>
  )
}

/** Adding and removing rows of a nested list is an update of the records that contain them. */
function rightsOn({ child, context: { can } }: NonNullable<BulkState['model']>): { add: boolean; remove: boolean } {
  if (child) return { add: Boolean(can['update'] || can['create']), remove: can['update'] === true }
  return { add: Boolean(can['create']), remove: can['delete'] === true }
}

const kinds: RowKind[] = ['unchanged', 'changed', 'new', 'conflict', 'gone', 'invalid']
/** Shown only where there are such rows. */
const rare: readonly RowKind[] = ['gone']

function KindTabs({ controller }: { controller: BulkController }) {
  const { t, language } = useHost()
  const { summary, view } = useSnapshot(controller.state)
  const format = new Intl.NumberFormat(language)
  const items = [
    { id: 'all', label: t('bulk.kind.all'), count: summary?.total },
    ...kinds
      .filter((kind) => !rare.includes(kind) || view.kind === kind || summary?.kinds[kind])
      .map((kind) => {
        const count = summary?.kinds[kind]
        const alert = kind === 'invalid' && count ? { alert: { kind: 'danger' as const, label: t('bulk.severity.error') } } : {}
        return { id: kind, label: t(`bulk.kind.${kind}`), count, ...alert }
      }),
  ]
  return (
    <Tabs
      label={t('bulk.kinds')}
      items={items}
      selected={view.kind}
      formatCount={(count) => format.format(count)}
      onSelect={(kind) => void controller.show({ kind: kind as RowKind | 'all', only: undefined })}
    />
  )
}

function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { t } = useHost()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (!dirty) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('bulk.leave.title')}
      confirmLabel={t('bulk.leave.confirm')}
      cancelLabel={t('bulk.leave.stay')}
      destructive
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    >
      {t('navigation.confirm')}
    </ConfirmDialog>
  )
}
