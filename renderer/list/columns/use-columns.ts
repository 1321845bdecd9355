import { useCallback, useMemo, useState } from 'react'
import { dottedPath } from '../../../schemas/vocabulary/field-path.ts'
import { useHost, type PageProps } from '../../host.tsx'
import { optionLabel } from '../../data/option-label.ts'
import { isReadable } from '../../data/filters/readable.ts'
import { chosenColumns, keepColumnChoice, moveColumn, noColumnChoice, readColumnChoice, type ColumnChoice } from './column-choice.ts'
import { listColumns, type ListColumn } from './list-columns.ts'

export type Density = 'comfortable' | 'compact'

/** The columns of one list as the person wants them. */
export interface ColumnsModel {
  /** All, in order, hidden ones included. */
  all: ListColumn[]
  visible: ListColumn[]
  isChanged: boolean
  show: (field: string, shown: boolean) => void
  resize: (field: string, width: number) => void
  /** `before` undefined: to the end. */
  move: (field: string, before: string | undefined) => void
  reset: () => void
  density: Density
  setDensity: (density: Density) => void
}

const densityKey = 'listDensity'

/** Reads and keeps the person's columns of one list; the row height holds for all lists. */
export function useColumns({ schema, screen }: PageProps): ColumnsModel {
  const host = useHost()
  const { name, plural } = schema['x-entity']
  const declared = useMemo(() => {
    const context = host.ruleContext(name)
    return listColumns(schema, screen, {
      readable: (field) => isReadable(schema, field, context),
      fieldName: (field) => host.t(`${name}.field.${dottedPath(field)}`),
      longestOption: (field, options) => Math.max(0, ...options.map((value) => optionLabel(host, { entity: name, field, value }).length)),
    })
  }, [schema, screen, host, name])
  const [choice, setChoice] = useState(() => readColumnChoice(plural, localStorage))
  const [density, setDensityState] = useState<Density>(() => (localStorage.getItem(densityKey) === 'compact' ? 'compact' : 'comfortable'))
  const all = useMemo(() => chosenColumns(declared, choice), [declared, choice])
  const visible = useMemo(() => all.filter((column) => !column.hidden), [all])

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
    isChanged: choice.order.length > 0 || Object.keys(choice.shown).length > 0 || Object.keys(choice.widths).length > 0,
    show: (field, shown) => update((before) => ({ ...before, shown: { ...before.shown, [field]: shown } })),
    resize: (field, width) => update((before) => ({ ...before, widths: { ...before.widths, [field]: Math.round(width) } })),
    move: (field, before) => update((was) => ({ ...was, order: moveColumn(all, field, before) })),
    reset: () => update(() => noColumnChoice),
    density,
    setDensity: (next) => {
      localStorage.setItem(densityKey, next)
      setDensityState(next)
    },
  }
}
