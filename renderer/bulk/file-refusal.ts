import { MAX_FILE_BYTES } from './csv/decode.ts'
import type { FileRefusal } from '../data/file-error.ts'
import type { FileKind } from './worker/protocol.ts'

const REFUSALS: Record<FileKind, string> = { csv: 'bulk.file.notCsv', xlsx: 'bulk.file.notXlsx' }

/** Why a file is refused before it is read; undefined if it is not. */
export function fileRefusal(file: File, kind: FileKind): FileRefusal | undefined {
  if (!file.name.toLowerCase().endsWith(`.${kind}`)) return { key: REFUSALS[kind], params: { name: file.name } }
  if (file.size > MAX_FILE_BYTES) return { key: 'bulk.file.tooLarge', params: { limit: MAX_FILE_BYTES / 1024 / 1024 } }
  return undefined
}
