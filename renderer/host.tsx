import { type ComponentType, createContext, useContext } from 'react'
import type { ColumnChoice, ListViewState } from '../schemas/list-views.ts'
import type { ServedRecord } from '../schemas/plan.ts'
import type { CommandMeta } from '../schemas/vocabulary/command-meta.ts'
import type { EntitySchema } from '../schemas/vocabulary/types.ts'
import type { RuleContext } from '../schemas/vocabulary/context.ts'
import type { DataSource } from './data/data-source.ts'
import type { OfferedText } from './parts/controls/offers.tsx'
import type { ReaderChoice } from './parts/text/reader.ts'
import type { Screen } from './descriptor/screen.ts'

/** An action on a row that leads out of the list's own pages; its name is the text `list.row.<name>`. */
export interface RowAction {
  /** Name of an icon of the registry in `renderer/parts/icons.ts`. */
  icon: string
  run: (row: Record<string, unknown>, tenantOid: string) => Promise<void>
}

/** A command on records: its schema's name, and what it is. */
export interface ListCommand {
  name: string
  meta: CommandMeta
}

/** Takes back what a message tells of. */
export interface ToastUndo {
  text: string
  run: () => void
}

/** What else a message offers. */
export interface ToastMore {
  /** Leads on to a page. */
  way?: { path: string; text: string }
  undo?: ToastUndo
}

/** Props of what shows the history of one record. */
export interface RecordHistoryProps extends PageProps {
  record: ServedRecord
  /** A change was taken back. */
  onTakenBack: () => void
  onClose: () => void
}

/** Props of what is done with chosen records in a window of its own. */
export interface RecordToolProps extends PageProps {
  /**
   * `set`: the same values for all; `compare`: two to four side by side; `like`: a new record that begins with the values of one;
   * `duplicate`: the same in a tenant that is asked for.
   */
  tool: 'set' | 'compare' | 'like' | 'duplicate'
  rows: ServedRecord[] | ((signal: AbortSignal) => Promise<ServedRecord[]>)
  onClose: () => void
  onDone: () => void
}

/** What named views of a list are made of, and what they change. */
export interface ListViewsProps extends PageProps {
  /** What the list shows, as in its address, without page and view. */
  query: string
  columns: ColumnChoice
  /** Identifier of the view that is in use; empty for none. */
  saved: string
  /** Shows the list as a view has it; without a state, as its screen has it. */
  onApply: (saved: string, state: ListViewState | undefined) => void
  /** Which view the list shows is known now. */
  onArrived: () => void
}

/** What conditions on the rows of a list are made of. */
export interface ListConditionsProps extends PageProps {
  /** RSQL; empty for no condition. */
  where: string
  onChange: (where: string) => void
}

/** The record beside whose name the application shows something. */
export interface RecordMarkProps {
  entity: string
  oid: string
}

/**
 * What the application hands to the renderer. The renderer knows no entity, no language and no transport by name:
 * all of it comes through here.
 */
export interface RendererHost {
  source: DataSource
  /** Translated text; unknown keys throw in development and tests. */
  t: (key: string, params?: Record<string, unknown>) => string
  /** Whether a key exists (help texts are optional). */
  hasText: (key: string) => boolean
  /** BCP 47 tag of the chosen language. */
  language: string
  /** What the reader chose about dates; another one means that all of them are drawn anew. @default nothing */
  reader?: ReaderChoice
  /** The `{tenantOid}` of the address, `all` included, and what is known of it. */
  tenant: { oid: string; name: string; type: RuleContext['tenant']['type'] }
  /** `hasManyTenants`: they work in more than one. @default false */
  user: { oid: string; name: string; hasManyTenants?: boolean }
  /** Rights and features of the current tenant for one entity (`$can`, `$feature` of conditions). */
  ruleContext: (entity: string) => RuleContext
  /** The rights on an entity in another tenant (`$can` of conditions), asked of the service. */
  canIn: (entity: string, tenantOid: string) => Promise<RuleContext['can']>
  /** `/oid/{tenantOid}/admin/partners`: where an entity's list lives, and below it its other pages. @default tenantOid the tenant of the address */
  listPath: (entity: string, tenantOid?: string) => string
  /** The entity whose list contains an entity's records: itself, or one whose rows represent records of several. */
  listOf: (entity: string) => string
  /** Commands on the records of an entity, in order. */
  commandsOf: (entity: string) => readonly ListCommand[]
  /** How another entity is shown; undefined for one without pages. */
  screenOf: (entity: string) => Screen | undefined
  /** The history of a record in a window of its own. Absent: there are no journals of records. */
  RecordHistory?: ComponentType<RecordHistoryProps>
  /** What is done with chosen records in a window of its own. Absent: nothing is. */
  RecordTool?: ComponentType<RecordToolProps>
  /** What the application does for a row (`list.appActions`), by registered name. */
  appActions: Readonly<Record<string, RowAction>>
  /** What the application shows beside the name of an open record; absent: nothing. */
  RecordMark?: ComponentType<RecordMarkProps>
  /** Named views of a list, in its toolbar; absent: there are none. */
  ListViews?: ComponentType<ListViewsProps>
  /** What to begin with in an empty tenant; absent: nothing is offered. */
  FirstSteps?: ComponentType
  /** Whether a list that opens without any state of its own waits for `ListViews` to say which view it shows. @default never */
  awaitsView?: (entity: string, saved: string) => boolean
  /** Conditions on the rows of a list, in its toolbar; absent: there are none. */
  ListConditions?: ComponentType<ListConditionsProps>
  /** Conditions on records in words, one text for each that must hold; absent: their text stands for them. */
  filterWords?: (schema: EntitySchema, where: string, host: RendererHost) => Promise<string[]>
  /** Completes a filter that records of all these entities must meet; absent: nothing is offered. */
  completeFilter?: (typed: { entities: readonly string[]; text: string; caret: number }, host: RendererHost) => Promise<OfferedText>
  /** What is wrong with such a filter, and where; absent: the service tells on save. `asksService`: also what only the service knows. */
  checkFilter?: (
    filter: { entities: readonly string[]; text: string; asksService: boolean },
    host: RendererHost,
  ) => Promise<{ text: string; at?: number | undefined } | undefined>
  /** Address of the entity's reference page in the documentation. */
  docsPath: (entity: string) => string
  /** A short message that appears and goes (saved, copied); one that leads on to a page or can be undone stays longer. */
  toast: (kind: 'success' | 'info' | 'warning' | 'danger', text: string, more?: ToastMore) => void
  /** Partners, customers, users, profile or settings changed: the tenant context reloads (S0 section 4 "dirty"). */
  contextDirty: () => void
}

const HostContext = createContext<RendererHost | null>(null)
export const HostProvider = HostContext.Provider

/** The application's services. Throws outside `HostProvider`. */
export function useHost(): RendererHost {
  const host = useContext(HostContext)
  if (!host) throw new Error('useHost needs a HostProvider above it')
  return host
}

/** Props of every page kind: the entity's schema and its screen. */
export interface PageProps {
  schema: EntitySchema
  screen: Screen
}
