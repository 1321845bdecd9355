const POLL_INTERVAL_MS = 100

/**
 * Shuts this process down gracefully when npm is terminated: npm signals the shell that it started, which dies without
 * forwarding the signal. Does nothing in a process that npm did not start, which may outlive its shell.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, POLL_INTERVAL_MS)
  timer.unref()
}
