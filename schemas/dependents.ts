/** Records of one entity that refer to a record: what `GET <route>/{oid}/dependents` answers as `data`, an entry for each entity. */
export interface Dependents {
  entity: string
  /** How many there are. */
  count: number
  /** The first of them by name; none for callers who may not read them. */
  records: { oid: string; name: string | null }[]
}

/** How many of an entity's dependents are named. */
export const NAMED_DEPENDENTS = 10
