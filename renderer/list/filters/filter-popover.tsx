import { lazy, Suspense } from 'react'
import type { ComponentProps, RefObject } from 'react'
import { Popover } from '../../parts/popover.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { loadFilters } from '../../widgets/parts.ts'

const FilterPanel = lazy(async () => {
  const [{ FilterPanel: panel }] = await Promise.all([import('./filter-panel.tsx'), loadFilters()])
  return { default: panel }
})

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
