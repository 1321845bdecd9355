import type { Item } from './item.ts'
import { oidOf } from './identifiers.ts'

export type Theme = 'Partners' | 'Customers' | 'UserRoles' | 'Appliances' | 'Licensing' | 'Requests'

/** Something that happened, at which tenant. */
export interface Event {
  theme: Theme
  /** As section 2 of S0 names the events: creation, assignment, split, ... */
  eventType: string
  tenantOid: unknown
  eventDetails: Item
  /** @default now */
  creationDate?: string
}

/** The audit trail: entries in the printed shape, with the tenant that each belongs to. */
export class Journal {
  readonly entries: { tenantOid: unknown; entry: Item }[] = []
  readonly #identify = oidOf(9)

  record({ theme, eventType, tenantOid, eventDetails, creationDate = new Date().toISOString() }: Event): void {
    const id = this.#identify(this.entries.length + 1)
    this.entries.push({ tenantOid, entry: { id, creationDate, principal: { name: 'Piet Harbour' }, theme, eventType, eventDetails } })
  }
}
