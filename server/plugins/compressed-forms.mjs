import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const LEAST_BYTES = 1024
/** Fonts are compressed by themselves: less than this is no gain. */
const MOST_OF_THE_BYTES = 0.9
const COMPRESSIBLE = /\.(css|csv|html|js|json|svg|ttf|wasm)$/
const squeeze = promisify(brotliCompress)
const zip = promisify(gzip)

/** What stands in a file's name for each encoding that it is kept in: `main.js.br`. */
export const FORM_EXTENSIONS = { br: '.br', gzip: '.gz' }

export function isCompressible(name) {
  return COMPRESSIBLE.test(name)
}

export async function compressedForms(content) {
  const bytes = Buffer.from(content)
  if (bytes.length < LEAST_BYTES) return undefined
  const [br, zipped] = await Promise.all([
    squeeze(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    zip(bytes, { level: 9 }),
  ])
  return br.length < bytes.length * MOST_OF_THE_BYTES ? { br, gzip: zipped } : undefined
}
