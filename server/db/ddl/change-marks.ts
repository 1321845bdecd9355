import { sql, type RawBuilder } from 'kysely'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { EVERYTHING } from '../scope.ts'
import type { Database } from '../database.ts'

/** The tables of the tree and its people, of which computed fields and filters of lists across tenants ask. */
const SHARED = ['tenant', 'user_role']

/** Function of the triggers that mark changes; runs as whoever writes. */
export const markFunction: readonly string[] = [
  `create or replace function note_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin insert into list_change (source) values (tg_argv[0]); return null; end $$`,
  ...SHARED.flatMap((table) => markTrigger(table, table)),
]

/** Whether lists of an entity remember their counts: those that are read across tenants, without counts of their own (`x-entity.ranked`). */
export function isMarked({ meta }: EntityModel): boolean {
  return meta.scope === 'tenant' && meta.ranked === undefined && meta.writtenByCommands !== true && meta.singleton !== true
}

/** The trigger of an entity's table. Safe to repeat. */
export function changeTriggers(model: EntityModel): string[] {
  return isMarked(model) ? markTrigger(model.table, model.name) : []
}

function markTrigger(table: string, source: string): string[] {
  return [
    `drop trigger if exists note_change on ${table}`,
    `create trigger note_change after insert or update or delete on ${table} for each statement execute function note_change('${source}')`,
  ]
}

/** What the marks of an entity's tables add up to; the same as long as the rows are. */
export function changeMark({ name }: EntityModel): RawBuilder<string | null> {
  const sources = [...new Set([...SHARED, name])]
  return sql<string | null>`(select bit_xor(mark)::text from list_change where source = any(${sources}::text[]))`
}

/** Marks of a table above which they are added up. */
const MANY = 100

/** Adds up the marks of each table; whoever compares sums finds the same one. */
export async function foldMarks(database: Database): Promise<void> {
  if (await database.isDistributed()) return
  const { rows } = await database.withScope(EVERYTHING, (queries) =>
    sql<{ source: string }>`select source from list_change group by source having count(*) > ${MANY}`.execute(queries),
  )
  for (const { source } of rows)
    await database.transaction(EVERYTHING, (queries) =>
      sql`with gone as (delete from list_change where source = ${source} returning mark)
        insert into list_change (source, mark) select ${source}, bit_xor(mark) from gone having count(*) > 0`.execute(queries),
    )
}
