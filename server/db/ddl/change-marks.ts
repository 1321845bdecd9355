import { sql, type RawBuilder } from 'kysely'
import { isImplicit } from '../../../schemas/rights/record-rights.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { constant } from '../constant.ts'
import type { Queries } from '../database.ts'
import { isDistributed } from '../distribution/connections.ts'

/** The tables of the tree and its people, of which computed fields and filters of lists across tenants ask. */
export const SHARED = ['tenant', 'user_role']

/** Function of the triggers that mark changes; runs as whoever writes. */
export const markFunction: readonly string[] = [
  `create or replace function note_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin insert into list_change (source) values (tg_argv[0]); return null; end $$`,
  ...SHARED.flatMap((table) => markTrigger(table, table)),
]

/** Whether changes of an entity's table are marked: lists that read only such tables remember their counts. */
export function isMarked({ meta }: EntityModel): boolean {
  return meta.writtenByCommands !== true && !isImplicit(meta)
}

/** The trigger of an entity's table. Safe to repeat. */
export function changeTriggers(model: EntityModel): string[] {
  return isMarked(model) ? markTrigger(model.table, model.storage) : []
}

function markTrigger(table: string, source: string): string[] {
  return [
    `drop trigger if exists note_change on ${table}`,
    `create trigger note_change after insert or update or delete on ${table} for each statement execute function note_change('${source}')`,
  ]
}

/** What the marks of tables add up to, by `storage`, with those of the tree and its people; the same as long as their rows are. */
export function changeMark(storages: readonly string[]): RawBuilder<string | null> {
  const sources = [...new Set([...SHARED, ...storages])].map(constant).join(', ')
  return sql<string | null>`(select bit_xor(mark)::text from list_change where source in (${sql.raw(sources)}))`
}

/** Marks of a table above which they are added up. */
const MANY = 100

/** Adds up the marks of each table, and answers how many there were; whoever compares sums finds the same one. */
export async function foldMarks(queries: Queries): Promise<number> {
  if (isDistributed(queries)) return 0
  const { rows } = await sql<{ marks: number }>`with many as (select source from list_change group by source having count(*) > ${MANY}),
    gone as (delete from list_change c using many m where c.source = m.source returning c.source, c.mark),
    sums as (insert into list_change (source, mark) select source, bit_xor(mark) from gone group by source)
    select count(*)::integer as marks from gone`.execute(queries)
  return rows[0]?.marks ?? 0
}
