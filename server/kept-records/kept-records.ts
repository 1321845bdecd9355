import { sql } from 'kysely'
import { keptLimits, type KeptKind, type KeptRecord, type KeptRecords } from '../../schemas/search.ts'
import { asService, type Database } from '../db/database.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { findRows, readerOfRow } from '../entities/records/one-record.ts'
import { unreadable } from '../entities/records/served-record.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller } from '../policies/caller.ts'
import { servedPlace } from '../search/served-place.ts'

/** A record that a person keeps. */
export interface KeptName {
  kind: KeptKind
  entity: string
  oid: string
}

interface KeptRow extends KeptName {
  at: Date | string
}

/** What the caller keeps, newest first, without what is gone or may not be read any more. */
export async function keptRecords(database: Database, caller: Caller): Promise<KeptRecords> {
  const { rows } = await asService(database, (queries) =>
    sql<KeptRow>`select kind, entity, oid, at from kept_record where person_oid = ${caller.oid} order by at desc, entity, oid`.execute(
      queries,
    ),
  )
  const records = new Map((await readableRecords(database, caller, rows)).map((record) => [`${record.entity} ${record.oid}`, record]))
  const ofKind = (wanted: KeptKind): KeptRecord[] =>
    rows.flatMap(({ kind, entity, oid, at }) => {
      const record = records.get(`${entity} ${oid}`)
      return kind !== wanted || record === undefined ? [] : [{ ...record, at: new Date(at).toISOString() }]
    })
  return { favourites: ofKind('favourite'), recent: ofKind('recent') }
}

/** Keeps a record, or keeps it anew; throws a 404 if the caller may not read it and a 409 if there are too many favourites. */
export async function keepRecord(database: Database, caller: Caller, name: KeptName): Promise<void> {
  const [record] = await readableRecords(database, caller, [name])
  if (record === undefined) throw new HttpProblem(404, `There is no such ${name.entity}, or you may not read it.`)
  const { kind, entity, oid } = name
  await asService(database, async (queries) => {
    if (kind === 'favourite') {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count from kept_record
        where person_oid = ${caller.oid} and kind = ${kind} and not (entity = ${entity} and oid = ${oid})`.execute(queries)
      if ((rows[0]?.count ?? 0) >= keptLimits.favourite)
        throw new HttpProblem(409, `More than ${keptLimits.favourite} favourites cannot be kept.`)
    }
    await sql`insert into kept_record (person_oid, kind, entity, oid) values (${caller.oid}, ${kind}, ${entity}, ${oid})
      on conflict (person_oid, kind, entity, oid) do update set at = now()`.execute(queries)
    if (kind === 'recent')
      await sql`delete from kept_record where person_oid = ${caller.oid} and kind = ${kind} and (entity, oid) in (
        select entity, oid from kept_record where person_oid = ${caller.oid} and kind = ${kind} order by at desc, entity, oid offset ${keptLimits.recent})`.execute(
        queries,
      )
  })
}

/** Keeps a record no longer; throws a 404 if it was not kept. */
export async function forgetRecord(database: Database, caller: Caller, { kind, entity, oid }: KeptName): Promise<void> {
  const { numAffectedRows } = await asService(database, (queries) =>
    sql`delete from kept_record where person_oid = ${caller.oid} and kind = ${kind} and entity = ${entity} and oid = ${oid}`.execute(
      queries,
    ),
  )
  if (Number(numAffectedRows) === 0) throw new HttpProblem(404, 'You keep no such record.')
}

type Named = Pick<KeptName, 'entity' | 'oid'>

/** The records among these that exist and that the caller may read. */
async function readableRecords(database: Database, caller: Caller, names: readonly Named[]): Promise<Omit<KeptRecord, 'at'>[]> {
  const { models } = catalogueOf(database)
  const oids = new Map<EntityModel, Set<string>>()
  for (const { entity, oid } of names) {
    const model = models.get(entity)
    if (model !== undefined && model.meta.shared !== true) oids.set(model, (oids.get(model) ?? new Set()).add(oid))
  }
  return database.withScope(caller.scopes(), async (queries) => {
    const found: Omit<KeptRecord, 'at'>[] = []
    for (const [model, wanted] of oids)
      for (const one of await findRows(queries, { model, caller, oids: [...wanted] })) {
        const reader = readerOfRow(model, caller, one)
        if (reader !== undefined && unreadable(model, reader.context) === undefined) found.push(servedPlace(model, one, reader))
      }
    return found
  })
}
