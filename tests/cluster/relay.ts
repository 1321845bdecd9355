import { connect, createServer, type Socket } from 'node:net'

/** What the relay's parent tells it: how long everything takes on the way to the addresses whose name begins with `to`. */
export interface RelayDelay {
  to: string
  delayMs: number
}

interface Route {
  from: { host: string; port: number }
  to: { host: string; port: number }
}

const delays = new Map<string, number>()

/** Passes bytes on in order, each after the delay of its arrival. */
function pass(from: Socket, to: Socket, name: string): void {
  let last = Promise.resolve()
  from.on('data', (chunk: Buffer) => {
    const delayMs = delays.get(name) ?? 0
    const due = delayMs === 0 ? undefined : new Promise<void>((done) => setTimeout(done, delayMs))
    last = last.then(() => due).then(() => void (to.destroyed || to.write(chunk) || wait(from, to)))
  })
  from.on('end', () => void last.then(() => to.end()))
  from.on('error', () => to.destroy())
  from.on('close', () => void last.then(() => to.end()))
}

function wait(from: Socket, to: Socket): void {
  from.pause()
  to.once('drain', () => from.resume())
}

for (const { from, to } of JSON.parse(process.argv[2] ?? '[]') as Route[])
  createServer({ noDelay: true }, (near) => {
    const far = connect({ ...to, noDelay: true })
    pass(near, far, to.host)
    pass(far, near, to.host)
  }).listen(from.port, from.host)

process.on('message', ({ to, delayMs }: RelayDelay) => delays.set(to, delayMs))
process.on('disconnect', () => process.exit())
