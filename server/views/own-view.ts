import type { Operation, RuntimeConfig } from '../../schemas/tenancy.ts'
import type { Database } from '../db/database.ts'
import type { Look, Markup } from '../identity/pages/markup.ts'
import type { Language, Translate } from '../identity/pages/texts.ts'
import type { Form } from '../plugins/forms.ts'
import type { TenantNode } from '../policies/caller.ts'
import type { KnownCaller } from '../policies/create-caller.ts'
import type { OverlayBox } from '../supervision/overlay-boxes.ts'

/** Bases whose views the service shows itself where they have no upstream. */
export type ViewBase = RuntimeConfig['ownViews'][number]

/** A word of the sandbox of its page: run the script of views (`view-script.ts`), send forms, print. */
export type ViewAllowance = 'allow-scripts' | 'allow-forms' | 'allow-modals'

/** What a view of an overlay is drawn from. */
export interface ViewContext {
  db: Database
  t: Translate
  language: Language
  /** Chosen by the console; absent: the system decides. */
  look: Look | undefined
  /** Time zone of the reader. */
  zone: string
  /** Who looks, with the rights of this moment. */
  caller: KnownCaller
  overlay: TenantNode
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** Milliseconds of the epoch. */
  at: number
  /** What forms of this page carry. */
  ticket: string
  /** Where forms of the view are sent: the view itself in the same language and look. */
  self: () => string
  /** Where the browser goes on after a form, with further parameters and a ticket of its own. */
  reopened: (more: Record<string, string>) => string
}

/** A view that has been drawn. */
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
  /** What its page may do besides being read. Whatever it is, the page has no origin: it reaches nothing of the console. */
  allows: readonly ViewAllowance[]
  show: (context: ViewContext) => Promise<DrawnView>
  /** Takes what a form of the view sends; `to` is where the browser goes on. @default what was sent are parameters of the view */
  take?: (context: ViewContext, form: Form) => Promise<DrawnView | { to: string }>
}

/** What pages of telemetry are drawn from. */
export interface TelemetryContext {
  t: Translate
  language: Language
  zone: string
  overlay: string
  boxes: readonly OverlayBox[]
  at: number
}
