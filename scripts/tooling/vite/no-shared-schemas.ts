/** Stands in for the shared schema files: the console's entities are generated with every reference to one replaced. */
export const sharedSchemas = {}
