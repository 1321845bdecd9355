import { alternativeScreen } from '../../../renderer/descriptor/alternative-editor.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { namedRights } from '../../../schemas/rights/rights.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { navigationScreens } from '../../../src/screen-addresses.ts'
import { isCreatable } from '../api/made-by-calls.ts'
import { sampleFileOf } from '../samples/sample-fixtures.ts'
import { sampleRecord } from '../samples/sample-record.ts'
import { served, testSource, type RenderEditorOptions } from './render-editor.tsx'

/** One form of a screen: for a new or stored record, an alternative editor, a command, or a tenant's singleton record. */
export interface Form {
  name: string
  schema: EntitySchema
  screen: Screen
  /** `null` for a new record or a command. */
  record: ServedRecord | null
  /** Initial values from the previous page. */
  prefill: Rec
}

/** The record with the samples' `@name` references replaced by the names, which serve as oids. */
const withoutReferences = (record: Rec): Rec => JSON.parse(JSON.stringify(record).replaceAll('"@', '"')) as Rec

/** Tenants that commands name; the first is the parent of the second. */
const commandReferences: Record<string, Record<string, Rec>> = {
  tenant: {
    example: { name: 'Example', type: 'msp', parentOid: 'platform', licensingMode: 'consumption' },
    bay: { name: 'Bay', type: 'managed_customer', parentOid: 'example', licensingMode: 'consumption' },
  },
}

/** Values of a command: licences that begin far in the future, assigned to the tenant below or returned to the one above. */
function commandValues(schema: EntitySchema): Rec {
  const isReturn = schema['x-entity'].command?.verb === 'unassign'
  const [tenantId, assignTo] = isReturn ? ['bay', 'example'] : ['example', 'bay']
  const group = { licenseType: 'Foundation', licenseSize: 'S', startDate: '2090-01', duration: 24 }
  const values = { tenantId, assignTo, group, expirationDate: '2092-01', splitPoint: '2090-06', moveToDate: '2090-02' }
  const record = mergeRecords(sampleRecord(schema, 'sample'), values)
  return Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(schema.properties, name)))
}

/** A stored record from the first valid sample. */
function storedRecord(schema: EntitySchema): ServedRecord {
  const [first] = sampleFileOf(schema.$id).valid
  const record = mergeRecords(defaultsOf(schema), withoutReferences(first?.record ?? {}))
  return served({ ...record, oid: 'o1' })
}

/** Every form of every screen. */
export const everyForm: readonly Form[] = navigationScreens.flatMap(({ entity, screen, one }): Form[] => {
  const schema: EntitySchema = entitySchemas[entity]
  // Read-only records have no form to fill.
  if (!screen.editor || (schema['x-entity'].readOnly && !schema['x-entity'].command)) return []
  if (schema['x-entity'].command) return [{ name: entity, schema, screen, record: null, prefill: commandValues(schema) }]
  const record = storedRecord(schema)
  const form = (name: string, parts: Partial<Form> = {}): Form => ({
    name: `${entity}: ${name}`,
    schema,
    screen,
    record,
    prefill: {},
    ...parts,
  })
  return [
    ...(isCreatable(schema)
      ? [form('new', { record: null, prefill: withoutReferences(sampleFileOf(schema.$id).valid[0]?.record ?? {}) })]
      : []),
    form(one ? 'own' : 'edit'),
    ...Object.keys(screen.editor.alternatives ?? {}).map((name) => form(name, { screen: alternativeScreen(screen, name) })),
  ]
})

/** Options for `renderEditor` to show the form to a person with every right; its data source has the records that samples refer to. */
export function editorOptionsOf({
  schema,
  screen,
  record,
  prefill,
}: Form): RenderEditorOptions & { source: ReturnType<typeof testSource> } {
  const { command, resource } = schema['x-entity']
  const { context, references = {} } = command ? { context: {}, references: commandReferences } : sampleFileOf(schema.$id)
  const referencedRecord = (entity: string, oid: string): ServedRecord =>
    served({ name: oid, ...withoutReferences(references[entity]?.[oid] ?? {}), oid })
  const source = testSource({
    one: (entity, oid) => Promise.resolve(referencedRecord(entity, oid)),
    list: (entity) => {
      const data = Object.keys(references[entity] ?? {}).map((oid) => referencedRecord(entity, oid))
      return Promise.resolve({ data, meta: { totalCount: data.length, page: 1, size: 10, counts: {}, can: {} } })
    },
    related: () => Promise.resolve([]),
  })
  const tenant = { oid: 'platform', name: 'Platform', type: 'po' as const, ...context.tenant }
  const can = namedRights(resource, () => true)
  return {
    schema,
    screen,
    record,
    prefill,
    source,
    tenant,
    context: { ...context, tenant, can } as NonNullable<RenderEditorOptions['context']>,
  }
}
