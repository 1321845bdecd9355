import { unknownNameMessage } from './names.ts'
import type { EntitySchema, Rec } from './types.ts'

/** The `$...` paths of conditions. The service fills it from the database, the browser from the tenant context that the service sent. */
export interface RuleContext {
  /** `licensingMode`: how the tenant pays for licences; absent for tenants that do not. */
  tenant: { oid: string; name: string; type: TenantType | 'all'; licensingMode?: LicensingMode | undefined }
  user: { oid: string }
  /** The caller's operations on the current entity and the named field rights: `create`, `read`, `update`, `delete`, `readDomain`, ... */
  can: Record<string, boolean>
  /** Feature name to whether it is enabled and a customer is selected. */
  feature: Record<string, boolean>
  /**
   * `creating`: no stored record; `bulk`: a spreadsheet or a plan of several items; `form`: an open editor, never on the service. Editors
   * add modes such as `changingDeployment`.
   */
  editor: Record<string, boolean>
  /** `month`: the current month. Absent: from the clock. */
  now?: { month: string }
}

export type LicensingMode = 'subscription' | 'consumption'

export type TenantType = 'po' | 'vad' | 'msp' | 'reseller' | 'managed_customer' | 'diy_customer'

/** Looks up a referenced record by entity and oid; `undefined` when unknown or not loaded yet. */
export interface ReferenceLookup {
  (entity: string, oid: string): Rec | undefined
  /** Whether a value is an identifier, where others could be names. @default what has the form of an oid */
  isIdentifier?(this: void, entity: string, value: string): boolean
}

/** Context names that every condition may use; `x-context` of a schema adds names to `can`, `feature` and `editor`. */
export const contextNames: Readonly<Record<string, readonly string[]>> = {
  tenant: ['oid', 'name', 'type', 'licensingMode'],
  user: ['oid'],
  can: ['list', 'create', 'read', 'update', 'delete', 'manage', 'readDomain'],
  feature: ['cloud_security', 'sdi', 'cloud_mesh', 'directory_users'],
  editor: ['creating', 'bulk', 'form'],
  now: ['month'],
}

/** A checked `$root.name`. */
export interface ContextPath {
  root: 'tenant' | 'user' | 'can' | 'feature' | 'editor' | 'now'
  name: string
}

/** Parses a context path such as `$can.update`; returns a complaint for an unknown root or name. */
export function parseContextPath(text: string, schema: EntitySchema): ContextPath | string {
  const [root = '', name = '', ...rest] = text.slice(1).split('.')
  const own = schema['x-context']?.[root as 'can' | 'feature' | 'editor'] ?? []
  const known = contextNames[root]
  if (!known)
    return unknownNameMessage(
      'context',
      `$${root}`,
      Object.keys(contextNames).map((key) => `$${key}`),
    )
  const names = [...known, ...own]
  if (rest.length > 0 || !names.includes(name))
    return unknownNameMessage(
      'context path',
      text,
      names.map((key) => `$${root}.${key}`),
    )
  return { root: root as ContextPath['root'], name }
}
