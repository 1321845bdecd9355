/** Replaces the shared schema files: the entities generated for the console have all references to them resolved. */
export const sharedSchemas = {}
