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
export const SCHEMA_FILE_LIMIT = 4 * 1024 * 1024

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
