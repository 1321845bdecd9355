import { createContext, useContext } from 'react'
import type { ValidatorType } from '@rjsf/utils'
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
  /** Open tab by tab group (a section group's name or a map's pointer). */
  tabs: Record<string, string>
  /** Expanded groups of fields, by title key and pointer. */
  unfolded: Record<string, boolean>
  /** The control to focus next; `turn` distinguishes two requests for the same control. */
  focusRequest: { pointer: string; turn: number } | undefined
  /** Active modes of the editor. */
  modes: Record<string, boolean>
  /** Pointers of fields whose candidates failed to load, with the service's error. */
  failures: Record<string, string>
}

/** The initial view; several editors may share the open tabs. */
export const newView = (tabs: View['tabs'] = {}): View =>
  proxy<View>({ tabs, unfolded: {}, focusRequest: undefined, modes: {}, failures: {} })

/** State shared by all parts of one editor. The object changes only with the language. */
export interface EditorEnvironment {
  schema: EntitySchema
  layout: Layout
  /** What forms of sections validate with. */
  formValidator: ValidatorType
  draft: Draft
  texts: EditorTexts
  references: References
  host: RendererHost
  view: View
  /** The initial values of a new record, or the stored record. */
  start: Rec
  /** Pointers of values that the previous page passed in; they count as user input. */
  given: readonly string[]
  /** Initial values of a copy of the record. */
  copyable: () => Rec
  /** The record is read-only. */
  reading: boolean
  /** The reasons of a control's state, in words. */
  explainState: (state: ControlState) => readonly ExplainedReason[]
  /** The reasons of a cell's state, joined. */
  explainCell: (pointer: string) => string | undefined
  /** Text key of a rule. */
  becauseOf: (rule: string) => string
  /** Whether a section applies to the current draft. */
  holds: (section: SectionLayout) => boolean
  /** Locale key of why a section's tab cannot be opened. */
  unavailableBecause: (section: SectionLayout) => string | undefined
  /** Turns an editor mode on or off; rules read it as `$editor.<name>`. */
  setMode: (name: string, on: boolean) => void
  /** No stored record yet. */
  creating: boolean
  /** Whether a value would pass the schema's checks at a pointer. */
  accepts: (pointer: string, value: unknown) => boolean
  /** The refusal, by schema or rules, that a value would get in the current draft. */
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

/** The editor's environment. Throws outside of an editor. */
export function useEnvironment(): EditorEnvironment {
  const environment = useContext(EnvironmentContext)
  if (!environment) throw new Error('This piece belongs into an editor')
  return environment
}

/** Expands or collapses a group. */
export function unfold(view: View, key: string, open: boolean): void {
  view.unfolded[key] = open
}

/** The key of a group in `View.unfolded`. */
export const foldKey = (pointer: string, title: string): string => `${pointer} ${title}`

/** The id of the control of a pointer. */
export const controlId = (pointer: string): string => `field${pointer.replaceAll('/', '.')}`
