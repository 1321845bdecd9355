import { csvMaps } from '../../../schemas/generated/csv/index.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { createSheetService } from '../../../renderer/bulk/worker/sheet-service.ts'
import type { ImportCase } from './import-case.ts'
import type { SheetModel } from '../../../renderer/bulk/sheet/sheet-model.ts'

/** The sheet of an entity as the browser's worker runs it, without a browser around it. */
export function sheetInNode(entity: ImportCase['entity']): ReturnType<typeof createSheetService> {
  const judges = { validate: validators[entity], settle, rules: compileRules(entitySchemas[entity]) }
  return createSheetService(
    async () => judges,
    async (steps) => {
      for (const step of steps) void step
      return 'done'
    },
  )
}

/** What the console tells the worker when somebody opens the bulk page in a tenant. */
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
    optionLabels: {},
  }
}
