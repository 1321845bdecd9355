import type { Rec } from './vocabulary/types.ts'

/**
 * The one write path (HOUSE "The one write path"): what an editor, an inline edit, a spreadsheet or a restore wants changed.
 * `POST /api/v1/plans[?dryRun=true]` takes a Plan; the specification's POST/PUT/DELETE calls are thin wrappers around the same function.
 */
export interface Plan {
  items: PlanItem[]
  /** What the plan came from; the journal groups by it. */
  source: 'editor' | 'inline' | 'bulk' | 'import' | 'restore' | 'api'
  /** Tenant context in which the person works (the `{tenantOid}` of the address). */
  tenantOid: string
}

export interface PlanItem {
  entity: string
  action: 'create' | 'update' | 'delete'
  /** Absent on create. */
  oid?: string
  /** The revision the change was made from; missing on update or delete is a 428. */
  revision?: number
  /** Touched fields only; nested objects merge (RFC 7396 without the meaning of null: null is a value), lists replace. */
  changes?: Rec
  /** The whole record as it will be, for calls that need more of it than the changes. Never part of a plan that is sent. */
  record?: Rec
  /** A name by which other items of the same plan refer to a record that this one creates: `"parentOid": "@row12"`. */
  ref?: string
}

/** What a record carries about what its caller may do with it; `because` is a locale key, `hidden` leaves the action out of menus. */
export type Can = Record<string, true | { because: string; params?: Rec; hidden?: true }>

/** A record as the service sends it. Secrets are absent, `can` is present. */
export type ServedRecord = Rec & { oid: string; revision: number; can: Can; lastModified?: { date: string; user: string } }

/** One error of a request; `pointer` is a JSON Pointer into the request's body (`/items/3/changes/name`, `/data/0/name`). */
export interface FieldError {
  pointer: string
  /** Message key of S0 section 5, or another locale key. */
  key: string
  params?: Rec
  /** English text of the key. */
  message: string
}

export interface PlanItemResult {
  index: number
  verdict: 'applied' | 'unchanged' | 'refused'
  oid?: string
  /** Fields that changed: property to [before, after]; absent for deletes. */
  changed?: Record<string, [unknown, unknown]>
  record?: ServedRecord
  /** The item only raised a request: the entity of that request, which `oid` and `record` belong to. */
  raised?: string
  /** Of a command: the records that it changed or made, as they are now. */
  records?: ServedRecord[]
  errors?: FieldError[]
  /** On a stale revision: the record as it is now. */
  current?: ServedRecord
}

/** Same shape for a dry run and the real thing. All or nothing: one refused item means `applied: false` and nothing is stored. */
export interface PlanResult {
  applied: boolean
  dryRun: boolean
  /** Groups the journal entries of this plan; names the undo. */
  actionId: string
  counts: {
    applied: number
    unchanged: number
    refused: number
    /** How many of the applied ones only raised a request; absent for none. */
    raised?: number
  }
  /** Number of records restored without their secrets, which the journal does not hold. Absent for none. */
  withoutSecrets?: number
  /** Number of records that passed to the parent when the tenant was deleted; they stay there when it is restored. Absent for none. */
  leftAbove?: number
  /** How many errors there are besides those in `items`; absent for none. A preview lists at least one of every refused item. */
  moreErrors?: number
  /** Every item of a plan of at most 1,000 items; above that only refused ones. */
  items: PlanItemResult[]
}

/** A change that is not undone with others: a later one touched the same fields, or a right or rule does not let it be undone. */
export interface StayingChange {
  entryId: string
  entity: string
  subject: { oid: string; name: string }
  /** ISO 8601. */
  creationDate: string
  errors: FieldError[]
}

/** What became of the changes of a period that were undone together. */
export interface UndoResult extends PlanResult {
  /** The records of the first 1,000 items. */
  about: { index: number; entity: string; subject: { oid: string; name: string }; action: PlanItem['action'] }[]
  /** The first 1,000 changes that stay. */
  stays: StayingChange[]
  /** How many others stay; absent for none. */
  moreStays?: number
}

/** RFC 9457. Every refusal of the service has this body and `content-type: application/problem+json`. */
export interface Problem {
  type?: string
  status: number
  title: string
  detail: string
  requestId: string
  /** The first 1,000. */
  errors: FieldError[]
  /** How many errors there are besides `errors`; absent for none. */
  moreErrors?: number
  /** 409 by revision: the records as they are now. */
  current?: ServedRecord[]
}

/** Answer of every list call. */
export interface ListAnswer {
  data: ServedRecord[]
  meta: {
    /** Rows that match filter and condition. */
    totalCount: number
    page: number
    size: number
    /** Condition (tab) name to rows that match the filter; `all` included. */
    counts: Record<string, number>
    /** There are at least so many rows: a search in a long list does not count what it finds everywhere. Absent: the counts are exact. */
    atLeast?: true
    /** Of a call with `count=atLeast`: the same call without it counts the rows, which takes longer. */
    countable?: true
    /** What the caller may do on the collection: `create`, `import`, `journal`. */
    can: Can
    /** Of a walk (`after`): the identifier to go on after; absent at its end. A walk counts once, with its first answer. */
    next?: string
  }
}

/** A changed property in the journal; stored without null values. */
export interface EntryChange {
  before: unknown
  after: unknown
  beforeName?: string
  afterName?: string
  /** Names, as they were then, of the records that an object, list or map points at within, by oid. */
  names?: Record<string, string>
  /** JSON Pointers into `after`: secrets that have another value than before. */
  secrets?: string[]
}

/** One line of the journal call (S0 section 3 "Journal entry", plus before and after). */
export interface JournalEntry {
  id: string
  /** ISO 8601, milliseconds. */
  creationDate: string
  /** `token`: the API token by which a script acted on the person's behalf. */
  principal: { oid: string; name: string; token?: { oid: string; name: string } }
  theme: string
  eventType: string
  /** Groups the entries of one plan. */
  actionId: string
  /** `calendar`: not done by a user; a month began. */
  source: Plan['source'] | 'calendar'
  /** Of the call that it came with, as error texts and the log name it; absent from entries that came with none, and from old ones. */
  requestId?: string
  entity: string
  /** Oid and name of the record as they were. */
  subject: { oid: string; name: string }
  tenant: { oid: string; name: string }
  /** Spec's eventDetails: type, role, previousRole, ...; changes: property to before and after, references with the names of then. */
  eventDetails: Rec & { changes?: Record<string, EntryChange> }
  can: Can
}
