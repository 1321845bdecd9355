/** Columns of zones and application sets, the two sides of policies, that a list has to offer and does not show at first. */
export const sideColumns: { field: 'description' | 'identifier' | 'updatedAt'; minWidth?: number; hidden: true }[] = [
  { field: 'description', minWidth: 200, hidden: true },
  { field: 'identifier', minWidth: 160, hidden: true },
  { field: 'updatedAt', hidden: true },
]

/** Their order in a list: the first that fits counts. */
export const sideSort: { by: 'priority'; order: 'asc' } = { by: 'priority', order: 'asc' }

/** What their editors say of the identifier by which the network knows them. */
export const sideIdentifier: { only: { identifier: 'edit' }; deleteSummary: ['identifier'] } = {
  only: { identifier: 'edit' },
  deleteSummary: ['identifier'],
}
