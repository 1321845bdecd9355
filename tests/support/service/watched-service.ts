import type { AddressInfo } from 'node:net'
import { apiWorld } from '../api/api-world.ts'
import { createLoopMonitor } from './held-loop.ts'
import { wholeService } from '../api/whole-service.ts'

/*
 * The whole service on a PostgreSQL server in its own process, so that sending requests does not affect its event loop. Communicates with
 * its parent by messages: `start` begins to measure, `stop` returns how long the loop was blocked.
 */

const world = await apiWorld('postgres')
const service = await wholeService(world.database)
await service.app.listen({ host: '127.0.0.1', port: 0 })
const loop = createLoopMonitor()
process.on('message', (message) => void answer(message as { ask: 'start' | 'stop' | 'token' | 'end'; mail?: string }))
process.send?.({ port: (service.app.server.address() as AddressInfo).port, routes: service.routes, oid: world.oid })

async function answer({ ask, mail }: { ask: 'start' | 'stop' | 'token' | 'end'; mail?: string }): Promise<void> {
  if (ask === 'start') loop.start()
  if (ask === 'token') return void process.send?.({ token: await service.token(mail ?? '') })
  if (ask === 'start' || ask === 'stop') return void process.send?.({ blockedMs: ask === 'stop' ? loop.stop() : 0 })
  if (ask !== 'end') return
  await service.close()
  await world.dispose()
  // Idle connections to the identity provider would keep the process alive.
  process.exit()
}
