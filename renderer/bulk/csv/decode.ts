/** Decoded text of a file. `guessed`: neither a BOM nor valid UTF-8, so the person is warned. */
export interface Decoded {
  text: string
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  guessed: boolean
}

/** Maximum file size in bytes. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

/** Thrown for binary files. */
export class NotTextError extends Error {
  readonly key = 'bulk.file.binary'
}

/** Decodes a CSV export: UTF-8 or UTF-16 by BOM, else UTF-8, else Windows-1252 as a guess. */
export function decode(bytes: Uint8Array): Decoded {
  const marked = byMark(bytes)
  if (marked) return checked({ text: text(marked.body, marked.encoding), encoding: marked.encoding, guessed: false })
  const wide = unmarkedUtf16(bytes)
  if (wide) return checked({ text: text(bytes, wide), encoding: wide, guessed: true })
  try {
    return checked({ text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8', guessed: false })
  } catch (cause) {
    if (cause instanceof NotTextError) throw cause
    return checked({ text: text(bytes, 'windows-1252'), encoding: 'windows-1252', guessed: true })
  }
}

function text(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}

function byMark(bytes: Uint8Array): { body: Uint8Array; encoding: 'utf-8' | 'utf-16le' | 'utf-16be' } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { body: bytes.subarray(3), encoding: 'utf-8' }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { body: bytes.subarray(2), encoding: 'utf-16le' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { body: bytes.subarray(2), encoding: 'utf-16be' }
  return undefined
}

/** Detects UTF-16 without BOM: in a Latin header line every second byte is zero. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 64)
  if (sample.length < 8 || sample.length % 2 === 1) return undefined
  const zeros = (offset: number): number => sample.filter((byte, index) => index % 2 === offset && byte === 0).length
  const half = sample.length / 2
  if (zeros(1) > half * 0.8 && zeros(0) === 0) return 'utf-16le'
  if (zeros(0) > half * 0.8 && zeros(1) === 0) return 'utf-16be'
  return undefined
}

// Control characters that a CSV must not contain: all except tab, line feed and carriage return.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

function checked(decoded: Decoded): Decoded {
  if (CONTROL.test(decoded.text)) throw new NotTextError('the file holds control characters')
  return decoded
}
