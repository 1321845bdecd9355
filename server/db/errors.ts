/** SQLSTATE of an error of the database or code of its socket, empty for any other error. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/**
 * Name of the constraint or unique index that refused. Citus passes on what another server says as text alone, in which the name ends in the
 * number of a shard.
 */
export function constraintOf(error: unknown): string | undefined {
  const { constraint, message } = (error ?? {}) as { constraint?: unknown; message?: unknown }
  if (typeof constraint === 'string') return constraint
  return codeOf(error) === '23505' ? /"(.+?)(?:_\d+)?"/.exec(String(message))?.[1] : undefined
}

/** No writable server could be reached. `code` is that of the cause, if it has one. */
export class DatabaseAway extends Error {
  readonly code: string

  constructor(message: string, options: { code?: string; cause?: unknown } = {}) {
    super(message, options)
    this.name = 'DatabaseAway'
    this.code = options.code ?? '08001'
  }

  static of(cause: unknown): DatabaseAway {
    if (cause instanceof DatabaseAway) return cause
    return new DatabaseAway(cause instanceof Error && cause.message !== '' ? cause.message : 'the connection was lost', {
      code: codeOf(cause) || '08006',
      cause,
    })
  }
}

/** The server that was asked for as a standby accepts writes. */
export class NoStandby extends DatabaseAway {}

/** Every connection that this copy may have is in use, by work that gets answers: the database itself is there. */
export class ConnectionsShort extends Error {
  /** As of a server that has none left. */
  readonly code = '53300'

  constructor(cause: unknown) {
    super('every connection to the database was in use for too long', { cause })
    this.name = 'ConnectionsShort'
  }
}

/** The connection was lost while a transaction was being committed: only the database knows whether it was. */
export class OutcomeUnknown extends Error {
  readonly code = '08007'

  constructor(cause: unknown) {
    super('the connection was lost while the transaction was being committed', { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** Classes 08 (connection) and 57P (the server ends, or starts), a server that has become a standby, and the sockets' own. */
const LOST_CODES =
  /^(?:08...|57P..|25006|25P03|E(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|NOTFOUND|AI_AGAIN))$/
/** The driver says these without a code. */
const LOST_MESSAGES =
  /Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout/

/** Whether the connection itself failed, or the server ended it: nothing more can be done with it. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error)
  return code === '' ? error instanceof Error && LOST_MESSAGES.test(error.message) : LOST_CODES.test(code)
}
