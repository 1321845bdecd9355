/** One server of a `DATABASE_URL`, with an address for the driver. */
export interface DatabaseHost {
  /** Host and port, for messages. */
  name: string
  url: string
}

/** Why an address is invalid; the message continues a sentence that begins with the variable's name. */
export class DatabaseAddressError extends Error {}

const ADDRESS = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)([/?#].*)?$/i
const HOST = /^(\[[\da-f:.]+\]|[^:[\]]*)(?::(\d+))?$/i
/** The accepted values of libpq's `target_session_attrs` where a server has to accept writes, and the others. */
const WRITABLE = new Set(['read-write', 'primary'])
const OTHERS = new Set(['any', 'read-only', 'standby', 'prefer-standby'])

/**
 * Lists the servers of an address in order, e.g. two for `postgres://user@a:5432,b/database?target_session_attrs=read-write`. The
 * service uses whichever accepts writes. Throws `DatabaseAddressError`.
 */
export function databaseHosts(address: string, role: 'primary' | 'standby' = 'primary'): DatabaseHost[] {
  const [, protocol = '', login = '', hosts = '', rest = ''] = ADDRESS.exec(address) ?? []
  if (protocol === '') throw new DatabaseAddressError('must be an address that begins with postgres:// or postgresql://')
  const [path = '', query = ''] = rest.split('?', 2)
  const parameters = new URLSearchParams(query)
  checkTarget(parameters.get('target_session_attrs'), role)
  parameters.delete('target_session_attrs')
  const ending = `${path}${parameters.size > 0 ? `?${parameters.toString()}` : ''}`
  const names = hosts.split(',')
  return names.map((name) => {
    const [, host, port] = HOST.exec(name) ?? []
    // Without a host, a parameter may name a socket directory.
    if (host === undefined || (host === '' && names.length > 1))
      throw new DatabaseAddressError(`names a server that cannot be one: '${name}'`)
    if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
      throw new DatabaseAddressError(`names a port that cannot be one: ${port}`)
    return { name, url: `${protocol}${login}${name}${ending}` }
  })
}

function checkTarget(target: string | null, role: 'primary' | 'standby'): void {
  if (target === null || (role === 'primary' ? WRITABLE : OTHERS).has(target)) return
  if (role === 'standby')
    throw new DatabaseAddressError(`asks for target_session_attrs=${target}, but standbys are wanted; leave it out or ask for standby`)
  if (OTHERS.has(target))
    throw new DatabaseAddressError(`asks for target_session_attrs=${target}, but the service writes; leave it out or ask for read-write`)
  throw new DatabaseAddressError(`asks for target_session_attrs=${target}, which is none; leave it out or ask for read-write`)
}
