import type { Operation, RuntimeConfig } from '../../schemas/tenancy.ts'
import type { Database } from '../db/database.ts'
import type { Look, Markup } from '../identity/pages/markup.ts'
import type { Language, Translate } from '../identity/pages/texts.ts'
import type { Form } from '../plugins/forms.ts'
import type { TenantNode } from '../policies/caller.ts'
import type { KnownCaller } from '../policies/create-caller.ts'
import type { OverlayBox } from '../supervision/overlay-boxes.ts'

/** Bases whose views the service renders itself unless they have an upstream. */
export type ViewBase = RuntimeConfig['ownViews'][number]

/** A word of the sandbox of its page: run the script of views (`view-script.ts`), send forms, print. */
export type ViewAllowance = 'allow-scripts' | 'allow-forms' | 'allow-modals'

/** Rendering context of a view. */
export interface ViewContext {
  db: Database
  t: Translate
  language: Language
  /** Colour mode chosen by the console; absent: that of the system. */
  look: Look | undefined
  /** Time zone of the reader. */
  zone: string
  /** The caller, with current rights. */
  caller: KnownCaller
  overlay: TenantNode
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** Milliseconds of the epoch. */
  at: number
  /** Ticket in the forms of this page. */
  ticket: string
  /** Form action: the view itself, in the same language and colour mode. */
  self: () => string
  /** Redirect target after a form, with further parameters and a new ticket. */
  reopened: (more: Record<string, string>) => string
}

/** A rendered view. */
export interface DrawnView {
  title: string
  content: Markup
  /** @default 200 */
  status?: number
  /** Whether the page says that its telemetry is simulated. */
  isSimulated: boolean
}

/** One of the service's own views. */
export interface OwnView {
  base: ViewBase
  /** Below the base; its overlay is `:overlay`, or `:sdc` for the identifier that the overlay has there. */
  path: string
  right: { resource: string; operation: Operation }
  /** Feature that the customer needs to have. @default none */
  feature?: string
  /** What its page may do besides being read. Whatever it is, the page has no origin: it reaches nothing of the console. */
  allows: readonly ViewAllowance[]
  show: (context: ViewContext) => Promise<DrawnView>
  /** Takes what a form of the view sends; `to` is where the browser goes on. @default what was sent are parameters of the view */
  take?: (context: ViewContext, form: Form) => Promise<DrawnView | { to: string }>
}

/** Rendering context of telemetry pages. */
export interface TelemetryContext {
  t: Translate
  language: Language
  zone: string
  overlay: string
  boxes: readonly OverlayBox[]
  at: number
}
