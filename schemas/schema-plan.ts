import type { Affected } from './evolution/affected.ts'
import type { Difference } from './evolution/difference.ts'
import type { EntitySchema, Rec } from './vocabulary/types.ts'

/** A stored record that somebody has to look at. */
export interface NamedRecord {
  oid: string
  name: string
  /** Name of its tenant. */
  tenant: string
  tenantOid: string
}

/** Why records could not be saved, and which. */
export interface InvalidGroup {
  /** Message key of the refusal. */
  key: string
  /** Pattern of the field, e.g. `/wans/*` + `/mtu`; empty: the record as a whole. */
  at: string
  /** Of the key, of the first record. */
  params?: Rec
  /** In English. */
  message: string
  count: number
  /** The first hundred. */
  records: NamedRecord[]
}

/** Records that would share values that no two records may share. */
export interface CollisionGroup {
  fields: string[]
  /** Message key of the refusal. */
  key: string
  /** In English. */
  message: string
  /** Records in all sets. */
  count: number
  /** The records that share their values, set by set; a hundred records in all. */
  sets: NamedRecord[][]
}

/** Why the records of an entity were not examined: its rewrite is a function that no file holds, or its SQL needs the next version's database. */
export type WhyNotExamined = 'function' | 'database'

/** What a version would make of the stored records of an entity. */
export interface PlannedEntity {
  entity: string
  /** The entity has no table yet. */
  isNew: boolean
  notExamined: WhyNotExamined | null
  rows: number
  /** Rows that are rewritten into what the version stores. */
  touched: number
  invalid: InvalidGroup[]
  collisions: CollisionGroup[]
  /** How long its rewrite takes at the speed of the plan. */
  migrationSeconds: number
}

/**
 * How many rows a second are rewritten, pauses for others included. `backfill`: what the last rewrite in this database did; `reading`: from
 * the time that reading and converting took during the examination; `assumed`: neither is known.
 */
export interface RewriteSpeed {
  from: 'backfill' | 'reading' | 'assumed'
  rowsPerSecond: number
  /** Of a rewrite: which entity's, and when it ended. */
  entity?: string
  at?: string
}

/** What a version's schemas would do to a database. */
export interface SchemaPlan {
  /** The version that was examined. */
  version: string
  differences: Difference[]
  affected: Affected
  entities: PlannedEntity[]
  speed: RewriteSpeed
  /** Whether stored secrets were opened to be checked. */
  areSecretsChecked: boolean
  /** Texts of message keys that only the examined version has, by language. */
  texts: TextsByLanguage
}

/** Texts by language and key. */
export type TextsByLanguage = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The product that a schema file has to be of. */
export const SCHEMA_FILE_PRODUCT = 'sdwan-console'
/** How schema files are laid out; another number cannot be read. */
export const SCHEMA_FILE_FORMAT = 1
/** Bytes that a schema file may have. */
export const SCHEMA_FILE_LIMIT = 2 * 1024 * 1024

/** The schemas of a version as data (`schemas.json` of its package): what another version needs to examine its records against it. */
export interface SchemaFile {
  product: string
  format: number
  version: string
  /** By name, with every `$ref` resolved, and with the steps that lead to their records (`x-evolution`). */
  schemas: Record<string, EntitySchema>
  /** Of the message keys that the schemas name. */
  texts: TextsByLanguage
}

/** How far an examination is. */
export interface ExaminationProgress {
  /** The entity whose records are being read. */
  entity: string
  entities: { done: number; of: number }
  rows: number
  /** Rows in all, as the database estimates them; `null`: it does not know. */
  expectedRows: number | null
}

/** Why a schema file cannot be used: too large, not JSON, of another product or format, with schemas that this version cannot read, of a version before this one. */
export type SchemaFileReason = 'size' | 'json' | 'product' | 'format' | 'schemas' | 'earlier'

/** Why an examination ended without a plan, besides its file: it was busy with one step for too long, needed too much memory, or broke. */
export type ExaminationFailure = SchemaFileReason | 'silent' | 'memory' | 'broken'

/** `lost`: the copy of the service that worked on it is gone. */
export const examinationStates = ['running', 'done', 'failed', 'cancelled', 'lost'] as const

/** An examination of this installation's records against the schemas of another version. */
export interface Examination {
  oid: string
  /** Of the file. */
  version: string
  state: (typeof examinationStates)[number]
  beganAt: string
  /** `null`: it has not begun to read. */
  progress: ExaminationProgress | null
  failure: { reason: ExaminationFailure; params: Rec; message: string } | null
  /** What it found, once it is done. */
  plan: SchemaPlan | null
}

/** The records of one entity, and how far they are rewritten. */
export interface StoredEntity {
  entity: string
  /** Record version of this service, and the one that stored records are laid out for. */
  version: number
  base: number
  /** The same as the database knows it; `null`: nobody has prepared it yet. */
  stored: { version: number; base: number } | null
  /** `null`: this version rewrites none. */
  rewrite: RewriteState | null
}

/** How far the records of an entity are rewritten into what this version stores. */
export interface RewriteState {
  /** Rows in all; `isEstimated`: as the database estimates them. */
  rows: number
  isEstimated: boolean
  /** Still to be rewritten; counted up to a million. */
  pending: number
  /** Of the rewrite under way, or the last one; `null`: none was noted. */
  rowsPerSecond: number | null
  /** Until the pending ones are rewritten; `null`: nobody knows. */
  secondsLeft: number | null
}

/** What the running version changed, and how far its records are (`GET /api/v1/schemaChanges`). */
export interface SchemaChanges {
  version: string
  /** The last release of the schemas; `null`: none so far. */
  release: { version: string; date: string } | null
  /** Whether the differences are those since the release, or those that it made itself. */
  isReleased: boolean
  differences: Difference[]
  affected: Affected
  entities: StoredEntity[]
  /** The latest one of the last days. */
  examination: Examination | null
}
