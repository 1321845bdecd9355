/** How the service refuses a request that its database could not serve, though nothing is wrong with the service. */
export interface DatabaseRefusal {
  status: number
  detail: string
  headers: Record<string, string>
}

const AGAIN = { 'retry-after': '2' }
const AWAY: DatabaseRefusal = { status: 503, detail: 'The database does not answer. Try again in a moment.', headers: AGAIN }
const SLOW: DatabaseRefusal = { status: 503, detail: 'The database took too long. Try again in a moment, or ask for less.', headers: AGAIN }
const BUSY: DatabaseRefusal = { status: 503, detail: 'Others change the same records. Try again in a moment.', headers: AGAIN }
const UNSTORABLE: DatabaseRefusal = { status: 400, detail: 'The request holds characters that no text can have.', headers: {} }

/** By SQLSTATE or code of the socket; an entry of two characters stands for a whole class. */
const REFUSALS = new Map<string, DatabaseRefusal>([
  ['08', AWAY],
  ['53', AWAY],
  ['57P', AWAY],
  ['ECONNREFUSED', AWAY],
  ['ECONNRESET', AWAY],
  ['EPIPE', AWAY],
  ['ETIMEDOUT', AWAY],
  ['EHOSTUNREACH', AWAY],
  ['ENOTFOUND', AWAY],
  ['EAI_AGAIN', AWAY],
  ['57014', SLOW],
  ['25P03', SLOW],
  ['55P03', BUSY],
  ['40001', BUSY],
  ['40P01', BUSY],
  ['22021', UNSTORABLE],
  ['22P05', UNSTORABLE],
])

/** The driver says these without a code. */
const LOST = /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** The refusal that an error of the database stands for; undefined for errors that nobody foresaw. */
export function databaseRefusal(error: unknown): DatabaseRefusal | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return REFUSALS.get(code) ?? REFUSALS.get(code.slice(0, 3)) ?? REFUSALS.get(code.slice(0, 2))
  return typeof message === 'string' && LOST.test(message) ? AWAY : undefined
}
