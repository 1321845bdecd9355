import { lazy, Suspense } from 'react'
import type { ComponentProps, RefObject } from 'react'
import { Popover } from '../../parts/popover.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'

const FilterPanel = lazy(() => import('./filter-panel.tsx').then((module) => ({ default: module.FilterPanel })))

interface FilterPopoverProps extends ComponentProps<typeof FilterPanel> {
  /** The control that opened it. */
  anchor: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
}

/** The controls that narrow a list, beside what opened them; they come with the first of these that is opened. */
export function FilterPopover({ anchor, label, onClose, ...panel }: FilterPopoverProps) {
  return (
    <Popover anchor={anchor} label={label} width="17rem" onClose={onClose}>
      <Suspense fallback={<Skeleton height="controlSmall" margin={2} width="auto" />}>
        <FilterPanel {...panel} />
      </Suspense>
    </Popover>
  )
}
