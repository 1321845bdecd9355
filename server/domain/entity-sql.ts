/**
 * Properties by which the service looks up records one by one or under a lock. Each has an indexed column, because row-level security
 * prevents the use of an index on an expression over `data`.
 */
export const keyColumns: Readonly<Record<string, readonly string[]>> = {
  appliance: ['serialNumber'],
  'edge-box': ['site'],
  'tele-engine': ['site'],
}

/** SQL name of such a column. */
export function keyColumn(property: string): string {
  return `"key_${property}"`
}

/** Columns that hold the folded text of a field, by which lists are ordered, where `sort_keys` do not: by entity and property. */
export const orderColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tenant: { name: 'order_key' },
}

/** Named conditions over rows `r` of an entity, for `filter=filterPredicateRef==<name>`; SQL without parameters. */
export const predicates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'edge-box': {
    // Boxes that can serve as time servers: provisioned, with an uplink.
    synchroServers: `exists (select from entity."ip-engine" i where i.tenant_oid = r.tenant_oid and i.oid = r.oid
      and (i.data->>'provisioned')::boolean and jsonb_array_length(i.data->'wans') > 0)`,
  },
}

/**
 * Initial values of singleton records (`x-entity.singleton`) that differ from the schema's defaults: by entity and property, SQL over
 * tenant `t`.
 */
export const initialValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  settings: { reporting: `to_jsonb(t.reporting)` },
}
