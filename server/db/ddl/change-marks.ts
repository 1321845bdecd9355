import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { isImplicit } from '../../../schemas/rights/record-rights.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import type { Queries } from '../database.ts'
import { isDistributed } from '../distribution/connections.ts'
import { THIS_MONTH } from '../sql-parts.ts'

/** The tables of the tree and its people, of which computed fields and filters of lists across tenants ask. */
export const SHARED = ['tenant', 'user_role']

/** In the place of a table, for what depends on the present month. */
export const OF_MONTH = 'the month'

/** In which of 256 parts of a table's marks those of a tenant are. Tenants that share one cost each other a count now and then. */
const PART = 'left(md5(tenant_oid), 2)'

/** The same part, by the identifier of the tenant. */
export const partOf = (tenantOid: string): string => createHash('md5').update(tenantOid).digest('hex').slice(0, 2)

/** Functions of the triggers that mark changes; they run as whoever writes. Each change of an overlay's table marks the table and the part of its tenant. */
export const markFunction: readonly string[] = [
  `create or replace function note_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin insert into list_change (source) values (tg_argv[0]); return null; end $$`,
  `create or replace function note_change_within() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      insert into list_change (source) values (tg_argv[0]);
      if tg_op = 'INSERT' then
        insert into list_change (source) select distinct tg_argv[0] || ' ' || ${PART} from came;
      elsif tg_op = 'DELETE' then
        insert into list_change (source) select distinct tg_argv[0] || ' ' || ${PART} from went;
      else
        insert into list_change (source) select tg_argv[0] || ' ' || ${PART} from came union select tg_argv[0] || ' ' || ${PART} from went;
      end if;
      return null;
    end $$`,
  ...SHARED.flatMap((table) => markTrigger(table, table)),
]

/** Whether changes of an entity's table are marked: lists that read only such tables remember their counts. */
export function isMarked({ meta }: EntityModel): boolean {
  return !isImplicit(meta)
}

/** Whether changes are marked by tenant, too. */
export const isMarkedByTenant = (model: EntityModel): boolean => isMarked(model) && model.meta.scope === 'overlay'

/** What the triggers of a table see of a change. */
const EVENTS = { insert: 'new table as came', update: 'old table as went new table as came', delete: 'old table as went' }

/** The triggers of an entity's table. Safe to repeat. */
export function changeTriggers(model: EntityModel): string[] {
  const { table, storage } = model
  if (!isMarked(model)) return []
  if (!isMarkedByTenant(model)) return markTrigger(table, storage)
  return [
    `drop trigger if exists note_change on ${table}`,
    ...Object.entries(EVENTS).flatMap(([event, tables]) => [
      `drop trigger if exists note_change_${event} on ${table}`,
      `create trigger note_change_${event} after ${event} on ${table} referencing ${tables} for each statement execute function note_change_within('${storage}')`,
    ]),
  ]
}

function markTrigger(table: string, source: string): string[] {
  return [
    `drop trigger if exists note_change on ${table}`,
    `create trigger note_change after insert or update or delete on ${table} for each statement execute function note_change('${source}')`,
  ]
}

/**
 * What the marks of tables add up to, as `markedTables` names them; the same as long as their rows are, and with `OF_MONTH` the month is. Costs as
 * much for any tables.
 */
export function changeMark(sources: readonly string[]): RawBuilder<string | null> {
  const marks = sql<string>`(select coalesce(bit_xor(mark), 0)::text from list_change where source = any((select ${[...new Set(sources)]}::text[])::text[]))`
  return sources.includes(OF_MONTH) ? sql`${marks} || ${sql.raw(THIS_MONTH)}` : marks
}

/** Marks of a table, or of a part of it, above which they are added up. */
const MANY = 30

/** Adds up the marks of each table, and answers how many there were; whoever compares sums finds the same one. */
export async function foldMarks(queries: Queries): Promise<number> {
  if (isDistributed(queries)) return 0
  const { rows } = await sql<{ marks: number }>`with many as (select source from list_change group by source having count(*) > ${MANY}),
    gone as (delete from list_change c using many m where c.source = m.source returning c.source, c.mark),
    sums as (insert into list_change (source, mark) select source, bit_xor(mark) from gone group by source)
    select count(*)::integer as marks from gone`.execute(queries)
  return rows[0]?.marks ?? 0
}
