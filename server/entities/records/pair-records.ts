import { sql, type RawBuilder } from 'kysely'
import { VERSION } from '../../../schemas/evolution/stored-versions.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Queries } from '../../db/database.ts'
import { lockedRows } from '../../db/row-locks.ts'
import { fieldSql, type EntityModel } from '../model/entity-model.ts'
import { constant } from '../../db/constant.ts'
import type { PairSides } from '../model/pair-sides.ts'

/*
 * One record exists for every pair of two others (`x-entity.pairs`). Unchanged pairs are not stored; they consist of defaults as long as
 * both records exist.
 */

/** Stored data of a record that nobody has changed: in the present version, whatever stored rows have. */
export function implicitData({ schema, versions }: EntityModel): Rec {
  return { ...defaultsOf(schema), ...(versions && { [VERSION]: versions.version }) }
}

/** All pairs as rows in the layout of the table, or only those that `wanted` lists in its single column. */
export function pairRows(model: EntityModel, sides: PairSides, wanted?: RawBuilder<unknown>): RawBuilder<unknown> {
  const [one, other] = sides.tables.map((table) => sql.raw(table))
  const inOrder = sql.raw(sides.isOfOne ? 'and b.oid collate "C" >= a.oid collate "C"' : '')
  // With oids given, the tenant is a filter only: as join key it would produce every record of the tenant for each oid.
  const from =
    wanted === undefined
      ? sql`${one} a join ${other} b on b.tenant_oid = a.tenant_oid ${inOrder}`
      : sql`(select split_part(n.oid, '/', 1) as one, split_part(n.oid, '/', 2) as other from ${wanted} n(oid) offset 0) w
          join ${one} a on a.oid = w.one join ${other} b on b.oid = w.other and b.tenant_oid || '' = a.tenant_oid ${inOrder}`
  const [first, second] = sides.names.map((name) => sql.raw(constant(name)))
  const defaults = sql.raw(`${constant(JSON.stringify(implicitData(model)))}::jsonb`)
  return sql`select a.tenant_oid, a.tenant_path, a.oid || '/' || b.oid as oid, 1 as revision,
    ${defaults} || jsonb_build_object(${first}, a.oid, ${second}, b.oid) as data, '' as search_text, '{}'::jsonb as sort_keys,
    greatest(a.created_at, b.created_at) as created_at, null::text as created_by, greatest(a.created_at, b.created_at) as updated_at, null::text as updated_by
    from ${from}`
}

/** Locks the sides of the pairs against deletion until the transaction ends. */
export async function lockSides(queries: Queries, sides: PairSides, oids: readonly string[]): Promise<void> {
  const parts = oids.map((oid) => oid.split('/'))
  for (const table of new Set(sides.tables)) {
    const held = parts.flatMap((part) => part.filter((_, side) => sides.tables[side] === table))
    await lockedRows(
      queries,
      { kind: sides.entities[sides.tables.indexOf(table)] ?? '', mode: 'share' },
      (lock) =>
        sql<{ oid: string }>`select r.oid from ${sql.raw(table)} r where r.oid = any(${[...new Set(held)]}::text[]) order by r.oid ${lock}`,
    )
  }
}

/** The stored pairs of deleted records. */
export async function pairsOf(
  queries: Queries,
  model: EntityModel,
  { sides, gone }: { sides: PairSides; gone: ReadonlyMap<string, readonly string[]> },
): Promise<{ oid: string; revision: number; of: string }[]> {
  const found: { oid: string; revision: number; of: string }[] = []
  for (const [side, name] of sides.names.entries()) {
    const oids = gone.get(sides.entities[side] ?? '') ?? []
    if (oids.length === 0) continue
    const of = sql.raw(fieldSql(model, name)('r'))
    const rows = await lockedRows(
      queries,
      { kind: model.name },
      (lock) => sql<{ oid: string; revision: number; of: string }>`select r.oid, r.revision, ${of} as of
      from ${sql.raw(model.table)} r where ${of} = any(${oids}::text[]) order by r.oid ${lock}`,
    )
    found.push(...rows)
  }
  return found
}

/** Whether a pair is deleted because one of its sides is. */
export function isDeletedWithSide(model: EntityModel, record: Rec | null, deleted: ReadonlySet<string>): boolean {
  return model.meta.pairs?.of.some((name) => deleted.has(String(record?.[name]))) === true
}
