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

/** One form of a screen: of a new record, of a stored one, a second editor, a command, or the record that a tenant has one of. */
export interface Form {
  name: string
  schema: EntitySchema
  screen: Screen
  /** `null` where something new is made. */
  record: ServedRecord | null
  /** What the page before hands over. */
  prefill: Rec
}

/** The references of samples as records hold them: the names are the identifiers. */
const plain = (record: Rec): Rec => JSON.parse(JSON.stringify(record).replaceAll('"@', '"')) as Rec

/** Tenants that commands name; the first stands above the other. */
const owners: Record<string, Record<string, Rec>> = {
  tenant: {
    example: { name: 'Example', type: 'msp', parentOid: 'platform', licensingMode: 'consumption' },
    bay: { name: 'Bay', type: 'managed_customer', parentOid: 'example', licensingMode: 'consumption' },
  },
}

/** What a command is called with: licences that begin far in the future, handed down, or back up. */
function called(schema: EntitySchema): Rec {
  const isBack = schema['x-entity'].command?.verb === 'unassign'
  const [tenantId, assignTo] = isBack ? ['bay', 'example'] : ['example', 'bay']
  const group = { licenseType: 'Foundation', licenseSize: 'S', startDate: '2090-01', duration: 24 }
  const values = { tenantId, assignTo, group, expirationDate: '2092-01', splitPoint: '2090-06', moveToDate: '2090-02' }
  const whole = mergeRecords(sampleRecord(schema, 'sample'), values)
  return Object.fromEntries(Object.entries(whole).filter(([name]) => Object.hasOwn(schema.properties, name)))
}

/** A stored record made from the first valid sample. */
function stored(schema: EntitySchema): ServedRecord {
  const [first] = sampleFileOf(schema.$id).valid
  const whole = mergeRecords(defaultsOf(schema), plain(first?.record ?? {}))
  return served({ ...whole, oid: 'o1' })
}

/** Every form that the screens have, by being listed. */
export const everyForm: readonly Form[] = navigationScreens.flatMap(({ entity, screen, one }): Form[] => {
  const schema: EntitySchema = entitySchemas[entity]
  // What nobody can write is read in its form.
  if (!screen.editor || (schema['x-entity'].readOnly && !schema['x-entity'].command)) return []
  if (schema['x-entity'].command) return [{ name: entity, schema, screen, record: null, prefill: called(schema) }]
  const record = stored(schema)
  const form = (name: string, parts: Partial<Form> = {}): Form => ({
    name: `${entity}: ${name}`,
    schema,
    screen,
    record,
    prefill: {},
    ...parts,
  })
  return [
    ...(isCreatable(schema) ? [form('new', { record: null, prefill: plain(sampleFileOf(schema.$id).valid[0]?.record ?? {}) })] : []),
    form(one ? 'own' : 'edit'),
    ...Object.keys(screen.editor.alternatives ?? {}).map((name) => form(name, { screen: alternativeScreen(screen, name) })),
  ]
})

/** Options with which `renderEditor` shows the form to somebody who may do everything; the service knows what samples refer to. */
export function editorOptionsOf({
  schema,
  screen,
  record,
  prefill,
}: Form): RenderEditorOptions & { source: ReturnType<typeof testSource> } {
  const { command, resource } = schema['x-entity']
  const { context, references = {} } = command ? { context: {}, references: owners } : sampleFileOf(schema.$id)
  const known = (entity: string, oid: string): ServedRecord => served({ name: oid, ...plain(references[entity]?.[oid] ?? {}), oid })
  const source = testSource({
    one: (entity, oid) => Promise.resolve(known(entity, oid)),
    list: (entity) => {
      const data = Object.keys(references[entity] ?? {}).map((oid) => known(entity, oid))
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
