import type { Item } from './item.ts'
import { Collection } from './collection.ts'
import { oidOf } from './identifiers.ts'
import type { RecordKind } from './record-kind.ts'
import { PLATFORM, type Tenants } from './tenants.ts'

const applianceKind: RecordKind = {
  name: 'Appliance',
  fields: { serialNumber: null, model: null, tag: null, softwareVersion: null, lastConnection: null, status: 'none', tenantId: null },
  mandatory: ['serialNumber', 'tenantId'],
  longest: { serialNumber: 50, model: 50, tag: 50, softwareVersion: 50, tenantId: 50 },
  frozen: ['lastConnection'],
  unique: ['serialNumber'],
}

export const newInventory = (): Collection => new Collection({ kind: applianceKind, identify: oidOf(5) })

/** Types of owners: a customer is a customer, whichever kind it is. */
export const ownerTypeOf = (tenant: Item): string => (String(tenant['type']).endsWith('_customer') ? 'customer' : String(tenant['type']))

/** The printed appliance, with its owner in all three forms. */
export function shownAppliance(appliance: Item, tenants: Tenants): Item {
  const owner = tenants.find(appliance['tenantId']) ?? { ...PLATFORM }
  const { oid, name } = owner
  const type = ownerTypeOf(owner)
  return { ...appliance, ownerName: name, ownerType: type, owner: { oid, name, type } }
}
