import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { EnvError } from '../env/env-error.ts'

/** Where the service listens. */
interface Address {
  host: string
  port: number
  /** Names the port. @default 'PORT' */
  variable?: string
}

/** Listens, or says why that address cannot be listened on. */
export async function listen(app: FastifyInstance, address: Address): Promise<void> {
  const { host, port } = address
  await app.listen({ host, port }).catch((error: unknown) => Promise.reject(addressRefused(error, address)))
}

/** Refuses an address that cannot be bound before anything is created. */
export async function checkAddress(address: Address): Promise<void> {
  const { host, port } = address
  const probe = createServer()
  try {
    await new Promise<void>((done, fail) => probe.once('error', fail).listen({ host, port }, done))
  } catch (error) {
    throw addressRefused(error, address)
  }
  await new Promise((done) => probe.close(done))
}

function addressRefused(error: unknown, { host, port, variable = 'PORT' }: Address): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new EnvError(variable, `must be free; another program listens on ${port}`)
  if (code === 'EACCES') return new EnvError(variable, `must be one that this user may listen on; ${port} is not`)
  if (code !== undefined && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new EnvError('HOST', 'must be an address of this machine', host)
  return error
}
