import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Queries } from '../db/database.ts'
import type { Caller, Rights, TenantNode } from '../policies/caller.ts'
import type { TenantContext } from '../entities/records/tenant-context.ts'

/** State of a tenant besides its record: deleted with it, kept in the journal, and restored with it. */
export interface KeptTenant {
  features: TenantNode['features']
  /** Path labels are never reused. */
  path: string
  lastLabel: number
}

/** A record being written. */
export interface DomainRow {
  oid: string
  tenantOid: string
  tenantPath: string
  /** Set for a restored tenant. */
  kept?: KeptTenant
  /** The previous tenant, for an update that moves the record. */
  from?: { tenantOid: string; tenantPath: string }
  /** Transient properties included. */
  record: Rec
  /** Values of `x-transient` properties, which are not stored. */
  transient: Rec
}

/** An update: the record before and after. */
export interface DomainChange {
  before: Rec
  row: DomainRow
}

/** An additional journal entry for a side effect of a hook. */
export interface DomainEvent {
  tenantOid: string
  tenantPath: string
  tenantName: string
  theme: string
  entity: string
  eventType: string
  subject: { oid: string; name: string }
  /** Revision of the record that the hook stored, if any. */
  revision?: number
  details: Rec
}

export interface DomainContext {
  queries: Queries
  caller: Caller
  tenants: TenantContext
  /** The moment of the plan. */
  now: Date
}

/** Entity-specific hooks. Each hook gets all rows of a plan at once and runs in the plan's transaction. */
export interface Domain {
  /** Before the rows are inserted; may set their `tenantPath`. */
  creating?(rows: DomainRow[], context: DomainContext): Promise<void>
  /** After the rows are inserted. */
  created?(rows: DomainRow[], context: DomainContext): Promise<DomainEvent[]>
  updated?(changes: DomainChange[], context: DomainContext): Promise<DomainEvent[]>
  deleted?(rows: DomainRow[], context: DomainContext): Promise<DomainEvent[]>
}

/** A computation for `x-derived: { compute }`: in SQL if it can be filtered and sorted by, else from the record and the caller's rights. */
export type Computed =
  | {
      type: 'number' | 'text' | 'boolean' | 'json'
      sql: (alias: string) => string
      /** Sort expression. @default the value itself */
      order?: (alias: string) => string
    }
  | { compute: (record: Rec, context: { node: TenantNode; rights: Rights }) => unknown }
