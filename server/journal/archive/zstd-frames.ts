import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Zstd } from '@hpcc-js/wasm-zstd'

// A zstd file of many frames, as pzstd writes them: before each stands a skippable frame with its length, so that it is read frame by frame.

const SKIPPABLE = 0x184d2a50
const HEADER = 12

let loading: ReturnType<typeof Zstd.load> | undefined

/** Compresses a text into a frame, which `zstd -d` reads, alone or behind others. */
export async function zstdFrame(text: string): Promise<Buffer> {
  const frame = (await loaded()).compress(Buffer.from(text))
  const header = Buffer.alloc(HEADER)
  header.writeUInt32LE(SKIPPABLE, 0)
  header.writeUInt32LE(4, 4)
  header.writeUInt32LE(frame.length, 8)
  return Buffer.concat([header, frame])
}

/** A file that is no series of frames of `zstdFrame`. */
export class DamagedFile extends Error {
  override message = 'The file is damaged.'
}

/** The texts of a file's frames one after another; returns the digest of the file. Throws `DamagedFile`. */
export async function* framesOf(path: string): AsyncGenerator<Buffer, string> {
  const zstd = await loaded()
  const file = await open(path)
  const hash = createHash('sha256')
  const { size } = await file.stat()
  try {
    for (;;) {
      const header = await bytesOf(file, HEADER)
      if (header.length === 0) return hash.update(header).digest('base64url')
      if (header.length < HEADER || header.readUInt32LE(0) !== SKIPPABLE || header.readUInt32LE(4) !== 4) throw new DamagedFile()
      const length = header.readUInt32LE(8)
      const frame = length > size ? undefined : await bytesOf(file, length)
      if (frame?.length !== length) throw new DamagedFile()
      hash.update(header).update(frame)
      yield decompressed(zstd, frame)
    }
  } finally {
    await file.close()
  }
}

function decompressed(zstd: Zstd, frame: Buffer): Buffer {
  try {
    return Buffer.from(zstd.decompress(frame))
  } catch {
    throw new DamagedFile()
  }
}

async function bytesOf(file: Awaited<ReturnType<typeof open>>, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return buffer.subarray(0, read)
}

function loaded(): Promise<Zstd> {
  loading ??= Zstd.load()
  return loading
}
