import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { migrations } from '../migrations/all.ts'
import { ArchiveError } from './archive.ts'

const FORMAT = 'sdwan-console backup'
/** Raised when an older program could no longer read what a newer one writes. */
const VERSION = 1

/** Names in a backup. The manifest comes first, the end last. */
export const MANIFEST = 'manifest.json'
export const END = 'end.json'
export const KEY = 'secret.key'
export const DATABASE = 'database'

/** What a backup says of itself. */
export interface Manifest {
  format: typeof FORMAT
  version: number
  createdAt: string
  /** Last migration that its database has seen. */
  migration: number
  /** Tells one key from another, and nothing else about it. */
  keyPrint: string
}

/** A backup without it is cut off. */
export interface End {
  files: number
  bytes: number
}

/** Describes the database that is about to be copied; asked as the owner of the tables. */
export async function describeDatabase(queries: Queries, secretKey: Buffer): Promise<Manifest> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0)::int as last from schema_version`.execute(queries)
  return {
    format: FORMAT,
    version: VERSION,
    createdAt: new Date().toISOString(),
    migration: rows[0]?.last ?? 0,
    keyPrint: printOf(secretKey),
  }
}

export function printOf(secretKey: Buffer): string {
  return createHmac('sha256', secretKey).update(FORMAT).digest('hex').slice(0, 16)
}

/** Reads a manifest; throws `ArchiveError` for one that this program does not understand. */
export function readManifest(text: string): Manifest {
  const manifest = parsed(text)
  if (manifest?.format !== FORMAT || typeof manifest.version !== 'number') throw new ArchiveError('is not a backup of this service')
  const newest = Math.max(...migrations.map(({ id }) => id))
  if (manifest.version > VERSION || (manifest.migration ?? 0) > newest)
    throw new ArchiveError('was made by a newer version of this service; restore it with that version')
  return manifest as Manifest
}

function parsed(text: string): Partial<Manifest> | undefined {
  try {
    return JSON.parse(text) as Partial<Manifest>
  } catch {
    return undefined
  }
}
