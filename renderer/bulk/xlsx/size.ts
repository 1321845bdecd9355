import { FileError } from '../../data/file-error.ts'

/** Most that the parts of a workbook may hold once unpacked, in bytes. */
export const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

/** Records of a ZIP archive: its end, and an entry of its central directory. */
const END = { signature: 0x06054b50, length: 22, maxComment: 0xffff }
const ENTRY = { signature: 0x02014b50, length: 46 }
/** In place of a size or a number that does not fit. */
const LARGER = 0xffffffff

/**
 * Refuses what is no ZIP archive, and one whose parts say that they are too large, or do not say how large they are. Reading then stops at
 * the size that a part says, so nothing unpacks to more. Throws `FileError`.
 */
export function checkUnpackedSize(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end === undefined) throw new FileError('bulk.file.notWorkbook')
  let at = view.getUint32(end + 16, true)
  let total = 0
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + ENTRY.length > view.byteLength || view.getUint32(at, true) !== ENTRY.signature) throw new FileError('bulk.file.notWorkbook')
    const packed = view.getUint32(at + 20, true)
    const unpacked = view.getUint32(at + 24, true)
    total += unpacked === 0 && packed > EMPTY ? LARGER : unpacked
    at += ENTRY.length + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (total > MAX_UNPACKED_BYTES) throw new FileError('bulk.file.tooLargeUnpacked', { limit: MAX_UNPACKED_BYTES / 1024 / 1024 })
}

/** Bytes that nothing at all may take once packed. */
const EMPTY = 8

function endOf(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END.length - END.maxComment)
  for (let at = view.byteLength - END.length; at >= first; at--) if (view.getUint32(at, true) === END.signature) return at
  return undefined
}
