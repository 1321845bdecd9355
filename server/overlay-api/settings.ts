import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { TenantNode } from '../policies/caller.ts'

/** A document of an overlay that follows from what the customer is. */
interface Settings {
  /** Whoever may read this resource reads the document. */
  resource: string
  document: (overlay: TenantNode) => Rec
}

/** Documents by address. */
export const settings: Readonly<Record<string, Settings>> = {
  '/api/v1/sdi/settings': { resource: 'network', document: ({ features }) => ({ enabled: features['sdi'] === 'enabled' }) },
}
