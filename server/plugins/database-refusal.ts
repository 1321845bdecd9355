import { codeOf, isLost } from '../db/errors.ts'

/** What is counted apart in the metrics. */
export const REFUSAL_KINDS = ['away', 'slow', 'busy', 'full', 'memory', 'connections', 'limit', 'unstorable'] as const

/** How the service refuses a request that its database could not serve, though nothing is wrong with the service. */
export interface DatabaseRefusal {
  kind: (typeof REFUSAL_KINDS)[number]
  status: number
  detail: string
  headers: Record<string, string>
}

const AGAIN = { 'retry-after': '1' }
const AWAY: DatabaseRefusal = { kind: 'away', status: 503, detail: 'The database does not answer. Try again in a moment.', headers: AGAIN }
const SLOW: DatabaseRefusal = {
  kind: 'slow',
  status: 503,
  detail: 'The database took too long. Try again in a moment, or ask for less.',
  headers: AGAIN,
}
const BUSY: DatabaseRefusal = {
  kind: 'busy',
  status: 503,
  detail: 'Others change the same records. Try again in a moment.',
  headers: AGAIN,
}
const FULL: DatabaseRefusal = {
  kind: 'full',
  status: 507,
  detail: 'The database has no room left, so nothing was stored. Reading goes on; try again once there is room.',
  headers: { 'retry-after': '60' },
}
const MEMORY: DatabaseRefusal = {
  kind: 'memory',
  status: 503,
  detail: 'The database is short of memory. Try again in a moment, or ask for less.',
  headers: AGAIN,
}
const CONNECTIONS: DatabaseRefusal = {
  kind: 'connections',
  status: 503,
  detail: 'The database takes no further connections. Try again in a moment.',
  headers: AGAIN,
}
const LIMIT: DatabaseRefusal = {
  kind: 'limit',
  status: 503,
  detail: 'The request takes more space than the database grants for one. Ask for less.',
  headers: AGAIN,
}
const UNSTORABLE: DatabaseRefusal = {
  kind: 'unstorable',
  status: 400,
  detail: 'The request holds characters that no text can have.',
  headers: {},
}

/** By SQLSTATE or code of the socket; an entry of two characters stands for a whole class. */
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

/** What the system says under other codes, and the embedded database under none. */
const NO_ROOM = /No space left on device|\bENOSPC\b|Disk quota exceeded/

/** The refusal that an error of the database stands for; undefined for errors that nobody foresaw. */
export function databaseRefusal(error: unknown): DatabaseRefusal | undefined {
  if (error instanceof Error && NO_ROOM.test(error.message)) return FULL
  const code = codeOf(error)
  return REFUSALS.get(code) ?? REFUSALS.get(code.slice(0, 2)) ?? (isLost(error) ? AWAY : undefined)
}
