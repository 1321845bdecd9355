import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

type Done = (error?: Error | null) => void

/** What the worker posts: bytes of answers, or where it stands. */
type Post = Uint8Array<ArrayBuffer> | 'ready' | 'closed' | { reason: string }

/** Compiled once per process, whatever the number of engines and of their lives. */
export interface EngineModules {
  pgliteWasmModule: WebAssembly.Module
  initdbWasmModule: WebAssembly.Module
}

let modules: Promise<EngineModules> | undefined

/** Compiles PostgreSQL for `EmbeddedStream`. */
export function engineModules(): Promise<EngineModules> {
  const { resolve } = createRequire(import.meta.url)
  const compiled = async (name: string): Promise<WebAssembly.Module> =>
    WebAssembly.compile(await readFile(resolve(`@electric-sql/pglite/${name}.wasm`)))
  modules ??= Promise.all([compiled('pglite'), compiled('initdb')]).then(([pgliteWasmModule, initdbWasmModule]) => ({
    pgliteWasmModule,
    initdbWasmModule,
  }))
  return modules
}

/**
 * A PostgreSQL in a worker thread, as the socket that `pg` expects. Ending it closes the database in order; a worker that ends by
 * itself destroys it with `ECONNRESET`, as a server that went away would.
 */
export class EmbeddedStream extends Duplex {
  readonly #worker: Worker
  readonly #exited: Promise<void>
  #isReady = false
  #whenClosed: Done | undefined
  #reason: unknown

  constructor(dataDir: string, compiled: EngineModules) {
    super()
    // No loader of the sources reaches the worker, nor what the environment holds.
    const workerData = { dataDir, ...compiled }
    this.#worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), { workerData, execArgv: [], env: {} })
    this.#worker.on('message', (post: Post) => this.#receive(post))
    this.#worker.on('error', (error) => (this.#reason ??= error))
    this.#exited = new Promise((done) => this.#worker.once('exit', () => done()))
    void this.#exited.then(() => this.#onExit())
  }

  /** Resolves when the thread has ended, so that nobody writes into its folder any more. */
  get exited(): Promise<void> {
    return this.#exited
  }

  connect(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#worker.ref()
    return this
  }

  unref(): this {
    this.#worker.unref()
    return this
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#send([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  override _final(done: Done): void {
    this.#whenClosed = done
    this.#worker.postMessage('close')
  }

  override _destroy(error: Error | null, close: Done): void {
    void this.#worker.terminate()
    void this.#exited.then(() => close(error))
  }

  /** Buffers of the driver are shared with others; a copy of our own can be given away. */
  #send(chunks: readonly Buffer[]): void {
    const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    this.#worker.postMessage(bytes, [bytes.buffer])
  }

  #receive(post: Post): void {
    if (post instanceof Uint8Array) {
      this.push(Buffer.from(post.buffer, post.byteOffset, post.byteLength))
    } else if (post === 'ready') {
      this.#isReady = true
      this.emit('connect')
    } else if (post !== 'closed') {
      this.#reason ??= post.reason
    }
  }

  #onExit(): void {
    if (this.#whenClosed && this.#reason === undefined) {
      this.push(null)
      this.#whenClosed()
    } else if (!this.destroyed) {
      this.destroy(this.#lost())
    }
  }

  /** A folder that does not open says so itself; an engine that ran is a connection that was lost. */
  #lost(): Error {
    if (!this.#isReady && this.#reason instanceof Error) return this.#reason
    const reason = this.#reason instanceof Error ? this.#reason.message : String(this.#reason ?? 'its thread ended')
    return Object.assign(new Error(`The embedded database ended unexpectedly (${reason})`), { code: 'ECONNRESET' })
  }
}
