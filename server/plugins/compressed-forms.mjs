import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const MIN_BYTES = 1024
/** Above this ratio a compressed copy is not kept: fonts are compressed already. */
const MAX_COMPRESSED_RATIO = 0.9
const COMPRESSIBLE = /\.(css|csv|html|js|json|svg|ttf|wasm)$/
const squeeze = promisify(brotliCompress)
const zip = promisify(gzip)

/** File extension by encoding, e.g. `main.js.br`. */
export const FORM_EXTENSIONS = { br: '.br', gzip: '.gz' }

export function isCompressible(name) {
  return COMPRESSIBLE.test(name)
}

export async function compressedForms(content) {
  const bytes = Buffer.from(content)
  if (bytes.length < MIN_BYTES) return undefined
  const [br, zipped] = await Promise.all([
    squeeze(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    zip(bytes, { level: 9 }),
  ])
  return br.length < bytes.length * MAX_COMPRESSED_RATIO ? { br, gzip: zipped } : undefined
}
