import { wanTelemetry } from './wan-telemetry.ts'

/** An overlay, as far as the telemetry of its optimised traffic depends on it. */
export interface OverlayLinks {
  /** Oid of the overlay. */
  overlay: string
  /** kbit/s of all enabled uplinks together. */
  downBandwidth: number
  edgeBoxes: number
}

/** What the optimised traffic of an overlay does at one moment. */
export interface OverlaySample {
  /** kbit/s, never more than the bandwidth. */
  throughput: number
  /** Never more than `mostFlows`. */
  flows: number
}

/** Many links together move less than one does; so many stand for all of them, however large the overlay is. */
const STRANDS = 8
const FINE = 1_000_000
const FLOWS_OF_A_BOX = 4000

/** Flows that the devices of an overlay can hold. */
export function mostFlows({ edgeBoxes }: Pick<OverlayLinks, 'edgeBoxes'>): number {
  return edgeBoxes * FLOWS_OF_A_BOX
}

/** The simulated telemetry of an overlay at a time: a pure function, as that of a WAN is. */
export function overlayTelemetry(links: OverlayLinks, timeMs: number): OverlaySample {
  return {
    throughput: Math.round(shareAt(`${links.overlay} throughput`, timeMs) * Math.max(0, links.downBandwidth)),
    flows: Math.round(shareAt(`${links.overlay} flows`, timeMs) * mostFlows(links)),
  }
}

/** 0 to 1. */
function shareAt(box: string, timeMs: number): number {
  let sum = 0
  for (let strand = 0; strand < STRANDS; strand++)
    sum += wanTelemetry({ box, wan: `strand ${strand}`, upBandwidth: FINE, downBandwidth: FINE }, timeMs).down
  return sum / STRANDS / FINE
}
