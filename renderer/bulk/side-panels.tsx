import { chakra } from '@chakra-ui/react'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useHost, type RendererHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { SidePanel, SidePanels } from '../parts/motion/side-panel.tsx'
import type { BulkController } from './bulk-controller.ts'
import type { BulkState } from './bulk-state.ts'
import type { SheetModel } from './sheet/sheet-model.ts'
import type { ProblemGroup } from './sheet/summary.ts'
import type { OpenConflict } from './worker/protocol.ts'

const line = { borderBottomWidth: '1px', borderBottomStyle: 'solid', borderColor: 'border' } as const

/** Side panel. */
const Panel = chakra(SidePanel, {
  base: {
    w: { base: 'full', lg: '19rem' },
    flexShrink: 0,
    bg: 'bg.surface',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border',
    borderRadius: 'lg',
  },
})

/** Header of a panel, with actions on all its items. */
const PanelHead = chakra('header', { base: { ...line, display: 'flex', gap: 2, px: 3, py: 2 } })

/** Style of an item. */
const panelItem = { ...line, w: 'full', px: 3, py: 2.5, fontSize: 'sm', textAlign: 'start' } as const

const Group = chakra('button', {
  base: {
    ...panelItem,
    display: 'flex',
    gap: 2.5,
    alignItems: 'flex-start',
    outlineOffset: '-2px !important',
    _hover: { bg: 'bg.subtle' },
    '&[aria-pressed=true]': { bg: 'bg.selected' },
    '& svg': { boxSize: '4', mt: '2px', flexShrink: 0 },
  },
})

/** Problems grouped by column and rule; a click filters the sheet by a group. */
export function ProblemPanel({ controller, model }: { controller: BulkController; model: SheetModel }) {
  const { t, language } = useHost()
  const { summary, view } = useSnapshot(controller.state)
  const { only } = view
  const groups = summary?.groups ?? []
  const toggle = (group: Pick<ProblemGroup, 'column' | 'key'>, pressed: boolean): void => {
    void controller.show({ kind: 'all', only: pressed ? undefined : { column: group.column, key: group.key } })
  }
  return (
    <SidePanels>
      {groups.length > 0 && (
        <Panel key="problems" aria-label={t('bulk.problems')}>
          <PanelHead alignItems="center" justifyContent="space-between">
            <chakra.h2 textStyle="caption">{t('bulk.problems')}</chakra.h2>
            {only && (
              <Button size="sm" variant="ghost" onClick={() => void controller.show({ only: undefined })}>
                {t('bulk.problems.all')}
              </Button>
            )}
          </PanelHead>
          {groups.map((group) => {
            const pressed = only?.column === group.column && only.key === group.key
            const column = model.map.columns.find((candidate) => candidate.id === group.column)
            return (
              <Group
                key={`${group.severity}/${group.column}/${group.key}`}
                type="button"
                aria-pressed={pressed}
                onClick={() => toggle(group, pressed)}
              >
                <chakra.span color={group.severity === 'error' ? 'danger.fg' : 'warning.fg'} display="contents">
                  {group.severity === 'error' ? (
                    <CircleAlert aria-label={t('bulk.severity.error')} />
                  ) : (
                    <TriangleAlert aria-label={t('bulk.severity.warning')} />
                  )}
                </chakra.span>
                <chakra.span minW={0} overflowWrap="anywhere">
                  <chakra.span display="block" fontWeight="medium">
                    {column ? (column.headers[language] ?? column.id) : t('bulk.problems.row')}
                  </chakra.span>
                  <chakra.span display="block">{t(group.key, group.params)}</chakra.span>
                  <chakra.span display="block" color="fg.subtle" fontSize="xs" data-numbers>
                    {t('bulk.problems.rows', { count: group.count, places: placesOf(group, t) })}
                  </chakra.span>
                </chakra.span>
              </Group>
            )
          })}
        </Panel>
      )}
    </SidePanels>
  )
}

/** Names the rows of a group as a person knows them. */
function placesOf({ places, unnamed }: Pick<ProblemGroup, 'places' | 'unnamed'>, t: RendererHost['t']): string {
  return [places, ...(unnamed > 0 ? [t('bulk.problems.unnamed', { rows: unnamed })] : [])].filter(Boolean).join(', ')
}

/** Cells that both this person and somebody else changed; resolved one by one or all at once. */
export function ConflictPanel({ controller, model }: { controller: BulkController; model: SheetModel }) {
  const { t } = useHost()
  const { conflicts } = useSnapshot(controller.state) as BulkState
  return (
    <SidePanels>
      {conflicts.length > 0 && (
        <Panel key="conflicts" aria-label={t('bulk.conflict.title')}>
          <PanelHead flexDirection="column">
            <chakra.h2 textStyle="caption">{t('bulk.conflict.title')}</chakra.h2>
            {conflicts.some(({ gone }) => !gone) && <Choices choose={(choice) => void controller.resolve(choice)} />}
          </PanelHead>
          {conflicts.map((conflict) => (
            <Conflict key={`${conflict.row}/${conflict.column}`} conflict={conflict} model={model} controller={controller} />
          ))}
        </Panel>
      )}
    </SidePanels>
  )
}

function Conflict({ conflict, model, controller }: { conflict: OpenConflict; model: SheetModel; controller: BulkController }) {
  const { t, language } = useHost()
  const column = model.map.columns.find((candidate) => candidate.id === conflict.column)
  const choose = (choice: 'mine' | 'theirs') => void controller.resolve(choice, { id: conflict.row, column: conflict.column })
  if (conflict.gone) return <GoneConflict conflict={conflict} model={model} choose={choose} />
  return (
    <chakra.div css={panelItem}>
      <chakra.div fontWeight="medium">
        {conflict.name} · {column?.headers[language] ?? conflict.column}
      </chakra.div>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap={3} my={1.5} overflowWrap="anywhere">
        <chakra.dt color="fg.subtle">{t('bulk.conflict.own')}</chakra.dt>
        <dd>{conflict.mine}</dd>
        <chakra.dt color="fg.subtle">{t('bulk.conflict.stored')}</chakra.dt>
        <dd>{conflict.theirs}</dd>
      </chakra.dl>
      <Choices choose={choose} />
    </chakra.div>
  )
}

interface GoneConflictProps {
  conflict: OpenConflict
  model: SheetModel
  choose: (choice: 'mine' | 'theirs') => void
}

/** Others deleted the record: it is left out, or made anew by who may. */
function GoneConflict({ conflict, model, choose }: GoneConflictProps) {
  const { t } = useHost()
  const mayCreate = model.closed === undefined && model.context.can['create'] === true && !model.child
  return (
    <chakra.div css={panelItem}>
      <chakra.div fontWeight="medium" overflowWrap="anywhere">
        {conflict.name}
      </chakra.div>
      <chakra.p my={1.5}>{t('bulk.gone.about')}</chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        <Button size="sm" onClick={() => choose('theirs')}>
          {t('bulk.gone.leaveOut')}
        </Button>
        {mayCreate && (
          <Button size="sm" onClick={() => choose('mine')}>
            {t('bulk.gone.create')}
          </Button>
        )}
      </chakra.div>
    </chakra.div>
  )
}

function Choices({ choose }: { choose: (choice: 'mine' | 'theirs') => void }) {
  const { t } = useHost()
  return (
    <chakra.div display="flex" flexWrap="wrap" gap={2}>
      <Button size="sm" onClick={() => choose('mine')}>
        {t('bulk.conflict.mine')}
      </Button>
      <Button size="sm" onClick={() => choose('theirs')}>
        {t('bulk.conflict.theirs')}
      </Button>
    </chakra.div>
  )
}
