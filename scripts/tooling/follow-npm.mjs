const LOOK_EVERY_MS = 100

/**
 * Ends this process in an orderly way once npm is told to end: npm passes the signal to the shell between us, which dies without
 * passing it on. A process that npm did not start is left alone, so that it may outlive its shell.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}
