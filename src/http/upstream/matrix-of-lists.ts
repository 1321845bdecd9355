import type { MatrixAnswer, MatrixDetail } from '../../../schemas/matrix.ts'
import { pairOid } from '../../../schemas/matrix.ts'
import type { Can, ServedRecord } from '../../../schemas/plan.ts'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { entityShape } from './entity-shape.ts'
import type { UpstreamReader } from './reader.ts'
import { sorted } from './select-rows.ts'

/** All pairs of an overlay, from the lists of both sides and that of the pairs. Pairs that the service does not list have no record. */
export async function matrixOfLists(reader: UpstreamReader, entity: string, tenantOid: string): Promise<MatrixAnswer> {
  const { meta, schema } = await entityShape(entity)
  const { of, value } = meta.pairs ?? { of: [], value: '' }
  const [rowEntity = '', columnEntity = ''] = of.map((name) => schema.properties[name]?.['x-ref']?.entity ?? '')
  const [rows, columns, pairs] = await Promise.all([
    axis(reader, rowEntity, tenantOid),
    axis(reader, columnEntity, tenantOid),
    reader.all(entity, tenantOid),
  ])
  const shape = rowEntity === columnEntity ? 'upper' : 'full'
  const values = (schema.properties[value]?.enum ?? []).map(String)
  const byOid = new Map(pairs.map(({ record }) => [record.oid, record]))
  const cells: string[] = []
  const details: Record<string, MatrixDetail> = {}
  for (const [at, row] of rows.entries()) {
    for (const [across, column] of columns.entries()) {
      const record = shape === 'upper' && across < at ? undefined : byOid.get(pairOid(shape, row.oid, column.oid))
      const place = record === undefined ? -1 : values.indexOf(String(record[value]))
      const { alarm, alarmMsg } = (record ?? {}) as MatrixDetail
      if (alarm || alarmMsg) details[cells.length] = { ...(alarm && { alarm }), ...(alarmMsg && { alarmMsg }) }
      cells.push(place < 0 ? '.' : String(place))
    }
  }
  return {
    axes: { rows: rowEntity, columns: columnEntity },
    rows,
    columns,
    shape,
    values,
    cells: cells.join(''),
    revisions: '1'.repeat(cells.length),
    details,
    can: { update: mayUpdate(pairs[0]?.record) },
  }
}

async function axis(reader: UpstreamReader, entity: string, tenantOid: string): Promise<{ oid: string; name: string }[]> {
  const { meta, schema } = await entityShape(entity)
  const records = (await reader.all(entity, tenantOid)).map(({ record }) => record as Rec)
  const ordered = sorted(records, { by: schema['x-sort'][0] ?? meta.label, order: 'asc' }, schema)
  return ordered.map((record) => ({ oid: String(record['oid']), name: String(fieldValue(record, meta.label) ?? '') }))
}

function mayUpdate(record: ServedRecord | undefined): MatrixAnswer['can']['update'] {
  const may: Can[string] | undefined = record?.can['update']
  return may === true || may === undefined ? true : { because: may.because }
}
