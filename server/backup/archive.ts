import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

// A plain tar archive (POSIX ustar), so that any tar lists it: names of up to 100 characters, folders and ordinary files only.

const BLOCK = 512

/** A file of an archive, or a folder, whose name ends with a slash and which has no contents. */
export interface Entry {
  name: string
  size: number
  contents: AsyncIterable<Uint8Array>
}

/** The archive is damaged, or not one of ours; the message says which, after "The file". */
export class ArchiveError extends Error {}

/** A file of an archive that is made of a text. */
export function textEntry(name: string, text: string): Entry {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, contents: only(bytes) }
}

/** Everything below a folder, the folder first; `name` is what the archive calls it. */
export async function* folderEntries(folder: string, name: string): AsyncGenerator<Entry> {
  yield { name: `${name}/`, size: 0, contents: only() }
  for (const item of (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, item.name)
    if (item.isDirectory()) yield* folderEntries(path, `${name}/${item.name}`)
    else if (item.isFile()) yield { name: `${name}/${item.name}`, size: (await stat(path)).size, contents: createReadStream(path) }
  }
}

/** The bytes of an archive; throws where a file is not as long as it said. */
export async function* pack(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { name, size, contents } of entries) {
    yield header(name, size)
    let sent = 0
    for await (const bytes of contents) {
      sent += bytes.length
      yield bytes
    }
    if (sent !== size) throw new Error(`${name} changed while it was read`)
    yield new Uint8Array(padding(size))
  }
  yield new Uint8Array(2 * BLOCK)
}

/** The entries of an archive, one after the other; the contents of one are there until the next is asked for. */
export async function* unpack(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const reader = new Reader(bytes)
  for (;;) {
    const block = await reader.exactly(BLOCK)
    if (block.every((byte) => byte === 0)) return
    const { name, size } = parseHeader(block)
    const contents = reader.upTo(size)
    yield { name, size, contents }
    for await (const rest of contents) void rest
    await reader.exactly(padding(size))
  }
}

async function* only(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for the archive`)
  const isFolder = name.endsWith('/')
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write(isFolder ? '0000700\0' : '0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write('00000000000\0', 136)
  block.write(' '.repeat(8), 148)
  block.write(isFolder ? '5' : '0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function parseHeader(block: Buffer): { name: string; size: number } {
  const text = (from: number, length: number): string => block.toString('latin1', from, from + length).replace(/[\0 ].*$/s, '')
  const given = parseInt(text(148, 8), 8)
  const blank = Buffer.from(block).fill(' ', 148, 156)
  if (text(257, 5) !== 'ustar' || given !== checksum(blank)) throw new ArchiveError('is not a backup, or it is damaged')
  return { name: block.toString('utf8', 0, 100).replace(/\0.*$/s, ''), size: parseInt(text(124, 12), 8) }
}

function checksum(block: Buffer): number {
  return block.reduce((sum, byte) => sum + byte, 0)
}

/** Reads a stream in the portions that its reader asks for. */
class Reader {
  readonly #bytes: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#bytes = bytes[Symbol.asyncIterator]()
  }

  async exactly(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.upTo(length)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *upTo(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (this.#rest.length === 0) await this.#more()
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#bytes.next()
    if (done) throw new ArchiveError('ends too soon: it is not all of a backup')
    this.#rest = value
  }
}
