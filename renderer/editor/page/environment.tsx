import { createContext, useContext } from 'react'
import { proxy } from 'valtio'
import type { ControlState, RuleRefusal } from '../../../schemas/rules/types.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../../host.tsx'
import type { ExplainedReason } from '../../rules/explain.ts'
import type { Draft } from '../draft/draft.ts'
import type { EditorTexts } from '../layout/editor-texts.ts'
import type { Layout, SectionLayout } from '../layout/layout.ts'
import type { References } from '../references/references.ts'

/** UI state of the page, apart from the values. */
export interface View {
  /** Group of tabs (a section group's name or a map's pointer) to its open tab. */
  tabs: Record<string, string>
  /** Folded groups of fields that are open, by the key of their title and where they stand. */
  unfolded: Record<string, boolean>
  /** The control to focus next; `turn` distinguishes two requests for the same control. */
  focusRequest: { pointer: string; turn: number } | undefined
  /** Modes of the editor that are on. */
  modes: Record<string, boolean>
  /** Pointers of fields whose candidates failed to load, with the service's error. */
  failures: Record<string, string>
}

/** A view with nothing chosen yet. */
export const newView = (): View => proxy<View>({ tabs: {}, unfolded: {}, focusRequest: undefined, modes: {}, failures: {} })

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
  /** Pointers of values that the previous page passed in; they count as user input. */
  given: readonly string[]
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
  /** Why the tab of a section does not open now, as a text key. */
  shutBecause: (section: SectionLayout) => string | undefined
  /** Turns a mode of the editor on or off; rules hear of it as `$editor.<name>`. */
  setMode: (name: string, on: boolean) => void
  /** No stored record yet. */
  creating: boolean
  /** Whether a value would pass the schema's checks at a pointer. */
  accepts: (pointer: string, value: unknown) => boolean
  /** Why a value would be refused there, by schema or rules, as the draft stands. */
  refusal: (pointer: string, value: unknown) => RuleRefusal | undefined
}

/** Turns every mode of the editor off. */
export function endModes({ view, setMode }: Pick<EditorEnvironment, 'view' | 'setMode'>): void {
  for (const mode of Object.keys(view.modes)) setMode(mode, false)
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

/** Opens or shuts a folded group. */
export function unfold(view: View, key: string, open: boolean): void {
  view.unfolded[key] = open
}

/** The key of a folded group among those that are open. */
export const foldKey = (pointer: string, title: string): string => `${pointer} ${title}`

/** The id of the control of a pointer. */
export const controlId = (pointer: string): string => `field${pointer.replaceAll('/', '.')}`
