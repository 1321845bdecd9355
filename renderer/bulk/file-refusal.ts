import { MAX_FILE_BYTES } from './csv/decode.ts'
import type { ImportRefusal } from './worker/protocol.ts'

/** Why a file is refused before it is read; undefined if it is not. */
export function fileRefusal(file: File): ImportRefusal | undefined {
  if (!/\.csv$/i.test(file.name)) return { key: 'bulk.file.notCsv', params: { name: file.name } }
  if (file.size > MAX_FILE_BYTES) return { key: 'bulk.file.tooLarge', params: { limit: MAX_FILE_BYTES / 1024 / 1024 } }
  return undefined
}
