import type { ListGroups } from '../../schemas/list-groups.ts'
import type { MatrixAnswer } from '../../schemas/matrix.ts'
import type { Ability } from '../../schemas/tenancy.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { JournalEntry, ListAnswer, Plan, PlanResult, ServedRecord, FieldError, UndoResult } from '../../schemas/plan.ts'

/** What a list page asks for. `filter` is RSQL (already escaped), `condition` the tab. */
export interface ListQuery {
  tenantOid: string
  page: number
  size: number
  sort?: { by: string; order: 'asc' | 'desc' }
  filter?: string
  /** IANA name of the time zone in which days of relative dates begin; left out where there are none. @default UTC */
  zone?: string
  condition?: string
  /** A lower bound of the count will do where counting takes long (`countable` of the answer). */
  isCountedLater?: true
  /** Walks the list in the order of identifiers: the rows after this one, empty for the first. Without `sort`; see `everyRow`. */
  after?: string
}

/** Entries of a journal, and the time (ISO 8601) before which entries are in an archive instead; absent: it has all. */
export interface JournalPage {
  entries: JournalEntry[]
  archivedBefore?: string
  /** Of the journal over all entities: those that it may show. */
  entities?: string[]
}

/** `GET /journal/api/v1/journal/entries/{tenantOid}/{theme}`; without a theme, the journal over all entities. */
export interface JournalQuery {
  tenantOid: string
  theme?: string
  /** Without a theme: a single entity. @default all */
  entity?: string
  limit: number
  eventType?: string
  /** ISO date; entries created before it. */
  before?: string
  filter?: string
  /** Walks the journal: the entries that follow the one of this identifier. */
  after?: string
}

/** A read-only sub-collection of one record. */
export interface RelatedQuery {
  entity: string
  oid: string
  name: string
  tenantOid: string
}

/** What a summary page asks for: an address of the service with `{tenantOid}` for the tenant, and chosen options by field. */
export interface FiguresQuery {
  from: string
  tenantOid: string
  filters: Record<string, string>
}

/** Figures that the service adds up: rows, and further rows by name. */
export interface Figures {
  data: Rec[]
  meta: Record<string, Rec[]>
}

/** What the services behind an entity can do besides reading and writing single records. */
export type Abilities = Readonly<Record<Ability, boolean>>

/** What this product's own service can do. */
export const everyAbility: Abilities = { plans: true, dryRun: true, revisions: true, filters: true }

/** How a plan is sent. */
export interface PlanOptions {
  dryRun?: boolean
  idempotencyKey: string
  signal?: AbortSignal
}

/**
 * The port through which the renderer reaches the service. `src/http` implements it; stories and component tests may too.
 * Every method rejects with `RequestError`; signals abort.
 */
export interface DataSource {
  /** Without `plans`, several changes are made one after another; without `dryRun` there is no preview; without `revisions` the last write wins. */
  abilities(entity: string): Abilities
  list(entity: string, query: ListQuery, signal?: AbortSignal): Promise<ListAnswer>
  /** What the next call of `list` with this query is going to get, where that has already come: asked for before there was a page. */
  listAhead?(entity: string, query: ListQuery): ListAnswer | undefined
  /** How many records of a list have each value of a field; only of this product's own service. */
  groups?(entity: string, by: string, query: Omit<ListQuery, 'page' | 'size'>): Promise<ListGroups>
  one(entity: string, oid: string, tenantOid: string, signal?: AbortSignal): Promise<ServedRecord>
  /** Rows that the service knows of a record: `GET <route>/{oid}/<name>` (the subnets of a site). */
  related(of: RelatedQuery, signal?: AbortSignal): Promise<Rec[]>
  /** A page of a list of the current overlay whose rows are no records (WAN endpoints), by its path below the API, for references to an entity. */
  rows(of: { entity: string; path: string }, query: Pick<ListQuery, 'page' | 'size' | 'filter'>, signal?: AbortSignal): Promise<Rec[]>
  /** A document of the current overlay that is no record, by its path below the API. */
  document(path: string, signal?: AbortSignal): Promise<Rec>
  /** Figures about the records of a tenant and of those below it. */
  figures(query: FiguresQuery, signal?: AbortSignal): Promise<Figures>
  /** All records of the pairs of two other entities' records, in the current overlay. */
  matrix(entity: string, tenantOid: string, signal?: AbortSignal): Promise<MatrixAnswer>
  /** Does something with one record that is no change of its fields by a person: `POST <path>/{oid}`. */
  command(path: string, oid: string, options: { idempotencyKey: string }): Promise<void>
  /** `progress` is called with 0..1 while a large body is sent. */
  plan(plan: Plan, options: PlanOptions): Promise<PlanResult>
  /**
   * `plan` with body and answer as JSON bytes: neither is built, copied or parsed on the main thread (a spreadsheet of 100,000 rows).
   * `onRetry` is called before it is sent again, after a failure or without an answer.
   */
  planBytes(entity: string, body: Blob, options: PlanOptions & { onRetry?: () => void }): Promise<ArrayBuffer>
  /** Takes a whole action (the `actionId` of a plan's result) back, all or nothing; refused where later changes touched the same fields. */
  undo(actionId: string, tenantOid: string, options: { dryRun?: boolean; idempotencyKey: string }): Promise<PlanResult>
  /** Takes back all changes of a journal that a query finds, as one plan; those that later changes of others touched stay, and are listed. */
  undoEntries(query: Omit<JournalQuery, 'limit' | 'after'>, options: { dryRun?: boolean; idempotencyKey: string }): Promise<UndoResult>
  journal(query: JournalQuery, signal?: AbortSignal): Promise<JournalPage>
  /** Takes one change back; a plan whose item is the inverse, checked against later changes. */
  restore(entry: JournalEntry, options: { dryRun?: boolean; idempotencyKey: string }): Promise<PlanResult>
}

/** Normalised failure (S0 section 8). `status` 0: no answer at all. */
export class RequestError extends Error {
  readonly status: number
  /** Messages for the alert list: response detail, else the body's errors, else 'Unknown error'. */
  readonly messages: string[]
  /** The service's own sentence about the whole, where it gave one. */
  readonly detail: string | undefined
  readonly errors: FieldError[]
  /** How many errors there are besides `errors`. */
  readonly moreErrors: number
  readonly requestId: string | undefined
  /** 409 by revision: records as they are now. */
  readonly current: ServedRecord[]

  constructor(init: RequestFailure) {
    super(init.messages[0] ?? 'Unknown error')
    this.name = 'RequestError'
    this.status = init.status
    this.messages = init.messages
    this.detail = init.detail
    this.errors = init.errors ?? []
    this.moreErrors = init.moreErrors ?? 0
    this.requestId = init.requestId
    this.current = init.current ?? []
  }

  /** The same failure with other errors or records, e.g. with pointers into a plan. */
  with(changed: Partial<Pick<RequestFailure, 'errors' | 'current'>>): RequestError {
    return new RequestError({ ...this, ...changed })
  }
}

interface RequestFailure {
  status: number
  messages: string[]
  detail?: string | undefined
  errors?: FieldError[]
  moreErrors?: number
  requestId?: string | undefined
  current?: ServedRecord[]
}
