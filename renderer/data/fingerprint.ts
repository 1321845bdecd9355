/**
 * An exported row carries a fingerprint of each of its cells (`_base`), so that an import can tell which cells a person
 * changed in the file from those that changed on the service meanwhile, without keeping the exported file.
 */

/** Name of the column; never shown, never a field. */
export const BASE_COLUMN = '_base'

/** Line breaks are compared as one kind: spreadsheets rewrite them. */
export function canonicalCell(cell: string): string {
  return cell.replace(/\r\n?/g, '\n')
}

/** FNV-1a of the cell, six base-36 characters: 31 bits are plenty to tell one edit from none. */
export function cellHash(cell: string): string {
  let hash = 0x811c9dc5
  const text = canonicalCell(cell)
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 1).toString(36).padStart(6, '0')
}

/** `id:hash` of each column, so that columns may be added, removed or reordered. */
export function fingerprint(cells: Readonly<Record<string, string>>): string {
  return Object.entries(cells)
    .map(([id, cell]) => `${id}:${cellHash(cell)}`)
    .join(' ')
}

/** Column identifier to hash; an unreadable fingerprint counts as none. */
export function readFingerprint(text: string): ReadonlyMap<string, string> {
  const parts = text.split(' ').map((part) => part.split(':'))
  return new Map(parts.flatMap(([id, hash]) => (id && hash && /^[0-9a-z]{6}$/.test(hash) ? [[id, hash] as const] : [])))
}

export type CellMerge = 'same' | 'changed' | 'untouched' | 'conflict'

/**
 * Three-way verdict on one cell: what the file says, what the record says now, what the record said at export.
 * `untouched`: the service changed, the file did not; the file's old value is ignored.
 */
export function mergeCell(cell: string, current: string, baseHash: string | undefined): CellMerge {
  if (canonicalCell(cell) === canonicalCell(current)) return 'same'
  if (baseHash === undefined) return 'changed'
  if (cellHash(cell) === baseHash) return 'untouched'
  return cellHash(current) === baseHash ? 'changed' : 'conflict'
}
