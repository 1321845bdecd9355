import { sheetModel } from '../../../renderer/bulk/open-model.ts'
import type { SheetModel } from '../../../renderer/bulk/sheet/sheet-model.ts'
import { createSheetService } from '../../../renderer/bulk/worker/sheet-service.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { loadCsvMap } from '../../../schemas/generated/csv/load.ts'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { screens } from '../../../screens/index.ts'
import { readHere, runHere } from './in-this-thread.ts'

/** Every entity that has a sheet. */
export const bulkScreens = Object.entries(screens as Record<string, Screen>).filter(([, { bulk }]) => bulk !== undefined) as [
  EntityName,
  Screen,
][]

/** The tenant of the sheets. */
export const tenant = { oid: 'platform', name: 'Platform', type: 'po' } as const

/** The schema of an entity, for rules that refer to it. */
export const schemaOf = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const can = { list: true, create: true, read: true, update: true, delete: true, readDomain: true }

/** The model of the sheet of an entity, for somebody who may do everything. */
export async function modelOf(entity: EntityName, screen: Screen, t: (key: string) => string = (key) => key): Promise<SheetModel> {
  const host = { t, tenant, ruleContext: () => ({ tenant, user: { oid: 'u' }, can, feature: {}, editor: {} }) }
  return sheetModel({ schema: entitySchemas[entity], screen, map: await loadCsvMap(entity) }, host)
}

/** The worker's service for the sheet of an entity, in this thread. */
export async function sheetServiceOf(entity: EntityName): Promise<ReturnType<typeof createSheetService>> {
  const validate = await loadValidator(entity)
  const rules = compileRules(entitySchemas[entity], schemaOf)
  return createSheetService(async () => ({ validate, settle, rules }), runHere, readHere)
}
