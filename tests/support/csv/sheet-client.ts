import { createSheetService } from '../../../renderer/bulk/worker/sheet-service.ts'
import type { SheetClient } from '../../../renderer/bulk/worker/client.ts'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import { readHere, runHere } from './in-this-thread.ts'

let clients = 0

/** The client of a sheet without a worker: the commands run in this thread. */
export function openSheetClient(): SheetClient {
  const service = createSheetService(
    async ({ map, schema }) => ({ validate: await loadValidator(map.entity as EntityName), settle, rules: compileRules(schema) }),
    runHere,
    readHere,
  )
  const call = async (name: keyof typeof service, ...args: unknown[]): Promise<never> =>
    (service[name] as (...given: unknown[]) => unknown)(...args) as never
  clients += 1
  return {
    id: `sheet${clients}`,
    call,
    callWithProgress: (_progress, name, ...args) => call(name, ...args),
    cancel: () => undefined,
    close: () => undefined,
  }
}
