import { unknownName } from './names.ts'
import type { EntitySchema, Rec } from './types.ts'

/**
 * What conditions may ask about besides the record (`$...` paths). The service and the browser fill it alike:
 * the service from the database, the browser from the tenant context the service sent.
 */
export interface RuleContext {
  /** `licensingMode`: how licences are paid for there; absent above those who are paid. */
  tenant: { oid: string; name: string; type: TenantType | 'all'; licensingMode?: LicensingMode | undefined }
  user: { oid: string }
  /** Operations on the entity at hand that the caller has, plus named field rights: `create`, `read`, `update`, `delete`, `readDomain`, ... */
  can: Record<string, boolean>
  /** Feature name to "state is enabled and a customer is selected". */
  feature: Record<string, boolean>
  /** `creating`: no stored record; `bulk`: written by spreadsheet or plan of many; `form`: an open editor, never the service; others are set by editors (`changingDeployment`). */
  editor: Record<string, boolean>
  /** `month`: the current one. Absent: what the clock says. */
  now?: { month: string }
}

export type LicensingMode = 'subscription' | 'consumption'

export type TenantType = 'po' | 'vad' | 'msp' | 'reseller' | 'managed_customer' | 'diy_customer'

/** Looks up a referenced record by entity and oid; `undefined` when unknown or not loaded yet. */
export type ReferenceLookup = (entity: string, oid: string) => Rec | undefined

/** What every condition may ask of the context; `x-context` of a schema adds names to `can`, `feature` and `editor`. */
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

/** Splits and checks `$can.update`; returns the complaint for an unknown root or name. */
export function parseContextPath(text: string, schema: EntitySchema): ContextPath | string {
  const [root = '', name = '', ...rest] = text.slice(1).split('.')
  const own = schema['x-context']?.[root as 'can' | 'feature' | 'editor'] ?? []
  const known = contextNames[root]
  if (!known)
    return unknownName(
      'context',
      `$${root}`,
      Object.keys(contextNames).map((key) => `$${key}`),
    )
  const names = [...known, ...own]
  if (rest.length > 0 || !names.includes(name))
    return unknownName(
      'context path',
      text,
      names.map((key) => `$${root}.${key}`),
    )
  return { root: root as ContextPath['root'], name }
}
