import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What every system takes as the path of a socket. */
const MAX_BYTES = 100

/** Lends a path of a file in a folder that is short enough for a socket: its own, or one through a link that goes with the work. */
export async function withShortPath<T>(folder: string, name: string, work: (path: string) => Promise<T>): Promise<T> {
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
