import { createContext, useContext } from 'react'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { PageProps } from '../host.tsx'
import type { ReturnPlace } from '../data/return-place.ts'
import type { Selection } from './selection.ts'

/** Where in a list a person was: in a row, or at a link above the rows. */
export type ListPlace = { kind: 'row'; oid: string; index: number; column: string } | { kind: 'link'; path: string }

/** What the cells of a list need besides their value. */
export interface ListContextValue extends PageProps {
  rows: readonly ServedRecord[]
  selection: Selection
  select: (selection: Selection) => void
  /** Address of a record's editor; `undefined` where the entity has none. */
  editPath: (record: ServedRecord) => string | undefined
  /** Name of a record to a person. */
  nameOf: (record: ServedRecord) => string
  fieldName: (field: string) => string
  remove: (record: ServedRecord) => void
  place: ReturnPlace<ListPlace>
}

const Context = createContext<ListContextValue | null>(null)
export const ListContextProvider = Context.Provider

export function useListContext(): ListContextValue {
  const value = useContext(Context)
  if (!value) throw new Error('A cell of a list stands outside its list')
  return value
}
