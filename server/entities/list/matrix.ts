import { jsonSql } from '../model/versioned-sql.ts'
import { sql, type RawBuilder } from 'kysely'
import { MOST_SHORT_REVISION, type MatrixAnswer, type MatrixAxisEntry, type MatrixDetail } from '../../../schemas/matrix.ts'
import type { Database } from '../../db/database.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { Caller, TenantNode } from '../../policies/caller.ts'
import { fieldSql, type Catalogue, type EntityModel } from '../model/entity-model.ts'
import { constant } from '../../db/constant.ts'
import { orderExpression } from '../model/record-texts.ts'
import type { PairSides } from '../model/pair-sides.ts'
import { ruleContext } from '../records/tenant-context.ts'
import { refuseUnreadable } from '../records/served-record.ts'
import { objectionTo } from '../../../schemas/rights/record-rights.ts'

/** Result of the matrix statement. */
interface Found {
  rows: MatrixAxisEntry[]
  columns: MatrixAxisEntry[]
  /** Stored pairs: index of the cell, index of the value, revision, and further properties. */
  stored: [cell: number, value: number, revision: number, details: MatrixDetail][]
}

interface MatrixParts {
  model: EntityModel
  /** The overlay. */
  node: TenantNode
  catalogue: Catalogue
}

/** All pairs of an overlay: the stored ones, and the schema's defaults for the others. */
export async function matrixOf(database: Database, caller: Caller, { model, node, catalogue }: MatrixParts): Promise<MatrixAnswer> {
  const { pairs: sides } = model
  if (sides === undefined) throw new Error(`${model.name} has no pairs`)
  const rights = caller.rightsOn(node)
  const { resource, plural } = model.meta
  if (!rights.has(resource, 'list')) throw new HttpProblem(403, `You may not list ${plural} here.`)
  const context = ruleContext(node, { user: caller.oid, rights, resource })
  refuseUnreadable(model, context)
  const { rows } = await database.withinTenant(caller.scopes(), node.oid, (queries) =>
    statementOf(sides, { model, node, catalogue }).execute(queries),
  )
  const because = rights.has(resource, 'update') ? objectionTo(model, 'update', { record: {}, context })?.because : 'service.because.update'
  return {
    ...cellsOf(model, sides, rows[0] ?? { rows: [], columns: [], stored: [] }),
    can: { update: because === undefined ? true : { because } },
  }
}

const valuesOf = ({ meta, schema }: EntityModel): string[] => (schema.properties[meta.pairs?.value ?? '']?.enum ?? []).map(String)

function statementOf(sides: PairSides, { model, node, catalogue }: MatrixParts): ReturnType<typeof sql<Found>> {
  const [rows, columns] = sides.entities.map((entity) => sideRows(catalogue.model(entity), node))
  const [first, second] = sides.names.map((name) => fieldSql(model, name)('s'))
  const [a, b] = [`(m.rows->>${first})::integer`, `(m.columns->>${second})::integer`]
  const cell = sql.raw(sides.isOfOne ? `least(${a}, ${b}) * m.width + greatest(${a}, ${b})` : `${a} * m.width + ${b}`)
  const value = sql.raw(fieldSql(model, model.meta.pairs?.value ?? '')('s'))
  const options = sql.raw(
    valuesOf(model)
      .map((option, place) => `when ${constant(option)} then ${place}`)
      .join(' '),
  )
  return sql<Found>`with rows as materialized (${rows}), columns as materialized (${columns}),
    places as materialized (select (select jsonb_object_agg(oid, at) from rows) as rows, (select jsonb_object_agg(oid, at) from columns) as columns,
      (select count(*) from columns) as width),
    stored as (select json_build_array(${cell}, case ${value} ${options} end, s.revision, ${sql.raw(furtherOf(model))}) as pair
      from ${sql.raw(model.table)} s cross join places m
      where s.tenant_oid = ${node.oid} and ${sql.raw(`m.rows ? ${first} and m.columns ? ${second}`)})
    select (select coalesce(json_agg(json_build_object('oid', oid, 'name', name) order by at), '[]') from rows) as rows,
      (select coalesce(json_agg(json_build_object('oid', oid, 'name', name) order by at), '[]') from columns) as columns,
      (select coalesce(json_agg(pair), '[]') from stored) as stored`
}

/** Records of one side of the matrix, with their position in their own list; ties are broken by name. */
function sideRows(side: EntityModel, node: TenantNode): RawBuilder<unknown> {
  const label = side.fields.get(side.meta.label)
  if (label?.sql === undefined) throw new Error(`${side.name} has no name to be ordered by`)
  const first = side.fields.get(side.schema['x-sort'][0] ?? '') ?? label
  const by = [...[first, label].map((field) => orderExpression(side, field, 'r')), 'r.oid'].join(', ')
  return sql`select r.oid, ${sql.raw(`${label.sql('r')} as name, (row_number() over (order by ${by}))::integer - 1 as at from ${side.table} r`)}
    where r.tenant_oid = ${node.oid}`
}

/** SQL over row `s` of a pair's properties besides its sides and value. */
function furtherOf(model: EntityModel): string {
  const { storedNames, meta } = model
  const { of = [], value } = meta.pairs ?? {}
  const further = storedNames.filter((name) => name !== value && !of.some((side) => side === name))
  return `json_strip_nulls(json_build_object(${further.map((name) => `${constant(name)}, ${jsonSql(model, name)('s')}`).join(', ')}))`
}

const DOT = '.'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

function cellsOf(model: EntityModel, sides: PairSides, { rows, columns, stored }: Found): Omit<MatrixAnswer, 'can'> {
  const values = valuesOf(model)
  const first = values.indexOf(String(model.schema.properties[model.meta.pairs?.value ?? '']?.default))
  const cells = Buffer.alloc(rows.length * columns.length, ZERO + first)
  if (sides.isOfOne) for (let row = 1; row < rows.length; row++) cells.fill(DOT, row * columns.length, row * columns.length + row)
  const revisions = Buffer.alloc(cells.length, '1')
  const details: Record<string, MatrixDetail> = {}
  for (const [cell, value, revision, further] of stored) {
    cells[cell] = ZERO + value
    if (revision <= MOST_SHORT_REVISION) revisions.write(revision.toString(MOST_SHORT_REVISION + 1), cell, 'latin1')
    const detail = { ...(revision > MOST_SHORT_REVISION && { revision }), ...further }
    if (Object.keys(detail).length > 0) details[cell] = detail
  }
  const [row, column] = sides.entities
  return {
    axes: { rows: row, columns: column },
    rows,
    columns,
    shape: sides.isOfOne ? 'upper' : 'full',
    values,
    cells: cells.toString('latin1'),
    revisions: revisions.toString('latin1'),
    details,
  }
}
