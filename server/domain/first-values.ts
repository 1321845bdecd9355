/**
 * Values of records that every tenant has (`x-entity.one`) before somebody changes them, where they are not the schema's defaults: by
 * entity and property, SQL over tenant `t`.
 */
export const firstValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  settings: { reporting: `(select c.data->'reporting' from entity.customer c where c.oid = t.oid)` },
}
