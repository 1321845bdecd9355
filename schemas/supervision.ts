/** One stats object of `GET /api/v1/stats` (S2 section 3): what an overlay has, and what its optimised traffic does now. */
export interface OverlayStats {
  /** Edge boxes whose appliance is installed, and tele engines. */
  enginesCount: number
  /** Edge boxes and tele engines. */
  totalEnginesCount: number
  edgeBoxesCount: number
  hubsCount: number
  spokesCount: number
  teleEnginesCount: number
  connectionsCount: number
  connections: {
    /** Tunnels between devices of the overlay; one that both ends name is one. */
    internalCount: number
    /** Tunnels to gateways of others. */
    externalCount: number
  }
  applicationGroupsCount: number
  apo: {
    /** Hundredths of Mbps. */
    throughputValue: number
    /** Hundredths of Mbps. */
    throughputMaxValue: number
    flowsCount: number
    flowsMaxCount: number
  }
  /** Oldest first; services that keep no history leave it out. */
  history?: { at: string; throughputValue: number; flowsCount: number }[]
  /** Throughput and flows come from a simulator. */
  simulated?: boolean
}

/** What an alert can be, worst first. */
export const alertSeverities = ['critical', 'warning', 'info'] as const

export type AlertSeverity = (typeof alertSeverities)[number]

/** One alert as the service knows it: a rule, and the uplink whose figure is above the rule's limit. */
export interface Alert {
  severity: AlertSeverity
  /** Name of the rule. */
  rule: string
  /** `latency`, `loss`, `jitter` or `load`. */
  metric: string
  boxOid: string
  boxName: string
  /** `wan1` to `wan3`. */
  wan: string
  /** Of the figure, with the unit of the limit. */
  value: number
  threshold: number
}

/** Answer of `GET .../api/v1/alertSummary` (S2 section 7). */
export interface AlertSummary {
  data: { severity: AlertSeverity; count: number }[]
  /** The worst ones, and that they are simulated; other services leave it out. */
  meta?: { alerts: Alert[]; simulated: boolean }
}
