/** Groups of a list that a call answers with at most, those with the most records first. */
export const maxListGroups = 200

/** A value that records of a list share. */
export interface ListGroup {
  /** Null: the records that have none. */
  value: string | number | boolean | null
  count: number
}

/** The records of a list by the values of a field (`GET <route>/groups?by=<field>`). */
export interface ListGroups {
  data: ListGroup[]
  meta: {
    /** Records in all groups. */
    totalCount: number
    /** Groups in all, those beyond `maxListGroups` included. */
    groupCount: number
  }
}
