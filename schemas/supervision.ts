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
