import { examinationStates } from '../../../schemas/schema-plan.ts'
import { flag, integer, listOf, object, ref, text } from './parts.ts'

const instant = { type: 'string', format: 'date-time' }
const values = { type: 'object', additionalProperties: true }
const nullable = (schema: object): object => ({ anyOf: [{ type: 'null' }, schema] })

const difference = object(
  {
    class: { enum: ['free', 'declared', 'breaking'] },
    kind: text,
    entity: text,
    at: { ...text, description: 'Path of the field, or name of the tab, rule or key' },
    was: { ...text, description: 'What it was before' },
    message: text,
    write: { ...text, description: 'What to declare in the schema' },
  },
  ['was', 'write'],
)
const affected = object({
  api: listOf(text),
  csv: listOf(text),
  lists: listOf(text),
  rules: listOf(text),
  texts: listOf(text),
  pages: listOf(text),
})
const named = object({ oid: text, name: text, tenant: text, tenantOid: text })

const planned = object({
  entity: text,
  isNew: { ...flag, description: 'It has no table yet' },
  notExamined: {
    enum: ['function', 'database', null],
    description: 'function: no file holds what rewrites its records; database: its SQL needs the database of that version',
  },
  rows: integer,
  touched: { ...integer, description: 'Rows that are rewritten' },
  invalid: listOf(
    object(
      {
        key: text,
        at: { ...text, description: 'Pattern of the field; empty: the record' },
        params: values,
        message: text,
        count: integer,
        records: { ...listOf(named), description: 'The first hundred' },
      },
      ['params'],
    ),
  ),
  collisions: listOf(
    object({
      fields: listOf(text),
      key: text,
      message: text,
      count: integer,
      sets: { ...listOf(listOf(named)), description: 'Records that would share their values; a hundred in all' },
    }),
  ),
  migrationSeconds: integer,
})

const speed = object(
  {
    from: {
      enum: ['backfill', 'reading', 'assumed'],
      description: 'The last rewrite in this database, the time that reading took, or neither',
    },
    rowsPerSecond: integer,
    entity: text,
    at: instant,
  },
  ['entity', 'at'],
)

const progress = object({
  entity: text,
  entities: object({ done: integer, of: integer }),
  rows: integer,
  expectedRows: { type: ['integer', 'null'], description: 'As the database estimates it; null: it does not know' },
})

const rewrite = object({
  rows: integer,
  isEstimated: flag,
  pending: { ...integer, description: 'Counted up to a million' },
  rowsPerSecond: { type: ['integer', 'null'] },
  secondsLeft: { type: ['integer', 'null'] },
})
const recordVersion = { version: integer, base: integer }

/** Schemas of what is said about changed schemas. */
export const schemaPlanSchemas = {
  SchemaPlan: object({
    version: text,
    differences: listOf(difference),
    affected,
    entities: listOf(planned),
    speed,
    areSecretsChecked: flag,
    texts: { type: 'object', additionalProperties: values, description: 'Of message keys of that version, by language' },
  }),
  SchemaExamination: object({
    oid: text,
    version: { ...text, description: 'Of the file' },
    state: { enum: examinationStates, description: 'lost: the copy of the service that worked on it is gone' },
    beganAt: instant,
    progress: nullable(progress),
    failure: nullable(object({ reason: text, params: values, message: text })),
    plan: nullable(ref('SchemaPlan')),
  }),
  SchemaChanges: object({
    version: text,
    release: nullable(object({ version: text, date: { type: 'string', format: 'date' } })),
    isReleased: { ...flag, description: 'Whether the differences are those that the release made, or those since then' },
    differences: listOf(difference),
    affected,
    entities: listOf(
      object({
        entity: text,
        ...recordVersion,
        stored: { ...nullable(object(recordVersion)), description: 'As the database has it' },
        rewrite: { ...nullable(rewrite), description: 'null: no row is rewritten' },
      }),
    ),
    examination: { ...nullable(ref('SchemaExamination')), description: 'The latest one' },
  }),
}
