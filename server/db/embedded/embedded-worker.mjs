import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { AnswerCheck, countSyncs } from './wire-frames.mjs'

// Hosts PostgreSQL in a thread of its own. Takes whole messages of the wire protocol, posts the bytes of the answers.
// Plain JavaScript, so that the thread starts without a TypeScript loader wherever the sources run.

/** Answers are posted in pieces of about this size. */
const PIECE_BYTES = 256 * 1024

const port = parentPort
if (!port) throw new Error('embedded-worker.mjs runs as a worker thread only')

let closing = false
/** @type {Promise<unknown>} */
let queue = Promise.resolve()

/** PGlite swallows a trap of WebAssembly and goes on with what memory happens to hold: such an engine must not answer again. */
const crashGuard = {
  name: 'crash guard',
  /** @type {(pg: unknown, emscriptenOpts: object) => Promise<{ emscriptenOpts: object }>} */
  setup: async (_pg, emscriptenOpts) => ({
    emscriptenOpts: {
      ...emscriptenOpts,
      onAbort: (/** @type {unknown} */ what) => die(`PostgreSQL gave up: ${String(what || lastWords)}`),
      onExit: () => closing || die(`PostgreSQL ended: ${lastWords}`),
      printErr: (/** @type {string} */ line) => {
        if (/ (?:FATAL|PANIC): /.test(line)) lastWords = line.replace(/^.*?(FATAL|PANIC)/, '$1')
      },
    },
  }),
}
let lastWords = 'it did not say why'

const { dataDir, pgliteWasmModule, initdbWasmModule } = workerData
// Segments of the write-ahead log that are done with are removed, not kept for later writes: 16 MB each, ten of them in the demo world, in
// every copy of the folder.
const startParams = [...PGlite.defaultStartParams, '-c', 'wal_recycle=off']
const engine = await PGlite.create({ dataDir, pgliteWasmModule, initdbWasmModule, startParams, extensions: { pg_trgm, crashGuard } })
port.on('message', (message) => {
  queue = queue.then(() => (message === 'close' ? close() : answer(message)))
})
port.postMessage('ready')

/** @param {Uint8Array} request one or more whole messages */
async function answer(request) {
  const check = new AnswerCheck()
  const pieces = new Pieces()
  await engine.execProtocolRawStream(request, {
    onRawData: (bytes) => {
      check.read(bytes)
      pieces.add(bytes)
    },
  })
  const fault = check.faultOf(countSyncs(request))
  if (fault) die(fault)
  pieces.post()
}

async function close() {
  closing = true
  await engine.close()
  port?.postMessage('closed')
  port?.close()
}

/** @param {string} reason */
function die(reason) {
  port?.postMessage({ reason })
  process.exit(1)
}

/** Copies bytes out of the engine's memory once, then gives them away. */
class Pieces {
  #bytes = new Uint8Array(0)
  #used = 0

  /** @param {Uint8Array} bytes */
  add(bytes) {
    if (this.#used > 0 && this.#used + bytes.length > PIECE_BYTES) this.post()
    if (this.#used + bytes.length > this.#bytes.length) this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#used)
    this.#used += bytes.length
  }

  post() {
    if (this.#used === 0) return
    const piece = this.#bytes.subarray(0, this.#used)
    this.#bytes = new Uint8Array(0)
    this.#used = 0
    port?.postMessage(piece, [piece.buffer])
  }

  /** The first flush of an answer is often all of it; whatever needs a second one, needs more. @param {number} more */
  #grow(more) {
    const size = this.#used === 0 ? more : Math.max(PIECE_BYTES, this.#used + more)
    const grown = new Uint8Array(new ArrayBuffer(size))
    grown.set(this.#bytes.subarray(0, this.#used))
    this.#bytes = grown
  }
}
