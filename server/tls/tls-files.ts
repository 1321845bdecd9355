import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { EnvError } from '../env/env-error.ts'
import type { Source } from '../env/values.ts'

/** Files with which the service answers TLS itself, PEM. */
export interface TlsFiles {
  /** The certificate, followed by those that lead to the authority's. */
  certificate: string
  key: string
}

/** The contents of both files. */
export interface TlsPair {
  cert: Buffer
  key: Buffer
}

/** The files of `TLS_CERT_FILE` and `TLS_KEY_FILE`, whose contents fit each other; `undefined`: a proxy answers TLS, or nobody. */
export function tlsFiles(source: Source): TlsFiles | undefined {
  const [certificate, key] = [source['TLS_CERT_FILE'] || undefined, source['TLS_KEY_FILE'] || undefined]
  if (certificate === undefined && key === undefined) return undefined
  if (certificate === undefined) throw new EnvError('TLS_CERT_FILE', 'must name the certificate of TLS_KEY_FILE')
  if (key === undefined) throw new EnvError('TLS_KEY_FILE', 'must name the key of TLS_CERT_FILE')
  readTls({ certificate, key })
  return { certificate, key }
}

/** Reads both files; throws an `EnvError` where one is unreadable or they do not fit each other. */
export function readTls(files: TlsFiles): TlsPair {
  const cert = read('TLS_CERT_FILE', files.certificate)
  const key = read('TLS_KEY_FILE', files.key)
  try {
    createSecureContext({ cert })
  } catch {
    throw new EnvError('TLS_CERT_FILE', 'must name a file with a certificate in PEM', files.certificate)
  }
  try {
    createSecureContext({ cert, key })
  } catch {
    throw new EnvError('TLS_KEY_FILE', 'must name a file with the unencrypted key, in PEM, of the certificate in TLS_CERT_FILE', files.key)
  }
  return { cert, key }
}

/** Until when the first certificate of a file is valid. */
export function validUntil({ cert }: TlsPair): Date {
  return new Date(new X509Certificate(cert).validTo)
}

/** Throws an `EnvError` where the certificate has expired. */
export function refuseExpired(files: TlsFiles): void {
  const until = validUntil(readTls(files))
  if (until.getTime() <= Date.now())
    throw new EnvError('TLS_CERT_FILE', `must name a certificate that is valid; that one expired on ${until.toISOString().slice(0, 10)}`)
}

function read(variable: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new EnvError(variable, `must name a file that can be read (${(error as NodeJS.ErrnoException).code})`, file)
  }
}
