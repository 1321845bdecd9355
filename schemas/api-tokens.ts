import type { Role } from './tenancy.ts'

/** Bounds of API tokens. */
export const tokenLimits = {
  nameLength: 100,
  /** Days until a token expires at most. */
  days: 366,
  /** Tokens of one owner. */
  perPerson: 100,
} as const

/** Roles that a token may be limited to. */
export const tokenRoles = [
  'sa',
  'admin',
  'inventory_manager',
  'network_manager',
  'application_manager',
  'domain_manager',
  'viewer',
] as const satisfies readonly Role[]

/** A token as its owner sees it (`GET /api/v1/profile/apiTokens`). */
export interface ApiToken {
  oid: string
  name: string
  /** Tenant on which, and below which, it works. */
  tenantOid: string
  tenantName: string
  ownerOid: string
  ownerName: string
  /** Its rights are at most those of this role; absent: all that its owner has. */
  role?: Role
  /** ISO 8601, as all times. */
  expiresAt: string
  createdAt: string
  /** To the minute; absent: never. */
  lastUsedAt?: string
  state: 'active' | 'expired'
  /** Last characters of its secret. */
  ending: string
}

/** A token that was just made: the only time that its secret is told. A repeated call is answered without. */
export interface MadeToken extends ApiToken {
  secret?: string
}

/** An account that a script or another service works as (`GET /api/v1/serviceAccounts`). */
export interface ServiceAccount {
  /** Identifier of its person. */
  oid: string
  name: string
  /** By which roles are given to it; nobody receives mail there. */
  mail: string
  tenantOid: string
  tenantName: string
  role: Role
}
