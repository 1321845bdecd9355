import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import type { StatusName } from '../theme/palette.ts'

export interface Alert {
  id: string
  kind: StatusName
  text: ReactNode
  /** Further lines, smaller: request id, what to do. */
  detail?: ReactNode
  /** What can be done about it. */
  action?: { label: string; onSelect: () => void }
}

/** Order in which kinds stand (S0 section 9). */
const order: StatusName[] = ['success', 'danger', 'warning', 'info']

const statusIcons: Record<StatusName, LucideIcon> = { success: CircleCheck, danger: CircleAlert, warning: TriangleAlert, info: Info }

const List = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    position: 'relative',
    maxHeight: '200px',
    overflowY: 'auto',
    '@media print': { maxHeight: 'none' },
  },
})

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    // In a narrow window the action stands below the text, which would be a word wide beside it.
    flexWrap: 'wrap',
    columnGap: 2.5,
    px: 3,
    py: 2,
    fontSize: 'sm',
    color: 'fg',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderRadius: 'md',
    flexShrink: 0,
    '& > svg': { boxSize: '4', mt: '1px', flexShrink: 0 },
  },
  variants: {
    kind: {
      success: { bg: 'success.subtle', borderColor: 'success.border', '& > svg': { color: 'success.fg' } },
      danger: { bg: 'danger.subtle', borderColor: 'danger.border', '& > svg': { color: 'danger.fg' } },
      warning: { bg: 'warning.subtle', borderColor: 'warning.border', '& > svg': { color: 'warning.fg' } },
      info: { bg: 'info.subtle', borderColor: 'info.border', '& > svg': { color: 'info.fg' } },
    },
  },
})

interface AlertListProps {
  alerts: readonly Alert[]
  /** Name of the list for assistive technology. */
  label: string
  onDismiss?: (id: string) => void
  dismissLabel?: string
}

/** Messages of a page, at most 200 px high, then it scrolls. Nothing when there are none. */
export function AlertList({ alerts, label, onDismiss, dismissLabel }: AlertListProps) {
  const sorted = order.flatMap((kind) => alerts.filter((alert) => alert.kind === kind))
  return (
    <chakra.div role="region" aria-label={label} aria-live="polite" _empty={{ display: 'none' }}>
      {sorted.length > 0 && (
        <List tabIndex={sorted.length > 2 ? 0 : undefined} role="list">
          {sorted.map(({ id, kind, text, detail, action }) => {
            const Icon = statusIcons[kind]
            return (
              <Row key={id} kind={kind} role="listitem" data-kind={kind}>
                <Icon aria-hidden />
                <chakra.div flex="1 1 12rem" minW={0} overflowWrap="anywhere">
                  {text}
                  {detail && <chakra.div textStyle="hint">{detail}</chakra.div>}
                </chakra.div>
                {action && (
                  <Button variant="link" size="sm" px={0} flexShrink={0} ml={{ base: '26px', md: 0 }} onClick={action.onSelect}>
                    {action.label}
                  </Button>
                )}
                {onDismiss && dismissLabel && (
                  <IconButton small label={dismissLabel} icon={<X />} my={-1} mr={-1.5} onClick={() => onDismiss(id)} />
                )}
              </Row>
            )
          })}
        </List>
      )}
    </chakra.div>
  )
}
