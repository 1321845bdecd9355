const WAL_PAGE = 8192n
/** Lengths of the headers that begin a page of the write-ahead log, in bytes. */
const PAGE_HEADERS = new Set([24n, 40n])
const FORM = /^([\da-f]{1,8})\/([\da-f]{1,8})$/i

/** Position in the write-ahead log as PostgreSQL prints it (`16/B374D848`); undefined for any other text. */
export function readPosition(text: unknown): bigint | undefined {
  const [, high, low] = (typeof text === 'string' && FORM.exec(text)) || []
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * The same for the position at which the primary will write next. Behind a full page that lies after the header of the next one, where a
 * standby that has replayed everything does not arrive until something is written.
 */
export function readInsertPosition(text: unknown): bigint | undefined {
  const position = readPosition(text)
  const inPage = (position ?? 0n) % WAL_PAGE
  return position !== undefined && PAGE_HEADERS.has(inPage) ? position - inPage : position
}

/** A position as PostgreSQL prints it. */
export function positionText(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase()
}
