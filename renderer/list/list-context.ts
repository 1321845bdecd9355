import { createContext, useContext } from 'react'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { PageProps } from '../host.tsx'
import type { ReturnPlace } from '../data/page-history.ts'
import type { RowLink } from './row-kinds.ts'
import type { Selection } from './actions/selection.ts'

/** Where in a list a person was: in a row, or at a link above the rows. */
export type ListPlace = { kind: 'row'; oid: string; index: number; column: string } | { kind: 'link'; path: string }

/** What the cells of a list need besides their value. */
export interface ListContextValue extends PageProps {
  rows: readonly ServedRecord[]
  selection: Selection
  select: (selection: Selection) => void
  /** Number of the first row of the page. */
  firstRow: number
  /** Where a row leads to; `undefined` where nothing opens. */
  linkTo: (record: ServedRecord) => RowLink | undefined
  /** Name of a record to a person. */
  nameOf: (record: ServedRecord) => string
  fieldName: (field: string) => string
  /** Opens the question of an action on a record: `delete`, or one by its name. */
  ask: (name: string, record: ServedRecord) => void
  place: ReturnPlace<ListPlace>
  /** Tab index of controls within cells: -1 in a grid, whose arrow keys reach them. */
  tabIndex: 0 | -1
}

const Context = createContext<ListContextValue | null>(null)
export const ListContextProvider = Context.Provider

export function useListContext(): ListContextValue {
  const value = useContext(Context)
  if (!value) throw new Error('A cell of a list was rendered outside of its list')
  return value
}
