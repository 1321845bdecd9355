import type { DemoNetwork, DemoOverlay, DemoSite } from '../overlays/overlays.ts'

/** A planned box, before its configuration is generated. */
export interface PlannedBox {
  overlay: DemoOverlay
  oid: string
  name: string
  site: DemoSite
  mode: 'hub' | 'spoke'
  deployment: 'multiwan_ip' | 'multiwan_hybrid' | 'multiwan_bridge'
  redundancy: 'none' | 'vrrp' | 'ihap'
  /** Index within its site, from 0; the second box of a pair shares the LAN of the first. */
  place: number
  /** Index among the overlay's boxes of its kind, from 0. */
  index: number
  size: 'small' | 'usual' | 'largest'
  uplinks: Uplink[]
}

/** The transport network of an enabled WAN; the first is wan1. */
export interface Uplink {
  network: DemoNetwork
  layer: 'L3' | 'L2'
}
