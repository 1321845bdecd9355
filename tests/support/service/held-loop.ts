/** How long the event loop was held, as far as this process itself held it. */
export interface LoopMonitor {
  start(): void
  /** The longest block since `start`, in milliseconds. */
  stop(): number
}

const EVERY_MS = 4

/**
 * Watches the event loop of the process. A block counts by the clock, but never for more than the processor time that the process
 * used in it: on a machine that is busy with others it waits without holding anything.
 */
export function createLoopMonitor(): LoopMonitor {
  let timer: NodeJS.Timeout | undefined
  let longestMs = 0
  let before = { wall: 0, cpu: 0 }
  const look = (): void => {
    const now = { wall: performance.now(), cpu: cpuMs() }
    longestMs = Math.max(longestMs, Math.min(now.wall - before.wall, now.cpu - before.cpu) - EVERY_MS)
    before = { wall: performance.now(), cpu: cpuMs() }
  }
  return {
    start() {
      longestMs = 0
      before = { wall: performance.now(), cpu: cpuMs() }
      clearInterval(timer)
      timer = setInterval(look, EVERY_MS)
    },
    stop() {
      look()
      clearInterval(timer)
      return Math.max(0, longestMs)
    },
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
