import { connect } from 'node:net'

const PAUSE_MS = 100

/** Waits until something listens on a port of this machine; false when nothing did in time. */
export async function waitForPort(port, { timeoutMs }) {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    if (await answers(port)) return true
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
  return false
}

function answers(port) {
  return new Promise((done) => {
    const socket = connect({ port, host: 'localhost' })
    const say = (answer) => {
      socket.destroy()
      done(answer)
    }
    socket.once('connect', () => say(true))
    socket.once('error', () => say(false))
  })
}
