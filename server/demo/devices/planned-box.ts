import type { DemoNetwork, DemoOverlay, DemoSite } from '../overlays/overlays.ts'

/** A box before its settings are made. */
export interface PlannedBox {
  overlay: DemoOverlay
  oid: string
  name: string
  site: DemoSite
  mode: 'hub' | 'spoke'
  deployment: 'multiwan_ip' | 'multiwan_hybrid' | 'multiwan_bridge'
  redundancy: 'none' | 'vrrp' | 'ihap'
  /** Which of the devices of its site it is, from 0; the second of a pair answers for the LAN of the first. */
  place: number
  /** Which box of its kind in the overlay, from 0. */
  index: number
  size: 'small' | 'usual' | 'largest'
  uplinks: Uplink[]
}

/** What an enabled WAN is connected to; the first is wan1. */
export interface Uplink {
  network: DemoNetwork
  layer: 'L3' | 'L2'
}
