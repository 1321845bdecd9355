import { objectionTo } from '../../../schemas/rights/record-rights.ts'
import type { Caller, Rights, TenantNode } from '../../policies/caller.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { ruleContext } from '../records/tenant-context.ts'
import type { FilterReader } from './reach.ts'

interface ReadIn {
  caller: Caller
  rights: Rights
  tenant: TenantNode | 'all'
}

/** The caller as a reader of an entity's records, and of those that references within the same overlay lead to. */
export function filterReader(model: EntityModel, readIn: ReadIn): FilterReader {
  const { caller, rights, tenant } = readIn
  const context = ruleContext(tenant, { user: caller.oid, rights, resource: model.meta.resource })
  return {
    model,
    context,
    follow: (entity) => {
      const target = model.modelOf(entity)
      if (target === undefined || !isFollowed(model, target) || !rights.has(target.meta.resource, 'read')) return undefined
      const reader = filterReader(target, readIn)
      return objectionTo(target, 'read', { record: {}, context: reader.context }) === undefined ? reader : undefined
    },
  }
}

/** Records of an overlay lie beside each other, in tables of their own; those that are computed, or shared by all overlays, do not. */
function isFollowed({ meta: { scope } }: EntityModel, { meta }: EntityModel): boolean {
  const isOrdinary = meta.singleton !== true && meta.pairs === undefined && meta.shared !== true && meta.readOnly !== true
  return scope === 'overlay' && meta.scope === 'overlay' && isOrdinary
}
