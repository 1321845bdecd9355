import { EditorPage } from '../../../renderer/editor/page/editor-page.tsx'
import { loadSectionParts } from '../../../renderer/editor/layout/section-view.tsx'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { edgeBoxScreen } from '../../../screens/edge-box.screen.ts'
import { applyInBrowser, sampleBoxes, sampleFile } from '../edge-box/apply-row.ts'
import { renderEditor, served, testSource, type RenderEditorOptions } from './render-editor.tsx'

const names = Object.values(sampleFile.references ?? {}).flatMap((records) => Object.keys(records))
const oids = new Map(names.map((name, index) => [name, `019213f7-0000-7000-8000-${String(index + 1).padStart(12, '0')}`]))
const sampled = sampleBoxes(oids)

/** The identifier of a record that samples name, e.g. a site. */
export const oidOf = (name: string): string => oids.get(name) ?? name

export interface OpenBoxOptions {
  /** Name of the sample box, as stored; absent for a new box. */
  box?: string
  /** Values that differ from the sample. */
  values?: Rec
  feature?: Record<string, boolean>
  can?: Record<string, boolean>
  /** What the service lets the person do with the record. */
  record?: Partial<ServedRecord>
  answers?: Parameters<typeof testSource>[0]
  consult?: boolean
  prefill?: Rec
  /** Opens the page at the address that ends in it, and has the page load the box; '' for none. @default the editor alone is opened */
  identifier?: string
}

const references = (entity: string): ServedRecord[] =>
  Object.entries(sampled.samples.references?.[entity] ?? {}).map(([oid, record]) => served({ name: oid, ...record, oid }))

/** Opens the editor of edge boxes on a sample box, with a service that has the records that the samples refer to. */
export async function openBox(options: OpenBoxOptions) {
  const { box, values = {}, feature = {}, can = {}, record: more, answers = {}, consult, prefill, identifier } = options
  const schema: EntitySchema = entitySchemas['edge-box']
  const [validate] = await Promise.all([loadValidator('edge-box'), loadSectionParts(edgeBoxScreen)])
  const source = testSource({
    one: (entity, oid) => {
      const known = entity === 'edge-box' && record?.oid === oid ? record : references(entity).find((one) => one.oid === oid)
      return Promise.resolve(known ?? served({ oid, name: oid }))
    },
    list: (entity) => {
      const data = references(entity)
      return Promise.resolve({ data, meta: { totalCount: data.length, page: 1, size: 10, counts: {}, can: {} } })
    },
    related: () => Promise.resolve([]),
    rows: () => Promise.resolve([]),
    ...answers,
  })
  const { samples } = sampled
  const context = { ...samples.context, can: { ...samples.context.can, ...can }, feature } as NonNullable<RenderEditorOptions['context']>
  const stored = box === undefined ? null : applyInBrowser({ about: '', start: box, steps: [] }, sampled).stored
  const record =
    stored &&
    served(
      { ...mergeRecords(stored, values), oid: oidOf('own') },
      { can: { update: true, delete: true, readExternalGateway: true, ...can }, ...more },
    )
  const tenant = { oid: 'bay', name: 'Bay Foods', type: 'managed_customer' } as const
  return renderEditor({
    schema,
    screen: edgeBoxScreen,
    record,
    source,
    tenant,
    context,
    validate,
    ...(consult !== undefined && { consult }),
    ...(prefill && { prefill }),
    ...(identifier !== undefined && {
      page: { path: '/list/edit/*', address: `/list/edit/${identifier}`, element: <EditorPage schema={schema} screen={edgeBoxScreen} /> },
    }),
  })
}
