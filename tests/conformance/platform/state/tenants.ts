import { Refusal, type Item } from './item.ts'
import { Collection } from './collection.ts'
import { oidOf } from './identifiers.ts'
import type { RecordKind } from './record-kind.ts'

/** The platform's own tenant; its oid is the special value of DECISIONS 4. */
export const PLATFORM = { oid: 'platform', name: 'Polaris Networks', type: 'po' }

const contact = { contactName: null, contactEmail: null, contactDetails: null, createAdmin: true }
const contactLimits = { contactName: 250, contactEmail: 250 }

const partnerKind: RecordKind = {
  name: 'Partner',
  fields: { name: null, parentOid: null, type: null, state: 'active', licensingMode: 'subscription', ...contact },
  mandatory: ['name', 'parentOid', 'type', 'contactName', 'contactEmail'],
  longest: { name: 100, ...contactLimits },
  mails: ['contactEmail'],
  frozen: ['licensingMode'],
  unique: ['name', 'parentOid'],
}

const customerKind: RecordKind = {
  name: 'Customer',
  fields: { name: null, parentOid: null, type: null, state: 'active', reporting: 'standard', apoDomain: null, ...contact },
  mandatory: ['name', 'parentOid', 'type', 'contactName', 'contactEmail'],
  longest: { name: 50, apoDomain: 50, ...contactLimits },
  mails: ['contactEmail'],
  frozen: ['apoDomain', 'reporting'],
  unique: ['name', 'parentOid'],
}

const userRoleKind: RecordKind = {
  name: 'User role',
  fields: { name: null, mail: null, tenantOid: null, role: null },
  mandatory: ['mail', 'tenantOid', 'role'],
  longest: { mail: 250, name: 250 },
  mails: ['mail'],
  frozen: ['name', 'mail', 'tenantOid'],
  unique: ['mail', 'tenantOid'],
}

const requestKind: RecordKind = {
  name: 'Request',
  fields: {
    type: null,
    status: 'open',
    details: null,
    srcTenantOid: null,
    dstTenantOid: null,
    comment: null,
    createdDate: null,
    lastModifiedDate: null,
  },
}

/** The tree of tenants, with the people and the requests in it. */
export class Tenants {
  readonly partners = new Collection({ kind: partnerKind, key: 'oid', identify: oidOf(1) })
  readonly customers = new Collection({ kind: customerKind, key: 'oid', identify: oidOf(2) })
  readonly userRoles = new Collection({ kind: userRoleKind, key: 'oid', identify: oidOf(3) })
  readonly requests = new Collection({ kind: requestKind, key: 'oid', identify: oidOf(4) })

  find(oid: unknown): Item | undefined {
    return oid === PLATFORM.oid ? { ...PLATFORM, parentOid: null } : (this.partners.find(oid) ?? this.customers.find(oid))
  }

  get(oid: unknown): Item {
    const found = this.find(oid)
    if (!found) throw new Refusal(404, [`Tenant ${String(oid)} does not exist.`])
    return found
  }

  nameOf(oid: unknown): string {
    return String(this.find(oid)?.['name'] ?? '')
  }

  /** All tenants, the platform's own first. */
  get all(): Item[] {
    return [this.get(PLATFORM.oid), ...this.partners.all, ...this.customers.all]
  }

  /** Whether a tenant is another one or somewhere below it; everything is below `all`. */
  isWithin(oid: unknown, top: string): boolean {
    if (top === 'all' || oid === top) return true
    const parent = this.find(oid)?.['parentOid']
    return parent !== undefined && parent !== null && this.isWithin(parent, top)
  }

  childrenOf(oid: unknown): { partners: Item[]; customers: Item[] } {
    const isChild = (tenant: Item): boolean => tenant['parentOid'] === oid
    return { partners: this.partners.all.filter(isChild), customers: this.customers.all.filter(isChild) }
  }

  userCountOf(oid: unknown): number {
    return this.userRoles.all.filter(({ tenantOid }) => tenantOid === oid).length
  }

  /** One person has one oid, however many tenants. */
  oidOfPerson(mail: unknown): string | undefined {
    const known = this.userRoles.all.find((role) => role['mail'] === mail)
    return known && String(known['oid'])
  }

  roleOf(oid: string, tenantOid: string): Item | undefined {
    return this.userRoles.all.find((role) => role['oid'] === oid && role['tenantOid'] === tenantOid)
  }
}
