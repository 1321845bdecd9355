import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas as schemas } from '../../../schemas/generated/entities.ts'
import type { Database } from '../database.ts'
import { testDatabase } from '../test-database.ts'
import { tableObstacles } from './check.ts'

const SERVER = new URL('../..', import.meta.url).pathname
/** Statements about the coordinator's own tables, and those that make or move tables. */
const EXEMPT = /(?:^|\/)(?:migrations|ddl|distribution|backup|identity)\/|\.test\.ts$|^start\/first-start\.ts$/
const LOCAL =
  /\b(?:from|into|update|table)\s+(?:person|invitation|invitation_link|address_proof|idempotency|live_session|service_secret|secret_key|identity_\w+|schema_version|overlay_state|licence_calendar|user_role|outbox|delivery|watch)\b/

/** Every SQL template of the service with its file, without what is interpolated. */
function statements(): { file: string; text: string }[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !EXEMPT.test(file))
  return files.flatMap((file) =>
    templatesOf(withoutComments(readFileSync(join(SERVER, file), 'utf8')))
      .filter((text) => /\b(?:select|insert into|update|delete from|lock table)\s/.test(text))
      .map((text) => ({ file, text })),
  )
}

const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Contents of template literals; those within an interpolation stand by themselves. */
function templatesOf(source: string): string[] {
  const found: string[] = []
  const open: { text: string; depth: number }[] = []
  for (let at = 0; at < source.length; at++) {
    const last = open.at(-1)
    if (source[at] === '`') {
      if (last !== undefined && last.depth === 0) found.push(open.pop()?.text ?? '')
      else open.push({ text: '', depth: 0 })
    } else if (last === undefined) continue
    else if (last.depth === 0 && source.startsWith('${', at)) {
      last.text += '${'
      last.depth++
      at++
    } else if (last.depth > 0) {
      if (source[at] === '{') last.depth++
      if (source[at] === '}') last.depth--
      last.text += /[\w}]/.test(source[at] ?? '') ? source[at] : ''
    } else last.text += source[at] ?? ''
  }
  return found
}

describe('tables that can be distributed', () => {
  let database: Database
  beforeAll(async () => void (database = await testDatabase(schemas)))
  afterAll(() => database.close())

  const found = (): Promise<string[]> => database.asOwner((queries) => tableObstacles(queries, schemas))
  const change = (text: string): Promise<unknown> => database.asOwner((queries) => sql.raw(text).execute(queries))

  it('are all that this version has', async () => {
    expect(await found()).toEqual([])
  })

  it.each([
    {
      what: 'a table that nobody named',
      make: 'create table other (oid text)',
      undo: 'drop table other',
      expected: /public\.other is not one/,
    },
    {
      what: 'a key without the tenant',
      make: `create unique index elsewhere on entity.site ((data->>'name'))`,
      undo: 'drop index entity.elsewhere',
      expected: /key entity\.elsewhere of entity\.site does not contain tenant_oid/,
    },
    {
      what: 'a trigger',
      make: 'create trigger counted before insert on journal for each row execute function person_changes()',
      undo: 'drop trigger counted on journal',
      expected: /public\.journal has a trigger, counted/,
    },
    {
      what: 'a policy that asks another table',
      make: 'create policy asks on entity.site using (exists (select from person))',
      undo: 'drop policy asks on entity.site',
      expected: /policy asks of entity\.site has a subquery/,
    },
    {
      what: 'a foreign key',
      make: 'alter table entity.site add constraint within foreign key (tenant_oid) references tenant (oid)',
      undo: 'alter table entity.site drop constraint within',
      expected: /entity\.site has a foreign key, within/,
    },
  ])('are told from $what', async ({ make, undo, expected }) => {
    await change(make)
    try {
      expect(await found()).toEqual([expect.stringMatching(expected)])
    } finally {
      await change(undo)
    }
  })
})

describe('statements that can be distributed', () => {
  const all = statements()

  it('are found', () => {
    expect(all.length).toBeGreaterThan(150)
  })

  it('answer something when they insert what they select, as rows cannot be copied under row-level security', () => {
    const silent = all.filter(({ text }) => /insert into[\s\S]*\sselect\s/.test(text) && !/\$\{inserted}|returning|on conflict/.test(text))
    expect(silent.filter(({ text }) => !LOCAL.test(text) || /into user_role/.test(text))).toEqual([])
  })

  it('lock rows by `lockedRows`, as no statement locks rows of several servers', () => {
    const locking = all.filter(
      ({ text }) => /\bfor (?:no key )?(?:update|share)\b|\block table (?!journal in)/i.test(text) && !LOCAL.test(text),
    )
    expect(locking).toEqual([])
  })
})
