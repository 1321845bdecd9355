import type { Collection } from './collection.ts'
import type { Item } from './item.ts'
import type { Journal } from './journal.ts'
import type { Licences } from './licences.ts'
import type { Overlay } from './overlay.ts'
import type { Tenants } from './tenants.ts'

/** Everything that the platform remembers. */
export interface World {
  tenants: Tenants
  inventory: Collection
  licences: Licences
  journal: Journal
  /** The person that every token belongs to. */
  profile: Item
  /** Reporting and edge-security settings by customer. */
  settingsOf(oid: string): CustomerSettings
  /** The network of a customer. */
  overlayOf(oid: string): Overlay
}

export interface CustomerSettings {
  cloudSecurity: { enabled: boolean; clientID: string | null; configured: boolean }
  features: { name: string; state: string }[]
}
