import { wanTelemetry } from './wan-telemetry.ts'

/** Properties of an overlay that determine the telemetry of its optimised traffic. */
export interface OverlayLinks {
  /** Oid of the overlay. */
  overlay: string
  /** kbit/s of all enabled uplinks together. */
  downBandwidth: number
  edgeBoxes: number
}

/** Optimised traffic of an overlay at one point in time. */
export interface OverlaySample {
  /** kbit/s, never more than the bandwidth. */
  throughput: number
  /** Never more than `mostFlows`. */
  flows: number
}

/** Number of noise sources per overlay: the sum of many links fluctuates less than a single one. */
const NOISE_SOURCES = 8
const REFERENCE_KBIT_S = 1_000_000
const FLOWS_OF_A_BOX = 4000

/** Flows that the devices of an overlay can hold. */
export function mostFlows({ edgeBoxes }: Pick<OverlayLinks, 'edgeBoxes'>): number {
  return edgeBoxes * FLOWS_OF_A_BOX
}

/** Simulated telemetry of an overlay at a point in time; a pure function, like that of a WAN. */
export function overlayTelemetry(links: OverlayLinks, timeMs: number): OverlaySample {
  return {
    throughput: Math.round(shareAt(`${links.overlay} throughput`, timeMs) * Math.max(0, links.downBandwidth)),
    flows: Math.round(shareAt(`${links.overlay} flows`, timeMs) * mostFlows(links)),
  }
}

/** 0 to 1. */
function shareAt(box: string, timeMs: number): number {
  let sum = 0
  for (let source = 0; source < NOISE_SOURCES; source++)
    sum += wanTelemetry({ box, wan: `strand ${source}`, upBandwidth: REFERENCE_KBIT_S, downBandwidth: REFERENCE_KBIT_S }, timeMs).down
  return sum / NOISE_SOURCES / REFERENCE_KBIT_S
}
