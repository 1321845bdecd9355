import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/*
 * What a process remembers of people's rights is confirmed by a stamp (`server/db/people.ts`). Whoever changes roles or tenants renews it in
 * the same transaction. On one server triggers do so, too, for changes that go another way.
 */

/** Lets every copy of the service read anew what these people may do. */
export async function renewPeople(queries: Queries, people: readonly string[]): Promise<void> {
  if (people.length > 0) await sql`select renew_people(${[...people]}::text[])`.execute(queries)
}

/** The same for all people with roles on these tenants. */
export async function renewPeopleOf(queries: Queries, tenants: readonly string[]): Promise<void> {
  if (tenants.length > 0) await sql`select renew_people_of(${[...tenants]}::text[])`.execute(queries)
}
