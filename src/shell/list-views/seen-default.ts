/** Where the browser keeps which default view of a tenant a list has shown last. */
export const seenDefaultKey = (entity: string, tenantOid: string): string => `${entity}ListViewDefault ${tenantOid}`
