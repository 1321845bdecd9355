import type { SampleContext, Samples } from '../../../schemas/rules/checks/samples.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** Whether the platform owner meets the sample's circumstances here: customers of this world get the features that samples want. */
export function canRunAsPlatformOwner(context: SampleContext | undefined, scope: string): boolean {
  return Object.keys(context ?? {}).every((part) => scope === 'overlay' && part === 'feature')
}

/** The tenant of a sample's references, if the sample has it. */
export function tenantOf(samples: Samples, oid: unknown): Rec | undefined {
  return samples.references?.['tenant']?.[String(oid)]
}

/** The record below a tenant of this world, of the type of the one that the sample names. */
export function withTenants(
  record: Rec,
  { samples, parent, oid }: { samples: Samples; parent: string | undefined; oid: Record<string, string> },
): Rec {
  if (parent === undefined) return record
  const type = String(tenantOf(samples, record[parent])?.['type'])
  return { ...record, [parent]: type === 'po' ? 'platform' : oid[type] }
}
