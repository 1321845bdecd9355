import type { SampleContext, Samples } from '../../../schemas/rules/checks/samples.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** Whether the platform owner can send the sample in the test world: its context may only name features, which the customer gets. */
export function canRunAsPlatformOwner(context: SampleContext | undefined, scope: string): boolean {
  return Object.keys(context ?? {}).every((part) => scope === 'overlay' && part === 'feature')
}

/** The tenant with the oid among the samples' references, if any. */
export function tenantOf(samples: Samples, oid: unknown): Rec | undefined {
  return samples.references?.['tenant']?.[String(oid)]
}

/** The record with its parent replaced by a tenant of the test world of the same type. */
export function withTenants(
  record: Rec,
  { samples, parent, oid }: { samples: Samples; parent: string | undefined; oid: Record<string, string> },
): Rec {
  if (parent === undefined) return record
  const type = String(tenantOf(samples, record[parent])?.['type'])
  return { ...record, [parent]: type === 'po' ? 'platform' : oid[type] }
}
