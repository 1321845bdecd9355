import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import { loadSchema } from '../../../schemas/generated/load-schema.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'

/** The schema of another entity, once its texts are known, too. */
export async function schemaOf(entity: string): Promise<EntitySchema> {
  if (!isEntityName(entity)) throw new Error(`No entity named "${entity}"`)
  const [schema] = await Promise.all([loadSchema(entity), learnTexts(loadTexts, [entity])])
  return schema
}
