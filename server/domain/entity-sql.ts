/**
 * Texts by which the service itself finds records of an entity, record by record or under a lock. Each has a column of its own, and
 * an index on that: row-level security keeps an index on an expression over `data` from being used.
 */
export const keyColumns: Readonly<Record<string, readonly string[]>> = {
  appliance: ['serialNumber'],
  'edge-box': ['site'],
  'tele-engine': ['site'],
}

/** Name of such a column in SQL. */
export function keyColumn(property: string): string {
  return `"key_${property}"`
}

/** Conditions by name over rows `r` of an entity, for `filter=filterPredicateRef==<name>`; SQL without parameters. */
export const predicates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'edge-box': {
    // Boxes from which others can take the time: provisioned, with an uplink.
    synchroServers: `exists (select from entity."ip-engine" i where i.tenant_oid = r.tenant_oid and i.oid = r.oid
      and (i.data->>'provisioned')::boolean and jsonb_array_length(i.data->'wans') > 0)`,
  },
}

/**
 * Values of records that every tenant has (`x-entity.singleton`) before somebody changes them, where they are not the schema's defaults: by
 * entity and property, SQL over tenant `t`.
 */
export const firstValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  settings: { reporting: `(select c.data->'reporting' from entity.customer c where c.oid = t.oid)` },
}
