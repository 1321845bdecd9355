import type { ComponentType } from 'react'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { ReturnPlace } from '../data/page-history.ts'
import type { Translate } from '../widgets/contract.ts'

/** Props of an alternative view of a list (`list.views`), independent of routing and fetching. */
export interface ViewProps {
  /** Content of the document in its option `from`. */
  data: Rec
  /** Options from the screen. */
  options: Readonly<Record<string, unknown>>
  /** Title of the view. */
  title: string
  /** Oids of the records in the current tab; undefined for all. */
  shown: ReadonlySet<string> | undefined
  /** Oids of the records that match search and filters; undefined without any. */
  found: ReadonlySet<string> | undefined
  /** Path of a record's page; undefined if there is none. */
  pathTo: (record: Rec) => string | undefined
  /** Navigates to a path of the application. */
  go: (path: string) => void
  /** Resets tab, search and filters. */
  clear: () => void
  /** State to restore when the person returns. */
  place: ReturnPlace<unknown>
  optionLabel: (field: string, value: unknown) => string
  /** BCP 47 tag. */
  language: string
  t: Translate
}

/** Loads the component of a view, which is not part of the list's bundle. */
export type LoadView = () => Promise<{ default: ComponentType<ViewProps> }>
