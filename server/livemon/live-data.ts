import { wanTelemetry } from '../telemetry/wan-telemetry.ts'
import type { WatchedBox, WatchedWan } from './watched-box.ts'

/** Time between two samples of a WAN. */
export const STEP_MS = 2000
/** Time span that a window shows. */
export const HISTORY_MS = 5 * 60 * 1000

/** Moment (ms of the epoch), up and down (kbit/s), latency and jitter (ms), loss (%). */
export type LiveSample = [at: number, up: number, down: number, latency: number, jitter: number, loss: number]

/** Data of one WAN for the window. */
interface LiveWan extends WatchedWan {
  /** Oldest first; none of a WAN that is disabled. */
  samples: LiveSample[]
}

/** Data for the window of a session. */
export interface LiveData {
  box: { oid: string; name: string; serialNumber: string }
  /** The service's clock (ms of the epoch): that of the browser may be wrong. */
  at: number
  /** ms of the epoch. */
  expiresAt: number
  stepMs: number
  historyMs: number
  wans: LiveWan[]
}

/** Samples after `since`, within the window's time span; all of it if `since` is absent. */
export function liveData(
  { wans, ...box }: WatchedBox,
  { at, since, expiresAt }: { at: number; since?: number; expiresAt: number },
): LiveData {
  const first = Math.max(since ?? 0, at - HISTORY_MS)
  return {
    box,
    at,
    expiresAt,
    stepMs: STEP_MS,
    historyMs: HISTORY_MS,
    wans: wans.map((wan) => ({ ...wan, samples: wan.isEnabled ? samplesOf(wan, { box: box.oid, first, at }) : [] })),
  }
}

function samplesOf(wan: WatchedWan, { box, first, at }: { box: string; first: number; at: number }): LiveSample[] {
  const { identifier, upBandwidth, downBandwidth } = wan
  const samples: LiveSample[] = []
  for (let time = (Math.floor(first / STEP_MS) + 1) * STEP_MS; time <= at; time += STEP_MS) {
    const { up, down, latencyMs, jitterMs, lossPercent } = wanTelemetry({ box, wan: identifier, upBandwidth, downBandwidth }, time)
    samples.push([time, up, down, latencyMs, jitterMs, lossPercent])
  }
  return samples
}
