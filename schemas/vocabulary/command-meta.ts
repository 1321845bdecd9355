/** A command has a form of its own and changes records of another entity in the current tenant. */
export interface CommandMeta {
  /** The entity whose records it changes. */
  of: string
  /** Journal theme of its entries. */
  theme: string
  /** Name among the commands of that entity, used as segment of its page's address and as name of the row action. */
  verb: string
  /** The required right on the resource in the current tenant. */
  needs: 'create' | 'update' | 'delete'
  /** Fields to fill from the row on which the command is called, by path. Absent: the command is called on the list. */
  prefill?: Record<string, string>
  /** Further fields that correspond to fields of the record: they share labels and value formats with them. */
  like?: Record<string, string>
}
