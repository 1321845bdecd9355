import { codeOf, ConnectionsShort, isLost } from '../db/errors.ts'

/** Kinds of refusals, a label of the metrics. */
export const REFUSAL_KINDS = ['away', 'slow', 'busy', 'full', 'memory', 'connections', 'limit', 'unstorable'] as const

/** The answer to a request that failed because of the database. */
export interface DatabaseRefusal {
  kind: (typeof REFUSAL_KINDS)[number]
  status: number
  detail: string
  headers: Record<string, string>
}

function refusal(
  kind: DatabaseRefusal['kind'],
  detail: string,
  { status = 503, headers = { 'retry-after': '1' } }: Partial<DatabaseRefusal> = {},
): DatabaseRefusal {
  return { kind, status, detail, headers }
}

const AWAY = refusal('away', 'The database does not answer. Try again in a moment.')
const SLOW = refusal('slow', 'The database took too long. Try again in a moment, or ask for less.')
const BUSY = refusal('busy', 'Others change the same records. Try again in a moment.')
const FULL = refusal('full', 'The database has no room left, so nothing was stored. Reading goes on; try again once there is room.', {
  status: 507,
  headers: { 'retry-after': '60' },
})
const MEMORY = refusal('memory', 'The database is short of memory. Try again in a moment, or ask for less.')
const CONNECTIONS = refusal('connections', 'The database takes no further connections. Try again in a moment.')
const IN_USE = refusal('connections', 'Every connection to the database is in use. Try again in a moment.')
const LIMIT = refusal('limit', 'The request takes more space than the database grants for one. Ask for less.')
const UNSTORABLE = refusal('unstorable', 'The request holds characters that no text can have.', { status: 400, headers: {} })

/** By SQLSTATE or socket error code; two characters match a whole SQLSTATE class. */
const REFUSALS = new Map<string, DatabaseRefusal>([
  ['53', MEMORY],
  ['53100', FULL],
  ['53300', CONNECTIONS],
  ['53400', LIMIT],
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['57014', SLOW],
  ['25P03', SLOW],
  ['55P03', BUSY],
  ['40001', BUSY],
  ['40P01', BUSY],
  ['22021', UNSTORABLE],
  ['22P05', UNSTORABLE],
])

/** Messages of a full disk that come with another error code, or, from the embedded database, without one. */
const NO_ROOM = /No space left on device|\bENOSPC\b|Disk quota exceeded/

/** The refusal for a database error; undefined for unexpected errors. */
export function databaseRefusal(error: unknown): DatabaseRefusal | undefined {
  if (error instanceof Error && NO_ROOM.test(error.message)) return FULL
  if (error instanceof ConnectionsShort) return IN_USE
  const code = codeOf(error)
  return REFUSALS.get(code) ?? REFUSALS.get(code.slice(0, 2)) ?? (isLost(error) ? AWAY : undefined)
}
