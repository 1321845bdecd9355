import { createHmac, hkdfSync } from 'node:crypto'

/**
 * Format of new links and seals. Form 1 (earlier versions) covers the entry's text and the chain's head; form 2 also covers the tenant
 * path, which decides who may read the entry.
 */
export const CURRENT_FORM = 2

/** Input of a link: the entry's stored text, its tenant path, and the previous link (`before`; empty for the first entry). */
export interface Link {
  form: number
  before: string
  tenantPath: string
  text: string
}

/** The head of a chain: its last `seq` and link. */
export interface ChainEnd {
  form: number
  tenantOid: string
  tenantPath: string
  seq: number
  hash: string
}

/** Progress of resealing a chain: the last resealed `seq`, and the link that this entry had before. */
export interface Resealed {
  tenantOid: string
  seq: number
  before: string
}

/** Where the archived part of a chain ends: its last `seq` and link, and the time before which entries are archived. */
export interface Anchor {
  tenantOid: string
  tenantPath: string
  seq: number
  hash: string
  /** ISO 8601. */
  until: string
}

/** A file of the archive, as the database knows it. */
export interface ArchiveFile {
  /** Counts from 1. */
  number: number
  file: string
  /** SHA-256 of its bytes. */
  digest: string
  entries: number
  /** Bounds of its entries, ISO 8601; `null`: everything before. */
  from: string | null
  to: string
  /** The key that its links were made with, which may have been replaced since. */
  keyId: string
}

/** Computes links and seals. They are keyed, so database access alone does not suffice to forge them. */
export interface ChainSealer {
  /** MAC over a link's input; `undefined` for an unknown form. */
  link(link: Link): string | undefined
  /** MAC over a chain's head; `undefined` for an unknown form. */
  seal(end: ChainEnd): string | undefined
  sealProgress(progress: Resealed): string
  sealAnchor(anchor: Anchor): string
  sealFile(file: ArchiveFile): string
  /** MAC over the digest of a file's lines, which is the file's last line. */
  sealLines(digest: string): string
}

/** Creates the sealer of a secret key. Each form derives its own key, so that a MAC of one form is never valid in another. */
export function chainSealer(secretKey: Buffer): ChainSealer {
  const known = sealers.get(secretKey)
  if (known !== undefined) return known
  const [first, second] = ['journal', 'journal 2'].map((purpose) => digestWith(secretKey, purpose))
  if (first === undefined || second === undefined) throw new Error('a form of the journal has no key')
  const sealer: ChainSealer = {
    link({ form, before, tenantPath, text }) {
      if (form === 1) return first(`${before}\n${text}`)
      return form === 2 ? second(`${JSON.stringify(['link', before, tenantPath])}\n${text}`) : undefined
    },
    seal({ form, tenantOid, tenantPath, seq, hash }) {
      if (form === 1) return first(`${tenantOid}\n${seq}\n${hash}`)
      return form === 2 ? second(JSON.stringify(['end', tenantOid, tenantPath, seq, hash])) : undefined
    },
    sealProgress: ({ tenantOid, seq, before }) => second(JSON.stringify(['resealed', tenantOid, seq, before])),
    sealAnchor: ({ tenantOid, tenantPath, seq, hash, until }) =>
      second(JSON.stringify(['archived', tenantOid, tenantPath, seq, hash, until])),
    sealFile: ({ number, file, digest, entries, from, to, keyId }) =>
      second(JSON.stringify(['file', number, file, digest, entries, from, to, keyId])),
    sealLines: (digest) => second(JSON.stringify(['lines', digest])),
  }
  sealers.set(secretKey, sealer)
  return sealer
}

const sealers = new WeakMap<Buffer, ChainSealer>()

function digestWith(secretKey: Buffer, purpose: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), purpose, 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}
