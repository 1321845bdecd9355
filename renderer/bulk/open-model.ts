import { loadCsvMap } from '../../schemas/generated/csv/load.ts'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import { dotted } from '../../schemas/vocabulary/field-path.ts'
import { isReadable } from '../data/readable.ts'
import type { PageProps, RendererHost } from '../host.tsx'
import type { SheetModel } from './sheet/sheet-model.ts'

/** Everything that the worker needs to know of the page: the entity's columns that this person may read, rights and words. */
export async function openModel(
  { schema, screen }: PageProps,
  host: Pick<RendererHost, 't' | 'ruleContext' | 'tenant'>,
): Promise<SheetModel> {
  const { name } = schema['x-entity']
  if (!isEntityName(name)) throw new Error(`unknown entity '${name}'`)
  const full = await loadCsvMap(name)
  const context = host.ruleContext(name)
  const map = { ...full, columns: full.columns.filter((column) => !column.guarded || isReadable(schema, column.field, context)) }
  const wanted = screen.bulk?.columns ?? []
  const shown = wanted.flatMap((field) => map.columns.find((column) => column.field === field || column.via === field)?.id ?? [])
  const optionLabels = Object.fromEntries(
    map.columns
      .filter((column) => column.enum)
      .map((column) => [
        column.field,
        Object.fromEntries((column.enum ?? []).map((option) => [option, host.t(`${name}.option.${dotted(column.field)}.${option}`)])),
      ]),
  )
  const { oid, name: tenantName, type } = host.tenant
  return { schema, map, shown, context, tenant: { oid, name: tenantName }, atTop: type === 'po' || type === 'all', optionLabels }
}
