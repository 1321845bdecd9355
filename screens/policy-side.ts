/** Columns of zones and application sets, the two sides of policies, that a list has to offer and does not show at first. */
export const sideColumns: { field: 'description' | 'identifier' | 'updatedAt'; least?: number; hidden: true }[] = [
  { field: 'description', least: 200, hidden: true },
  { field: 'identifier', least: 160, hidden: true },
  { field: 'updatedAt', hidden: true },
]

/** Their order in a list: the first that fits counts. */
export const sideSort: { by: 'priority'; order: 'asc' } = { by: 'priority', order: 'asc' }

/** What their editors say of the identifier by which the network knows them. */
export const sideIdentifier: { only: { identifier: 'edit' }; told: ['identifier'] } = { only: { identifier: 'edit' }, told: ['identifier'] }
