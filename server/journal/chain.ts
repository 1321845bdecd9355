import { createHmac, hkdfSync } from 'node:crypto'

/**
 * What new links and seals are made over. Form 1, of earlier versions: an entry's text, and the end of a chain. Form 2: the tenant
 * path that decides who may read them, too.
 */
export const CURRENT_FORM = 2

/** One link: the entry's text as it is stored, its tenant path, and the link before it (empty for the first). */
export interface Link {
  form: number
  before: string
  tenantPath: string
  text: string
}

/** The end of a chain. */
export interface ChainEnd {
  form: number
  tenantOid: string
  tenantPath: string
  seq: number
  hash: string
}

/** How far a chain has been sealed anew, and what its last such entry was linked as before. */
export interface Resealed {
  tenantOid: string
  seq: number
  before: string
}

/** Makes what holds chains together. Whoever can write to the database but does not have the key cannot. */
export interface ChainSealer {
  /** Digest of a link; `undefined` for a form that does not exist. */
  link(link: Link): string | undefined
  /** Seal of a chain's end; `undefined` for a form that does not exist. */
  seal(end: ChainEnd): string | undefined
  sealProgress(progress: Resealed): string
}

/** The sealer of a secret key; each form has a key of its own, so that nothing of one passes for something of the other. */
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
  }
  sealers.set(secretKey, sealer)
  return sealer
}

const sealers = new WeakMap<Buffer, ChainSealer>()

function digestWith(secretKey: Buffer, purpose: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), purpose, 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}
