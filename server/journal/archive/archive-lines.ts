import type { ChainRow } from '../stored-chain.ts'

/** First line of a file: what the rest is. */
export interface ArchiveHeader {
  format: typeof FORMAT
  /** Files of a journal count from 1. */
  number: number
  partition: string
  /** Bounds of the partition, ISO 8601; `null`: everything before. */
  from: string | null
  to: string
  /** Which key the links and the seal are made with. */
  keyId: string
}

/** Stands before a tenant's entries: the last one of the files before, 0 and an empty hash where there is none. */
export interface ArchiveSection {
  tenant: string
  after: number
  before: string
}

/** An entry with its link; `text` is the entry as it was hashed. */
export interface ArchivedEntry extends Pick<ChainRow, 'form' | 'hash' | 'text'> {
  path: string
}

/** Last line: the digest of all lines before it (SHA-256), and the seal over that. */
export interface ArchiveEnd {
  entries: number
  digest: string
  seal: string
}

/** A line that was read. */
export type ArchiveLine =
  | { kind: 'header'; header: ArchiveHeader }
  | { kind: 'section'; section: ArchiveSection }
  | { kind: 'entry'; entry: ArchivedEntry }
  | { kind: 'end'; end: ArchiveEnd }

export const FORMAT = 'sdwan journal archive 1'

/** Where the text of an entry begins: quotation marks within values before it are escaped. */
const ENTRY = ',"entry":'

/** The line of an entry, which contains its text byte for byte. */
export function entryLine({ path, form, hash, text }: ArchivedEntry): string {
  return `${JSON.stringify({ path, form, hash }).slice(0, -1)}${ENTRY}${text}}`
}

/** Parses a line; `undefined` if it is none of an archive. */
export function archiveLine(line: string): ArchiveLine | undefined {
  const at = line.indexOf(ENTRY)
  const value = parsed(at < 0 ? line : `${line.slice(0, at)}}`)
  if (value === undefined) return undefined
  if (at >= 0) {
    const { path, form, hash } = value
    const text = line.slice(at + ENTRY.length, -1)
    const isEntry = typeof path === 'string' && typeof form === 'number' && typeof hash === 'string' && line.endsWith('}')
    return isEntry ? { kind: 'entry', entry: { path, form, hash, text } } : undefined
  }
  // One property tells the kind of line; the seal vouches for the others.
  const any = value as unknown as ArchiveHeader & ArchiveSection & ArchiveEnd
  if (value['format'] === FORMAT) return { kind: 'header', header: any }
  if (typeof value['tenant'] === 'string') return { kind: 'section', section: any }
  return typeof value['digest'] === 'string' ? { kind: 'end', end: any } : undefined
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
