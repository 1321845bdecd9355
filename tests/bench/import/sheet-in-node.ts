import { csvMaps } from '../../../schemas/generated/csv/index.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import { compileRules } from '../../../schemas/rules/compile.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { createSheetService } from '../../../renderer/bulk/worker/sheet-service.ts'
import type { SheetModel } from '../../../renderer/bulk/sheet/sheet-model.ts'

/** The sheet of customers as the browser's worker runs it, without a browser around it. */
export function sheetInNode(): ReturnType<typeof createSheetService> {
  const judges = { validate: validators.customer, settle, rules: compileRules(entitySchemas.customer) }
  return createSheetService(
    async () => judges,
    async (steps) => {
      for (const step of steps) void step
      return 'done'
    },
  )
}

/** What the console tells the worker when somebody opens the bulk page of customers in a tenant. */
export function customersModel(tenant: { oid: string; name: string; type: RuleContext['tenant']['type'] }): SheetModel {
  const map = csvMaps.customer
  return {
    schema: entitySchemas.customer,
    map,
    shown: map.columns.map(({ id }) => id),
    context: {
      tenant,
      user: { oid: 'bench' },
      can: { create: true, read: true, update: true, delete: true, readDomain: true },
      feature: {},
      editor: {},
    },
    tenant: { oid: tenant.oid, name: tenant.name },
    atTop: false,
    optionLabels: {},
  }
}
