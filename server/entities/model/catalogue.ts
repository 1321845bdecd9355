import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { recordMigrations } from '../../../schemas/generated/record-migrations.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import type { Database } from '../../db/database.ts'
import { createCatalogue, type Catalogue } from './entity-model.ts'

const catalogues = new WeakMap<Database, Catalogue>()
let generated: Catalogue | undefined

/** The entities of a database: those of `schemas/entities`, unless `useCatalogue` set others. */
export function catalogueOf(database?: Database): Catalogue {
  const own = database && catalogues.get(database)
  if (own !== undefined) return own
  generated ??= createCatalogue(entitySchemas, validators, recordMigrations)
  return generated
}

/** Replaces the entities of a database; for tests of schemas that the product does not have. */
export function useCatalogue(database: Database, catalogue: Catalogue): void {
  catalogues.set(database, catalogue)
}
