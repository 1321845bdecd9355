import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { BackupRefused, type BackupSource, copyDatabase, removeCopy, writeArchive } from './make.ts'

/** A folder of its own, closed to others before the socket appears in it. */
const FOLDER = 'backup-socket'
const SOCKET = 'socket'
const WITH_KEY = '/?key'

/** Lets `npm run backup` of the same user ask the running service, which owns the data folder. The answer ends it. */
export async function serveBackups(source: Omit<BackupSource, 'withKey'>): Promise<() => Promise<void>> {
  const folder = join(source.dataDir, FOLDER)
  rmSync(folder, { recursive: true, force: true })
  removeCopy(source.dataDir)
  mkdirSync(folder, { mode: 0o700 })
  chmodSync(folder, 0o700)
  let busy = false
  const server = createServer((asked, answer) => {
    if (busy) return refuse(answer, 'Another backup is being made; try again when it is done.')
    busy = true
    void send(answer, { ...source, withKey: asked.url === WITH_KEY }).finally(() => (busy = false))
  })
  await withShortPath(folder, SOCKET, async (path) => {
    server.listen(path)
    await once(server, 'listening')
  })
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close').catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Asks the service that runs on a data folder; `undefined` where none listens, throws the sentence of one that refuses. */
export async function askForBackup(dataDir: string, withKey: boolean): Promise<IncomingMessage | undefined> {
  const answer = await withShortPath(join(dataDir, FOLDER), SOCKET, async (socketPath) => {
    const asked = request({ socketPath, agent: false, method: 'POST', path: withKey ? WITH_KEY : '/' }).end()
    const [first] = (await once(asked, 'response')) as [IncomingMessage]
    return first
  }).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(error.code ?? '')) return undefined
    throw error
  })
  if (answer === undefined || answer.statusCode === 200) return answer
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  throw new BackupRefused(Buffer.concat(parts).toString())
}

async function send(answer: ServerResponse, source: BackupSource): Promise<void> {
  try {
    const still = await copyDatabase(source)
    answer.writeHead(200, { 'content-type': 'application/gzip' })
    await writeArchive(still, source.withKey ? source.database.secretKey : undefined, answer)
  } catch (error) {
    if (answer.headersSent) answer.destroy()
    else refuse(answer, error instanceof BackupRefused ? error.message : `The service cannot copy its database: ${String(error)}.`)
  } finally {
    removeCopy(source.dataDir)
  }
}

function refuse(answer: ServerResponse, sentence: string): void {
  answer.writeHead(409, { 'content-type': 'text/plain' }).end(sentence)
}

/** What every system takes as the path of a socket. */
const MAX_BYTES = 100

/** Lends a path of a file in a folder that is short enough for a socket: its own, or one through a link that goes with the work. */
async function withShortPath<T>(folder: string, name: string, work: (path: string) => Promise<T>): Promise<T> {
  const own = join(folder, name)
  if (Buffer.byteLength(own) <= MAX_BYTES) return work(own)
  const detour = mkdtempSync(join(tmpdir(), 's-'))
  try {
    symlinkSync(folder, join(detour, 'd'), 'dir')
    return await work(join(detour, 'd', name))
  } finally {
    rmSync(detour, { recursive: true, force: true })
  }
}
