import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import { resolve } from 'node:path'
import { expect } from 'vitest'
import { sheetModel } from '../../../renderer/bulk/open-model.ts'
import { createSheetService } from '../../../renderer/bulk/worker/sheet-service.ts'
import { textKeys } from '../../../renderer/descriptor/text-keys.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import type { RendererHost } from '../../../renderer/host.tsx'
import { csvMap } from '../../../scripts/generate/csv.ts'
import { loadTree, type Tree } from '../../../scripts/generate/tree.ts'
import type { Plan, ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { validatorOf } from '../api/example-service.ts'
import { readHere, runHere } from '../csv/in-this-thread.ts'

const tree = await loadTree(resolve(import.meta.dirname, '..', '..', '..'))

/** The tree of the product with one more entity, for what is generated from schemas. Its texts are their keys. */
export function treeWith(schema: EntitySchema, screen: Screen): Tree {
  const { texts } = tree.locales
  const { required, optional } = textKeys(schema, screen)
  const words = Object.fromEntries([...required, ...optional].map((key) => [key, key]))
  return {
    ...tree,
    entities: { ...tree.entities, [schema.$id]: schema },
    sources: { ...tree.sources, [schema.$id]: schema },
    screens: { ...tree.screens, [schema.$id]: screen },
    locales: { ...tree.locales, texts: { ...texts, en: { ...words, ...texts.en } } },
  }
}

type SheetService = ReturnType<typeof createSheetService>

/** The bulk page of a version, without its page: the sheets of the schema with these records. */
export async function sheetsOf(
  { schema, screen }: { schema: EntitySchema; screen: Screen },
  records: ServedRecord[],
): Promise<SheetService> {
  const tenant = { oid: 'all', name: 'All', type: 'all' as const }
  const can = { create: true, update: true, delete: true } as const
  const context = { tenant: { oid: 'all', name: 'All', type: 'po' as const }, user: { oid: 'u' }, can, feature: {}, editor: {} }
  const host = { t: (key: string) => key, ruleContext: () => context, tenant } as unknown as RendererHost
  const model = sheetModel({ schema, screen, map: csvMap(treeWith(schema, screen), schema) }, host)
  const judges = { validate: validatorOf(schema), settle, rules: compileRules(schema) }
  const service = createSheetService(() => Promise.resolve(judges), runHere, readHere)
  await service.open(model)
  service.load(records)
  service.dropMissing(records.map(({ oid }) => oid))
  return service
}

/** The whole file, as the button of the bulk page saves it. */
export async function exported(service: SheetService): Promise<string> {
  const file = await service.export('sheets', 'csv')
  if (!(file instanceof Blob)) throw new Error(file.key)
  return file.text()
}

/** Imports a file; answers how many rows it would change, by sheet, and the plan that it makes. */
export async function imported(service: SheetService, file: string): Promise<{ changed: number[]; plan: Plan }> {
  const report = await service.importFile(new TextEncoder().encode(file).buffer)
  expect(report).toMatchObject({ headerProblems: [] })
  await service.check()
  const sheets = await service.sheets()
  expect(sheets.map(({ invalid }) => invalid)).toEqual(sheets.map(() => 0))
  const { body } = await service.plan('write')
  return { changed: sheets.map(({ worked }) => worked), plan: JSON.parse(await body.text()) as Plan }
}
