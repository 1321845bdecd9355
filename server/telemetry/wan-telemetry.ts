import { noiseAt, randomAt, seedOf } from './noise.ts'

/** Properties of an edge box's WAN that determine its telemetry. */
export interface WanLink {
  /** Oid of the edge box. */
  box: string
  /** `wan1` to `wan3`. */
  wan: string
  /** kbit/s. */
  upBandwidth: number
  /** kbit/s. */
  downBandwidth: number
}

/** Telemetry of a WAN at one point in time. */
export interface WanSample {
  /** kbit/s, never more than the bandwidth. */
  up: number
  /** kbit/s, never more than the bandwidth. */
  down: number
  latencyMs: number
  jitterMs: number
  /** 0 to 100. */
  lossPercent: number
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** At most one incident begins in each window of this length. */
const INCIDENT_SLOT_MS = 45 * MINUTE_MS
const INCIDENT_SHARE = 0.2
const SHORTEST_INCIDENT_MS = 3 * MINUTE_MS
const LONGEST_INCIDENT_MS = 12 * MINUTE_MS
/** Utilisation above which packets queue. */
const QUEUE_FROM = 0.75

/** Severity of each impairment, 0 to 1. */
interface Trouble {
  congestion: number
  delay: number
  loss: number
}

const NO_TROUBLE: Trouble = { congestion: 0, delay: 0, loss: 0 }
const KINDS = ['congestion', 'delay', 'loss'] as const

/**
 * Simulated telemetry of a WAN at a point in time: a pure function, so that every instance of the service returns the same. Traffic has a
 * daily rhythm with a quieter weekend, noise on three time scales, and an occasional incident of some minutes.
 */
export function wanTelemetry(link: WanLink, timeMs: number): WanSample {
  const seed = seedOf(`${link.box} ${link.wan}`)
  const trouble = troubleAt(seed, timeMs)
  const down = loadAt(seed, timeMs, trouble)
  const up = loadAt(seed ^ 0x5bd1e995, timeMs, trouble) * (0.35 + 0.5 * randomAt(seed, 4))
  const waiting = Math.max(0, down - QUEUE_FROM) / (1 - QUEUE_FROM)
  const shortest = 5 + 35 * randomAt(seed, 1)
  const restless = noiseAt(seed ^ 0x27d4eb2f, timeMs / (4 * SECOND_MS))
  const jitterMs = shortest * (0.02 + 0.08 * restless) + 6 * waiting * restless + trouble.delay * (8 + 25 * restless)
  const latencyMs = shortest * (1 + 0.12 * noiseAt(seed ^ 0x165667b1, timeMs / (25 * SECOND_MS))) + 40 * waiting + 180 * trouble.delay
  const stray = Math.max(0, noiseAt(seed ^ 0x2c1b3c6d, timeMs / (5 * SECOND_MS)) - 0.9)
  const lossPercent = Math.min(100, 4 * stray + 1.5 * waiting * restless + trouble.loss * (3 + 9 * restless))
  return {
    up: Math.round(Math.min(1, up) * Math.max(0, link.upBandwidth)),
    down: Math.round(Math.min(1, down) * Math.max(0, link.downBandwidth)),
    latencyMs: rounded(latencyMs + jitterMs),
    jitterMs: rounded(jitterMs),
    lossPercent: rounded(lossPercent),
  }
}

/** Share of the bandwidth that is used, 0 to 1. */
function loadAt(seed: number, timeMs: number, { congestion }: Trouble): number {
  const appetite = 0.3 + 0.4 * randomAt(seed, 2)
  const tides = 0.5 + 0.7 * noiseAt(seed, timeMs / (9 * MINUTE_MS))
  const gusts = 0.6 + 0.8 * noiseAt(seed ^ 0x85ebca6b, timeMs / (20 * SECOND_MS))
  const flicker = 0.85 + 0.3 * noiseAt(seed ^ 0xc2b2ae35, timeMs / (3 * SECOND_MS))
  const usual = Math.min(0.97, appetite * rhythmAt(seed, timeMs) * tides * gusts * flicker)
  return usual + (0.97 - usual) * congestion
}

/** Daily load curve: low at night, highest in the late morning and the afternoon, halved at weekends. */
function rhythmAt(seed: number, timeMs: number): number {
  const local = timeMs + (randomAt(seed, 3) - 0.5) * 2 * HOUR_MS
  const hour = (((local % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS
  const day = Math.exp(-((hour - 10.5) ** 2) / 8) + Math.exp(-((hour - 15.5) ** 2) / 10)
  // The first day of the epoch was a Thursday.
  const weekday = (((Math.floor(local / DAY_MS) + 4) % 7) + 7) % 7
  const isWeekend = weekday === 0 || weekday === 6
  return 0.22 + 0.78 * Math.min(1, day) * (isWeekend ? 0.5 : 1)
}

/** The incident at a point in time, if any; its severity rises and falls. */
function troubleAt(seed: number, timeMs: number): Trouble {
  const slot = Math.floor(timeMs / INCIDENT_SLOT_MS)
  if (randomAt(seed ^ 0x3c6ef372, slot) >= INCIDENT_SHARE) return NO_TROUBLE
  const lasts = SHORTEST_INCIDENT_MS + (LONGEST_INCIDENT_MS - SHORTEST_INCIDENT_MS) * randomAt(seed ^ 0x510e527f, slot)
  const begins = slot * INCIDENT_SLOT_MS + (INCIDENT_SLOT_MS - lasts) * randomAt(seed ^ 0x1f83d9ab, slot)
  const progress = (timeMs - begins) / lasts
  if (progress <= 0 || progress >= 1) return NO_TROUBLE
  const kind = KINDS[Math.floor(randomAt(seed ^ 0x5be0cd19, slot) * KINDS.length)] ?? 'delay'
  return { ...NO_TROUBLE, [kind]: Math.sqrt(Math.sin(Math.PI * progress)) }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
