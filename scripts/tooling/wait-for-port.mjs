import { connect } from 'node:net'

const POLL_INTERVAL_MS = 100

/** Waits until something listens on a local port; resolves to false after the timeout. */
export async function waitForPort(port, { timeoutMs }) {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    if (await answers(port)) return true
    await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS))
  }
  return false
}

function answers(port) {
  return new Promise((done) => {
    const socket = connect({ port, host: 'localhost' })
    const finish = (isOpen) => {
      socket.destroy()
      done(isOpen)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}
