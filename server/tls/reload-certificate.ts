import { statSync } from 'node:fs'
import type { SecureContextOptions } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import { readTls, validUntil, type TlsFiles } from './tls-files.ts'

/** Files are looked at this often, and taken once they have stayed the same for one look: two files are not replaced at once. */
const LOOK_EVERY_MS = 5_000

/** What answers TLS. */
interface TlsServer {
  setSecureContext: (options: SecureContextOptions) => void
}

/**
 * Gives servers a replaced certificate without a restart; connections go on. A pair that does not fit is logged and the earlier one kept.
 * Returns a function that stops it.
 */
export function reloadCertificate(
  files: TlsFiles,
  { servers, log, everyMs = LOOK_EVERY_MS }: { servers: readonly TlsServer[]; log: FastifyBaseLogger; everyMs?: number },
): () => void {
  let [taken, before] = [stateOf(files), stateOf(files)]
  const timer = setInterval(() => {
    const now = stateOf(files)
    const isSettled = now === before
    before = now
    if (!isSettled || now === taken) return
    taken = now
    try {
      const pair = readTls(files)
      for (const server of servers) server.setSecureContext(pair)
      log.info({ validUntil: validUntil(pair).toISOString() }, 'the certificate was replaced')
    } catch (error) {
      log.error({ err: error }, 'the new certificate cannot be used; the earlier one is kept')
    }
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Changes with the contents of the files, also where a link leads to other ones. */
function stateOf({ certificate, key }: TlsFiles): string {
  return [certificate, key].map((file) => describeFile(file)).join(' ')
}

function describeFile(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? 'none' : `${found.ino}:${found.mtimeMs}:${found.size}`
}
