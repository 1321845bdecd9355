import { chakra } from '@chakra-ui/react'
import { useSnapshot } from 'valtio'
import { useHost } from '../host.tsx'
import { Button } from '../parts/button.tsx'
import type { BulkController } from './bulk-controller.ts'
import type { BulkState } from './bulk-state.ts'
import { Panel, PanelHead, panelItem } from './panel.ts'
import type { SheetModel } from './sheet/sheet-model.ts'
import type { OpenConflict } from './worker/protocol.ts'

/** Cells that both the file and somebody else changed since the export: each is decided by a person, or all at once. */
export function ConflictPanel({ controller, model }: { controller: BulkController; model: SheetModel }) {
  const { t } = useHost()
  const { conflicts } = useSnapshot(controller.state) as BulkState
  if (conflicts.length === 0) return null
  return (
    <Panel aria-label={t('bulk.conflict.title')}>
      <PanelHead flexDirection="column">
        <chakra.h2 textStyle="caption">{t('bulk.conflict.title')}</chakra.h2>
        <Choices choose={(choice) => void controller.resolve(choice)} />
      </PanelHead>
      {conflicts.map((conflict) => (
        <Conflict key={`${conflict.row}/${conflict.column}`} conflict={conflict} model={model} controller={controller} />
      ))}
    </Panel>
  )
}

function Conflict({ conflict, model, controller }: { conflict: OpenConflict; model: SheetModel; controller: BulkController }) {
  const { t, language } = useHost()
  const column = model.map.columns.find((candidate) => candidate.id === conflict.column)
  return (
    <chakra.div css={panelItem}>
      <chakra.div fontWeight="medium">
        {conflict.name} · {column?.headers[language] ?? conflict.column}
      </chakra.div>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap={3} my={1.5} overflowWrap="anywhere">
        <chakra.dt color="fg.subtle">{t('bulk.conflict.file')}</chakra.dt>
        <dd>{conflict.mine}</dd>
        <chakra.dt color="fg.subtle">{t('bulk.conflict.stored')}</chakra.dt>
        <dd>{conflict.theirs}</dd>
      </chakra.dl>
      <Choices choose={(choice) => void controller.resolve(choice, { id: conflict.row, column: conflict.column })} />
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
