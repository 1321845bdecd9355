import type { ComponentType } from 'react'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { ReturnPlace } from '../data/return-place.ts'
import type { Translate } from '../widgets/contract.ts'

/** Props of a component that shows the records of a list in another way (`list.views`). It learns nothing of routing or fetching. */
export interface ViewProps {
  /** What the document of its option `from` holds. */
  data: Rec
  /** What the screen says of how to draw it. */
  options: Readonly<Record<string, unknown>>
  /** Name of the view to a person. */
  title: string
  /** Identifiers of the records that the chosen tab holds; undefined for all. */
  shown: ReadonlySet<string> | undefined
  /** Identifiers of those that search and filters match; undefined where nothing narrows. */
  found: ReadonlySet<string> | undefined
  /** Address of the page that a record opens; undefined where none does. */
  pathTo: (record: Rec) => string | undefined
  /** Goes to an address of the application. */
  go: (path: string) => void
  /** Takes tab, search and filters away. */
  clear: () => void
  /** What the view wants to find again when a person comes back to it. */
  place: ReturnPlace<unknown>
  optionLabel: (field: string, value: unknown) => string
  /** BCP 47 tag. */
  language: string
  t: Translate
}

/** Fetches the component of a view, which is no part of what every list loads. */
export type LoadView = () => Promise<{ default: ComponentType<ViewProps> }>
