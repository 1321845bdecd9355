import type { ColumnChoice, PinnedSide } from '../../../schemas/list-views.ts'
import type { FittedWidths } from './kept-choice.ts'
import { earlierNames } from '../earlier-names.ts'
import { useCallback, useMemo, useState } from 'react'
import { useHost, type PageProps } from '../../host.tsx'
import {
  arrangedChoice,
  chosenColumns,
  displayedColumns,
  keepColumnChoice,
  keepFittedWidths,
  moveColumn,
  noColumnChoice,
  readColumnChoice,
  readFittedWidths,
  type Arrangement,
} from './column-choice.ts'
import type { ListColumn } from './list-columns.ts'
import { useListColumns } from './use-list-columns.ts'

export type Density = 'comfortable' | 'compact'

/** The columns of one list as the person wants them. */
export interface ColumnsModel {
  /** All, in order, hidden ones included. */
  all: ListColumn[]
  /** Those that are shown, from left to right. */
  visible: ListColumn[]
  isChanged: boolean
  /** What the person changed about them. */
  choice: ColumnChoice
  choose: (choice: ColumnChoice) => void
  show: (field: string, shown: boolean) => void
  resize: (field: string, width: number) => void
  /** Widths that the grid fitted to the content; kept for the next visit. */
  fit: (widths: FittedWidths) => void
  /** `before` undefined: to the end. */
  move: (field: string, before: string | undefined) => void
  pin: (field: string, side: PinnedSide) => void
  /** Takes over the order and the pinned sides of the shown columns, as the grid has them after a drag. */
  arrange: (arrangement: Arrangement) => void
  reset: () => void
  density: Density
  setDensity: (density: Density) => void
}

const densityKey = 'listDensity'

/** Reads and keeps the person's columns of one list; the row height holds for all lists. */
export function useColumns({ schema, screen }: PageProps): ColumnsModel {
  const host = useHost()
  const { plural } = schema['x-entity']
  const { language, tenant } = host
  const scope = useMemo(() => ({ plural, language, tenantOid: tenant.oid }), [plural, language, tenant.oid])
  const declared = useListColumns({ schema, screen })
  const [choice, setChoice] = useState(() => {
    const kept = readColumnChoice(plural, localStorage)
    return earlierNames(schema)?.choice(kept) ?? kept
  })
  const [density, setDensityState] = useState<Density>(() => (localStorage.getItem(densityKey) === 'compact' ? 'compact' : 'comfortable'))
  const fitted = () => {
    const widths = readFittedWidths(scope, localStorage)
    return { scope, widths: earlierNames(schema)?.widths(widths) ?? widths }
  }
  const [fit, setFit] = useState(fitted)
  if (fit.scope !== scope) setFit(fitted())
  const all = useMemo(() => chosenColumns(declared, choice, fit.widths), [declared, choice, fit.widths])
  const visible = useMemo(() => displayedColumns(all), [all])

  const update = useCallback(
    (change: (choice: ColumnChoice) => ColumnChoice) =>
      setChoice((before) => {
        const after = change(before)
        keepColumnChoice(plural, after, localStorage)
        return after
      }),
    [plural],
  )
  return {
    all,
    visible,
    isChanged: choice.order.length > 0 || [choice.shown, choice.widths, choice.pinned].some((part) => Object.keys(part).length > 0),
    show: (field, shown) => update((before) => ({ ...before, shown: { ...before.shown, [field]: shown } })),
    resize: (field, width) => update((before) => ({ ...before, widths: { ...before.widths, [field]: Math.round(width) } })),
    fit: (widths) => {
      const next = { ...fit.widths, ...widths }
      setFit({ scope, widths: next })
      keepFittedWidths(scope, next, localStorage)
    },
    move: (field, before) => update((was) => ({ ...was, order: moveColumn(all, field, before) })),
    pin: (field, side) => update((was) => ({ ...was, pinned: { ...was.pinned, [field]: side } })),
    arrange: (arrangement) => {
      if (arrangedChoice(choice, all, arrangement) !== choice) update((was) => arrangedChoice(was, all, arrangement))
    },
    choice,
    choose: (next) => update(() => next),
    reset: () => update(() => noColumnChoice),
    density,
    setDensity: (next) => {
      localStorage.setItem(densityKey, next)
      setDensityState(next)
    },
  }
}
