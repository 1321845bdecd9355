import type { CsvChildMap, CsvMap, CsvMapColumn } from '../../schemas/csv.ts'
import { loadCsvMap } from '../../schemas/generated/csv/load.ts'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import { textPathOf } from '../../schemas/vocabulary/schema/uniform-children.ts'
import { dottedPath } from '../../schemas/vocabulary/paths/field-path.ts'
import { listPlace } from '../../schemas/vocabulary/paths/list-place.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { isReadable } from '../data/filters/readable.ts'
import type { PageProps, RendererHost } from '../host.tsx'
import { isFixedInContext, refusalOfAll, rowContext } from '../rules/creation.ts'
import { columnHeads } from './sheet/column-heads.ts'
import type { SheetModel } from './sheet/sheet-model.ts'

type Surroundings = Pick<RendererHost, 't' | 'ruleContext' | 'tenant'>

/** Loads the sheet model that the worker needs. */
export async function openModel({ schema, screen }: PageProps, host: Surroundings): Promise<SheetModel> {
  const { name } = schema['x-entity']
  if (!isEntityName(name)) throw new Error(`unknown entity '${name}'`)
  return sheetModel({ schema, screen, map: await loadCsvMap(name) }, host)
}

/** Builds the sheet model: readable columns, rights and texts of all sheets. */
export function sheetModel({ schema, screen, map: whole }: PageProps & { map: CsvMap }, host: Surroundings): SheetModel {
  const { children = [], ...full } = whole
  const { name } = schema['x-entity']
  const context = host.ruleContext(name)
  const map = { ...full, columns: full.columns.filter((column) => !column.guarded || isReadable(schema, column.field, context)) }
  const wanted = screen.bulk?.columns ?? []
  const shown = wanted.flatMap((field) => map.columns.find((column) => column.field === field || column.via === field)?.id ?? [])
  const { oid, name: tenantName, type } = host.tenant
  const closed = refusalOfAll(schema, rowContext(context, true))
  const model: SheetModel = {
    schema,
    map,
    shown,
    context,
    ...(closed !== undefined && { closed }),
    tenant: { oid, name: tenantName },
    heads: columnHeads(schema, map.columns, host.t),
    atTop: type === 'po' || type === 'all',
    parentFixed:
      schema['x-entity'].isTenant === true && isFixedInContext(schema, schema['x-entity'].parent ?? '', rowContext(context, true)),
    optionLabels: labelsOf(map.columns, (field, option) => host.t(`${name}.option.${textPathOf(schema, field.split('/'))}.${option}`)),
  }
  const lists = children.filter(({ list }) => isReadable(schema, list.split('/*')[0] ?? list, context))
  return lists.length > 0 ? { ...model, children: lists.map((child) => childModel(model, child, host.t)) } : model
}

/** Option labels by field. */
function labelsOf(columns: readonly CsvMapColumn[], label: (field: string, option: string) => string): SheetModel['optionLabels'] {
  return Object.fromEntries(
    columns.flatMap(({ field, enum: options }) =>
      options ? [[field, Object.fromEntries(options.map((option) => [option, label(field, option)]))]] : [],
    ),
  )
}

/** The sheet model of a nested list. */
function childModel(main: SheetModel, { name, list, text, file, key, columns: all }: CsvChildMap, t: RendererHost['t']): SheetModel {
  const { entity } = main.map
  const schema = rowSchema(main.schema, list)
  const columns = all.filter((column) => !column.guarded || isReadable(schema, column.field, main.context))
  const outer = dottedPath(list.split('/*')[0] ?? '')
  const optionKey = (field: string): string => {
    if (field.startsWith('^/')) return `${entity}.option.${dottedPath(field.slice(2))}`
    return field === '*' ? `${entity}.field.${outer}` : `${entity}.option.${text}.${dottedPath(field)}`
  }
  return {
    ...main,
    schema,
    map: { entity, file, key, columns },
    // Row ids are exported but not shown.
    heads: columnHeads(schema, columns, t),
    shown: columns.filter(({ field }) => field !== 'id').map(({ id }) => id),
    optionLabels: labelsOf(columns, (field, option) => t(`${optionKey(field)}.${option}`)),
    child: { name, list, key, titleKey: `${entity}.field.${text}` },
  }
}

/** Schema of a list row, with the containing record as `^` and its map key as `*`. */
function rowSchema(schema: EntitySchema, list: string): EntitySchema {
  const place = listPlace(schema, list)
  if (!place) throw new Error(`${schema.$id} has no list '${list}'`)
  const { parent: _parent, ...meta } = schema['x-entity']
  const own = place.row.properties ?? {}
  const label = own['name'] ? 'name' : (place.list['x-key']?.[0] ?? Object.keys(own).find((field) => field !== 'id') ?? 'id')
  return {
    ...schema,
    'x-entity': { ...meta, label },
    'x-rules': [],
    required: place.row.required ?? [],
    properties: { '^': { type: 'object', properties: schema.properties }, '*': { type: 'string' }, ...own },
  }
}
