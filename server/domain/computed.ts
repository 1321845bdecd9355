import type { TenantType } from '../../schemas/vocabulary/context.ts'
import { creatableCustomerTypes, creatablePartnerTypes } from '../policies/creatable-types.ts'
import type { Computed } from './domain.ts'

/** Every name that `x-derived: { compute }` may use. */
export const computed: Record<string, Computed> = {
  userCount: { type: 'number', sql: (alias) => `(select count(*) from user_role u where u.tenant_oid = ${alias}.oid)` },
  creatablePartnerTypes: { compute: (_record, { node, rights }): TenantType[] => creatablePartnerTypes(node, rights) },
  creatableCustomerTypes: { compute: (_record, { node, rights }): TenantType[] => creatableCustomerTypes(node, rights) },
}
