import { proxy } from 'valtio'

/** The tenant that was worked in last; the menus of pages outside any tenant are those of that one. */
export const lastTenantState = proxy<{ oid: string | undefined }>({ oid: undefined })
