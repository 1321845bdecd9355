import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Queries } from '../db/database.ts'
import type { Caller, Rights, TenantNode } from '../policies/caller.ts'
import type { TenantContext } from '../entities/tenant-context.ts'

/** What a tenant is besides its record: it goes with it, stands in the journal, and comes back with it. */
export interface KeptTenant {
  features: TenantNode['features']
  /** Labels are given out once, so nobody else has it meanwhile. */
  path: string
  lastLabel: number
}

/** A record on its way into the database. */
export interface DomainRow {
  oid: string
  tenantOid: string
  tenantPath: string
  /** Of a tenant that comes back. */
  kept?: KeptTenant
  /** Where it was before an update that moves it to another tenant. */
  from?: { tenantOid: string; tenantPath: string }
  /** Transient properties included. */
  record: Rec
  /** Values of `x-transient` properties: acted upon, not stored. */
  transient: Rec
}

/** An update: the record before and after. */
export interface DomainChange {
  before: Rec
  row: DomainRow
}

/** A further line in the journal, for what a hook did besides. */
export interface DomainEvent {
  tenantOid: string
  tenantPath: string
  tenantName: string
  theme: string
  entity: string
  eventType: string
  subject: { oid: string; name: string }
  /** Of the record that the hook stored; absent where it stored none. */
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

/** Where an entity truly differs. Each hook gets all rows of one plan at once, and runs in the plan's transaction. */
export interface Domain {
  /** Before the rows are inserted; may set their `tenantPath`. */
  creating?(rows: DomainRow[], context: DomainContext): Promise<void>
  /** After the rows are inserted. */
  created?(rows: DomainRow[], context: DomainContext): Promise<DomainEvent[]>
  updated?(changes: DomainChange[], context: DomainContext): Promise<DomainEvent[]>
  deleted?(rows: DomainRow[], context: DomainContext): Promise<DomainEvent[]>
}

/** `x-derived: { compute }`: in SQL where it can be filtered and sorted by, else from the record and the caller's rights. */
export type Computed =
  | {
      type: 'number' | 'text' | 'boolean' | 'json'
      sql: (alias: string) => string
      /** Text that lists order by. @default the value itself */
      order?: (alias: string) => string
    }
  | { compute: (record: Rec, context: { node: TenantNode; rights: Rights }) => unknown }
