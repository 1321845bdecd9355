import { csvMaps } from '../../../schemas/generated/csv/index.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { createSheetService } from '../../../renderer/bulk/worker/sheet-service.ts'
import type { ImportCase } from './import-case.ts'
import type { SheetModel } from '../../../renderer/bulk/sheet/sheet-model.ts'
import { readHere, runHere } from '../../support/csv/in-this-thread.ts'

/** Runs the sheet service of an entity, which the console runs in a web worker, in Node. */
export function sheetInNode(entity: ImportCase['entity']): ReturnType<typeof createSheetService> {
  const rowValidators = { validate: validators[entity], settle, rules: compileRules(entitySchemas[entity]) }
  return createSheetService(async () => rowValidators, runHere, readHere)
}

/** The model that the console passes to the worker when a user opens the bulk page of a tenant. */
export function sheetModelOf(
  { entity, can }: Pick<ImportCase, 'entity' | 'can'>,
  tenant: { oid: string; name: string; type: RuleContext['tenant']['type'] },
): SheetModel {
  const map = csvMaps[entity]
  return {
    schema: entitySchemas[entity],
    map,
    shown: map.columns.map(({ id }) => id),
    context: { tenant, user: { oid: 'bench' }, can, feature: {}, editor: {} },
    tenant: { oid: tenant.oid, name: tenant.name },
    atTop: false,
    parentFixed: true,
    optionLabels: {},
  }
}
