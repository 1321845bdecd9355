/** Conditions by name over rows `r` of an entity, for `filter=filterPredicateRef==<name>`; SQL without parameters. */
export const predicates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'edge-box': {
    // Boxes from which others can take the time: provisioned, with an uplink.
    synchroServers: `exists (select from entity."ip-engine" i where i.tenant_oid = r.tenant_oid and i.oid = r.oid
      and (i.data->>'provisioned')::boolean and jsonb_array_length(i.data->'wans') > 0)`,
  },
}
