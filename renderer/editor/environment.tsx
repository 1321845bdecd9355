import { createContext, useContext } from 'react'
import { proxy } from 'valtio'
import type { ControlState } from '../../schemas/rules/types.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../host.tsx'
import type { ExplainedReason } from '../rules/explain.ts'
import type { Draft } from './draft.ts'
import type { EditorTexts } from './editor-texts.ts'
import type { Layout, SectionLayout } from './layout.ts'
import type { References } from './references.ts'

/** What of the page is open, apart from the values. */
export interface View {
  /** Group of tabs (a section group's name or a map's pointer) to its open tab. */
  tabs: Record<string, string>
  /** Where the focus has to go next; `turn` tells two wishes for the same place apart. */
  wish: { pointer: string; turn: number } | undefined
}

/** A view with nothing chosen yet. */
export const newView = (): View => proxy<View>({ tabs: {}, wish: undefined })

/** Everything that the pieces of one editor share. It stays the same object until the language changes. */
export interface EditorEnvironment {
  schema: EntitySchema
  layout: Layout
  draft: Draft
  texts: EditorTexts
  references: References
  host: RendererHost
  view: View
  /** What a new record started with, or the stored one. */
  start: Rec
  /** What a copy of the record would start with. */
  copyable: () => Rec
  /** The record may be read and not changed. */
  reading: boolean
  /** The reasons of a control's state, in words. */
  explainState: (state: ControlState) => readonly ExplainedReason[]
  /** The reasons of a cell's state, joined. */
  explainCell: (pointer: string) => string | undefined
  /** Text key of a rule. */
  becauseOf: (rule: string) => string
  /** Whether a section applies to the draft as it stands. */
  holds: (section: SectionLayout) => boolean
  /** Whether a value would pass the schema's checks at a pointer. */
  accepts: (pointer: string, value: unknown) => boolean
}

/** Opens one tab of a group. */
export function openTab(view: View, group: string, name: string): void {
  view.tabs[group] = name
}

const EnvironmentContext = createContext<EditorEnvironment | null>(null)
export const EnvironmentProvider = EnvironmentContext.Provider

/** The editor around a piece of it. Throws outside of one. */
export function useEnvironment(): EditorEnvironment {
  const environment = useContext(EnvironmentContext)
  if (!environment) throw new Error('This piece belongs into an editor')
  return environment
}

/** The id of the control of a pointer. */
export const controlId = (pointer: string): string => `field${pointer.replaceAll('/', '.')}`
