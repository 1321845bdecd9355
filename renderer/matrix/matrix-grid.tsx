import { chakra } from '@chakra-ui/react'
import { SearchX } from 'lucide-react'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '../parts/controls/button.tsx'
import { EmptyState } from '../parts/page/empty-state.tsx'
import { usePrinting } from '../parts/page/use-printing.ts'
import type { Translate } from '../widgets/contract.ts'
import { CellTip, Readout, type TipTarget } from './matrix-readout.tsx'
import { ChoiceMenu } from './choice-menu.tsx'
import type { MatrixInput } from './contract.ts'
import { MatrixFailures } from './matrix-failures.tsx'
import { MatrixLegend } from './matrix-legend.tsx'
import { MatrixModel } from './matrix-model.ts'
import { GridLook } from './matrix-style.ts'
import { MatrixToolbar } from './matrix-toolbar.tsx'
import { MatrixView, noFilter, type Spot } from './matrix-view.ts'
import { PrintedMatrix } from './printed-matrix.tsx'
import { Overview } from './overview.tsx'
import { useClipboard } from './use-clipboard.ts'
import { useMatrixActions } from './use-matrix-actions.ts'
import { usePainter, type HeadPaths } from './use-painter.ts'
import { usePointer } from './use-pointer.ts'

/** Number of rows or columns above which a matrix has an overview. */
const LARGE = 48

export interface MatrixGridProps {
  input: MatrixInput
  /** Accessible name of the grid. */
  label: string
  /** Names of the axes. */
  axes: { rows: string; columns: string }
  paths: HeadPaths
  t: Translate
  go: (path: string) => void
  /** Called with the texts of all alarms, most severe first. */
  onAlarms?: (lines: string[]) => void
}

/** The interactive matrix, independent of entity and routes. */
export function MatrixGrid({ input, label, axes, paths, t, go, onAlarms }: MatrixGridProps) {
  const [model] = useState(() => new MatrixModel(input))
  const [view] = useState(() => new MatrixView(model))
  const modelVersion = useSyncExternalStore(model.subscribe, model.version)
  const viewVersion = useSyncExternalStore(view.subscribe, view.version)
  const version = `${modelVersion} ${viewVersion}`
  useEffect(() => {
    if (input === model.input) return
    model.load(input)
    view.applyFilter(view.filter)
  }, [input, model, view])
  // Before the browser paints: the alarms stand above the matrix and would push it down.
  useLayoutEffect(() => onAlarms?.(alarmLines(model)), [model, modelVersion, onAlarms])

  const isPrinting = usePrinting()
  const [isOverviewShown, showOverview] = useState(true)
  const { grid, heads, body, painter, hover } = usePainter({ view, t, paths }, version)
  const actions = useMatrixActions({ view, painter, paths, t, go })
  const { say, choosing, stopChoosing, act, keyDown } = actions
  useClipboard({ view, grid: grid, t, say })
  const [tipTarget, setTipTarget] = useState<TipTarget>()
  const tell = (spot: Spot | undefined) => {
    const element = spot && painter.current?.elementAt(spot)
    setTipTarget(element && { spot, element })
  }
  const pointer = usePointer({
    view,
    painter,
    hover: (spot) => {
      hover(spot)
      tell(spot)
    },
    onPress: act,
    go,
  })
  const isLarge = view.rows.length >= LARGE || view.columns.length >= LARGE
  const hasNothing = view.rows.length === 0 || view.columns.length === 0
  const focus = () => grid.current?.focus({ preventScroll: true })

  const onScreen = (
    <chakra.div data-controls="" display="flex" flexDirection="column" gap={3} minW={0}>
      <MatrixToolbar
        view={view}
        axes={axes}
        overview={isLarge ? { isShown: isOverviewShown, show: showOverview } : undefined}
        t={t}
        onSet={(place) => {
          actions.set(place)
          focus()
        }}
      />
      <MatrixLegend view={view} t={t} />
      <MatrixFailures model={model} t={t} />
      <chakra.div display="flex" gap={4} alignItems="flex-start" minW={0}>
        <GridLook
          ref={grid}
          hidden={hasNothing}
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-multiselectable
          aria-readonly={!model.canWrite()}
          data-writable={model.canWrite() ? '' : undefined}
          onKeyDown={(event) => {
            keyDown(event)
            tell(view.focus)
          }}
          onBlur={() => tell(undefined)}
          onScroll={() => tipTarget && painter.current?.elementAt(tipTarget.spot) !== tipTarget.element && tell(undefined)}
          onFocus={() => painter.current?.reveal(view.focus)}
          {...pointer}
        >
          <div ref={heads} data-heads="" role="rowgroup">
            <div role="row" aria-rowindex={1}>
              <div data-corner="" role="columnheader" aria-colindex={1}>
                <span>{axes.columns} →</span>
                <span>{axes.rows} ↓</span>
              </div>
            </div>
          </div>
          <div ref={body} data-body="" role="rowgroup" />
        </GridLook>
        {hasNothing && (
          <chakra.div flex={1}>
            <EmptyState
              icon={SearchX}
              title={t('matrix.noMatch.title')}
              actions={<Button onClick={() => view.applyFilter(noFilter)}>{t('list.reset')}</Button>}
            />
          </chakra.div>
        )}
        {isLarge && isOverviewShown && !hasNothing && (
          <Overview view={view} grid={grid} version={modelVersion} label={t('matrix.overview.label')} />
        )}
      </chakra.div>
      <Readout view={view} spot={tipTarget?.spot ?? view.focus} message={actions.said} t={t} />
      {choosing && <ChoiceMenu view={view} anchor={choosing} t={t} onChoose={actions.set} onClose={() => (stopChoosing(), focus())} />}
      {!choosing && tipTarget && <CellTip view={view} tipTarget={tipTarget} t={t} />}
    </chakra.div>
  )
  return (
    <>
      {onScreen}
      {isPrinting && <PrintedMatrix view={view} label={label} axes={axes} t={t} />}
    </>
  )
}

const gravity = ['critical', 'major', 'minor']

/** Texts of all alarms as `row/column: message`, most severe first. */
function alarmLines(model: MatrixModel): string[] {
  const { rows, columns } = model.input
  return model
    .alarms()
    .toSorted(([, a], [, b]) => gravity.indexOf(a.alarm ?? '') - gravity.indexOf(b.alarm ?? ''))
    .map(([cell, { alarmMsg = '' }]) => {
      const row = rows[Math.floor(cell / columns.length)]?.name ?? ''
      return `${row}/${columns[cell % columns.length]?.name ?? ''}: ${alarmMsg}`
    })
}
