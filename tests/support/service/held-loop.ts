/** Measures how long this process blocks its event loop. */
export interface LoopMonitor {
  start(): void
  /** The longest block since `start`, in milliseconds. */
  stop(): number
}

const EVERY_MS = 4

/**
 * Measures blocks of the event loop by wall-clock time, but counts at most the CPU time that the process used: on a busy machine it
 * may only be waiting for the processor.
 */
export function createLoopMonitor(): LoopMonitor {
  let timer: NodeJS.Timeout | undefined
  let longestMs = 0
  let before = { wall: 0, cpu: 0 }
  const sample = (): void => {
    const now = { wall: performance.now(), cpu: cpuMs() }
    longestMs = Math.max(longestMs, Math.min(now.wall - before.wall, now.cpu - before.cpu) - EVERY_MS)
    before = { wall: performance.now(), cpu: cpuMs() }
  }
  return {
    start() {
      longestMs = 0
      before = { wall: performance.now(), cpu: cpuMs() }
      clearInterval(timer)
      timer = setInterval(sample, EVERY_MS)
    },
    stop() {
      sample()
      clearInterval(timer)
      return Math.max(0, longestMs)
    },
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
