import { chakra } from '@chakra-ui/react'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useHost } from '../host.tsx'
import { Button } from '../parts/button.tsx'
import type { BulkController } from './bulk-controller.ts'
import { Panel, PanelHead, panelItem } from './panel.ts'
import type { ProblemGroup } from './sheet/summary.ts'
import type { SheetModel } from './sheet/sheet-model.ts'

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

/** What is wrong, gathered by column and rule with the rows concerned; a click shows only those rows. */
export function ProblemPanel({ controller, model }: { controller: BulkController; model: SheetModel }) {
  const { t, language } = useHost()
  const { summary, view } = useSnapshot(controller.state)
  if (!summary || summary.groups.length === 0) return null
  const { only } = view
  const toggle = (group: Pick<ProblemGroup, 'column' | 'key'>, pressed: boolean): void => {
    void controller.show({ kind: 'all', only: pressed ? undefined : { column: group.column, key: group.key } })
  }
  return (
    <Panel aria-label={t('bulk.problems')}>
      <PanelHead alignItems="center" justifyContent="space-between">
        <chakra.h2 textStyle="caption">{t('bulk.problems')}</chakra.h2>
        {only && (
          <Button size="sm" variant="ghost" onClick={() => void controller.show({ only: undefined })}>
            {t('bulk.problems.all')}
          </Button>
        )}
      </PanelHead>
      {summary.groups.map((group) => {
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
                {t('bulk.problems.rows', { count: group.count, lines: group.lines })}
              </chakra.span>
            </chakra.span>
          </Group>
        )
      })}
    </Panel>
  )
}
