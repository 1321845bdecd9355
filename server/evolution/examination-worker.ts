import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { useCatalogue } from '../entities/model/catalogue.ts'
import type { SchemaFile } from '../../schemas/schema-plan.ts'
import type { AnsweredStatement, ExaminationData, ThreadMessage } from './examination-thread.ts'
import { nextVersionOf, SchemaFileError } from './next-version.ts'
import { remoteDatabase, type AskedStatement } from './remote-database.ts'
import { schemaPlan } from './schema-plan.ts'

/*
 * Examines records against the schemas of a file, in a thread of its own: whatever their patterns and rules cost, it costs nobody else. It
 * rests for as long as it works.
 */

const waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }>()
let last = 0

const tell = (message: ThreadMessage): void => parentPort?.postMessage(message)

function ask(statement: AskedStatement): Promise<unknown[]> {
  const id = ++last
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    tell({ kind: 'statement', id, statement })
  })
}

parentPort?.on('message', ({ id, rows, error }: AnsweredStatement) => {
  const asked = waiting.get(id)
  waiting.delete(id)
  if (error === undefined) asked?.resolve(rows ?? [])
  else asked?.reject(Object.assign(new Error(error.message), { code: error.code }))
})

async function examine({ file, kind, isDistributed }: ExaminationData): Promise<void> {
  const { catalogue, ...next } = nextVersionOf(file as SchemaFile)
  const database = remoteDatabase({ kind, isDistributed, ask })
  useCatalogue(database, catalogue)
  let since = performance.now()
  const onStep = async (): Promise<void> => {
    await sleep(performance.now() - since)
    since = performance.now()
  }
  const plan = await schemaPlan({
    ...next,
    database,
    withSecrets: false,
    onProgress: (progress) => tell({ kind: 'progress', progress }),
    onStep,
  })
  tell({ kind: 'plan', plan })
}

void examine(workerData as ExaminationData)
  .catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    const isFile = error instanceof SchemaFileError
    tell({ kind: 'failure', failure: { reason: isFile ? error.reason : 'broken', params: isFile ? error.params : {}, message } })
  })
  // The thread ends when nothing listens any more.
  .finally(() => parentPort?.close())
