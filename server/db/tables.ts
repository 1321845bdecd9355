import type { ColumnType, Generated } from 'kysely'
import type { Preferences } from '../../schemas/preferences.ts'
import type { Role } from '../../schemas/tenancy.ts'
import type { TenantType } from '../../schemas/vocabulary/context.ts'
import type { TenantNode } from '../policies/caller.ts'

type Json<T> = ColumnType<T, string, string>
type Stamp = ColumnType<Date, Date | string | undefined, Date | string>

/** The tenant tree. Written only by `server/domain/tenants.ts`. */
export interface TenantTable {
  oid: string
  parent_oid: string | null
  type: TenantType
  name: string
  state: 'active' | 'frozen'
  path: string
  features: Json<TenantNode['features']>
  licensing_mode: Generated<string | null>
  /** Counter for the last path label of children. */
  last_label: Generated<string>
  /** Reporting mode that a customer was given. */
  reporting: string | null
  created_at: Stamp
}

/** People who may sign in. `subject` is the identity provider's identifier of the person, known after the first sign-in. */
export interface PersonTable {
  oid: string
  mail: string
  name: string
  /** Interface language; empty when never chosen. */
  locale: Generated<string>
  /** What the person chose of `Preferences`. */
  preferences: ColumnType<Partial<Preferences>, string | undefined, string>
  subject: string | null
  /** Only for the embedded identity provider. */
  password_hash: string | null
  /** May use tenant id 'all' though not of the platform. */
  all_access: Generated<boolean>
  state: Generated<'active' | 'removed'>
  /** An account of a machine never signs in by itself. */
  kind: Generated<'person' | 'service'>
  /** The address that the person has proven to everybody; proves nothing where `mail` is another one by now. */
  proven_mail: string | null
  /** Counts takeovers of the account by a link; sessions of earlier holders are invalid. */
  generation: Generated<number>
  created_at: Stamp
}

/** One role of a person on a tenant. */
export interface UserRoleTable {
  tenant_oid: string
  tenant_path: string
  person_oid: string
  role: Role
  /** Grants nothing: the person has not proven the mail address to those who may assign the role. */
  pending: Generated<boolean>
  revision: Generated<number>
  created_at: Stamp
}

/** The audit trail: one chain per tenant, `seq` without gaps from 1. */
export interface JournalTable {
  tenant_oid: string
  tenant_path: string
  seq: string
  created_at: Stamp
  action_id: string
  theme: string
  event_type: string
  /** The entry, byte for byte as it was hashed. */
  entry: Json<Record<string, unknown>>
  hash: string
  /** What the hash is over: see `server/journal/chain.ts`. */
  form: number
  /** The record that the entry is about, computed from it. */
  subject_oid: Generated<string | null>
  /** The request that it came about by, computed from it as well; null for entries of before, and those that no call made. */
  request_id: Generated<string | null>
}

/** Last link of a tenant's chain; its row lock serializes writers of one tenant. */
export interface JournalHeadTable {
  tenant_oid: string
  tenant_path: string
  seq: string
  hash: string
  /** HMAC over the other columns; detects a truncated chain. */
  seal: string
  /** What the seal is over. */
  form: number
}

/** Chains that wait to be resealed, starting after `seq`. */
export interface JournalResealTable {
  tenant_oid: string
  seq: Generated<string>
  /** Hash of the entry at `seq` before it was sealed anew; empty at 0. */
  before: Generated<string>
  /** HMAC over the other columns; empty at 0. */
  seal: Generated<string>
}

/** Single row: the current secret key. */
export interface SecretKeyTable {
  key_id: string
  /** The next key during a rotation; while set, writes are refused. */
  next_id: string | null
  /** Since when the key is in use; null: since before that was kept. */
  since: Stamp | null
}

/** Stored responses of idempotent calls, replayed when a call is repeated. */
export interface IdempotencyTable {
  caller_oid: string
  key: string
  scope: string
  body_hash: string
  answer: string
  created_at: Stamp
}

/** One window of live troubleshooting: who looks at which edge box. */
export interface LiveSessionTable {
  oid: string
  tenant_oid: string
  tenant_path: string
  box_oid: string
  person_oid: string
  created_at: Stamp
  expires_at: Stamp
}

/** Applied migrations; id 0 holds the fingerprint of the entity tables. */
export interface SchemaVersionTable {
  id: number
  name: string
  checksum: string
  applied_at: Stamp
}

/** Keys that all copies of the service share, encrypted. */
export interface ServiceSecretTable {
  name: string
  value: string
}

/** The core tables. Tables of entities (schema `entity`) have one uniform layout and are addressed by `sql`. */
export interface Tables {
  tenant: TenantTable
  person: PersonTable
  user_role: UserRoleTable
  journal: JournalTable
  journal_head: JournalHeadTable
  journal_reseal: JournalResealTable
  idempotency: IdempotencyTable
  live_session: LiveSessionTable
  schema_version: SchemaVersionTable
  service_secret: ServiceSecretTable
  secret_key: SecretKeyTable
}
