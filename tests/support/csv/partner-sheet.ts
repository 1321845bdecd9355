import type { CsvMap, CsvMapColumn } from '../../../schemas/csv.ts'
import partner from '../../../schemas/entities/partner.schema.json' with { type: 'json' }
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { readCsv } from '../../../renderer/bulk/csv/read.ts'
import type { RowValidators } from '../../../renderer/bulk/sheet/check.ts'
import type { SheetModel } from '../../../renderer/bulk/sheet/sheet-model.ts'
import { Sheet, type StepProgress } from '../../../renderer/bulk/sheet/sheet.ts'

/** Schema of the entity in the sheet. */
export const schema = partner as EntitySchema

/** A text column of the CSV file; `more` overrides its defaults. */
export const column = (field: string, more: Partial<CsvMapColumn> = {}): CsvMapColumn => ({
  id: field,
  field,
  type: 'string',
  aliases: [],
  headers: {},
  required: false,
  readOnly: false,
  createOnly: false,
  guarded: false,
  ...more,
})

const map: CsvMap = {
  entity: 'partner',
  file: 'partners.csv',
  key: ['parentName', 'name'],
  columns: [
    column('parentOid', { id: 'parentName', via: 'parentName', createOnly: true }),
    column('name', { required: true }),
    column('type', { type: 'enum', enum: ['vad', 'msp'], createOnly: true }),
    column('contactName'),
  ],
}

/** The model of a sheet of partners in the top tenant. */
export const model = (more: Partial<SheetModel> = {}): SheetModel => ({
  schema,
  map,
  shown: ['parentName', 'name', 'type', 'contactName'],
  context: {
    tenant: { oid: 't1', name: 'Platform', type: 'po' },
    user: { oid: 'u' },
    can: { create: true, update: true },
    feature: {},
    editor: {},
  },
  tenant: { oid: 't1', name: 'Platform' },
  atTop: true,
  parentFixed: false,
  optionLabels: {},
  ...more,
})

/** Validators that only refuse an empty name; the schema tests cover the real ones. */
export const validators: RowValidators = {
  validate: (record) => (record['name'] ? [] : [{ pointer: '/name', key: 'validation.field.mandatory' }]),
  settle: ({ next }) => ({
    record: next,
    refusals: [],
    writes: [],
    state: () => ({ visible: true, enabled: true, required: false, why: [] }),
  }),
  rules: { entity: 'partner', schema, dependencies: new Map() },
}

/** A stored partner with revision 3. */
export const record = (oid: string, name: string, contactName = 'Ann'): ServedRecord => ({
  oid,
  revision: 3,
  can: { update: true, delete: true },
  parentOid: 't1',
  parentName: 'Platform',
  name,
  type: 'vad',
  contactName,
})

/** Runs all steps of a long task. */
export const runSteps = (steps: Generator<StepProgress>): void => {
  for (const step of steps) void step
}

/** A sheet of stored partners after importing a CSV file. */
export const importedSheet = (records: ServedRecord[], csv: string, more: Partial<SheetModel> = {}): Sheet => {
  const sheet = new Sheet(model(more), validators)
  sheet.load(records)
  runSteps(sheet.importFile(readCsv(new TextEncoder().encode(csv), map)))
  for (const { entity, labels } of sheet.unknownReferences()) {
    sheet.references.learn({ entity, labels, records: [{ oid: 't1', name: 'Platform', type: 'po' }], labelField: 'name' })
  }
  runSteps(sheet.check())
  return sheet
}
