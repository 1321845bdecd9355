import { entitySchemas } from '../../schemas/generated/entities.ts'
import { validators } from '../../schemas/generated/validators/index.ts'
import type { Database } from '../db/database.ts'
import { createCatalogue, type Catalogue } from './entity-model.ts'

const catalogues = new WeakMap<Database, Catalogue>()
let generated: Catalogue | undefined

/** The entities that a database holds: those of `schemas/entities`, unless it was given others. Without one: those. */
export function catalogueOf(database?: Database): Catalogue {
  const own = database && catalogues.get(database)
  if (own !== undefined) return own
  generated ??= createCatalogue(entitySchemas, validators)
  return generated
}

/** Gives a database entities of its own; for tests of schemas that the product does not have. */
export function useCatalogue(database: Database, catalogue: Catalogue): void {
  catalogues.set(database, catalogue)
}
