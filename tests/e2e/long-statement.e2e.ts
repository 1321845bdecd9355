import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keyOfDataFolder } from '../../server/data-folder/data-folder.ts'
import { openDatabase } from '../../server/db/database.ts'
import { demoService } from '../support/browser/demo-service.ts'

const STATEMENT_MS = 5_000
/** `/readyz` waits so long for the database before it says what it knows. */
const READY_MS = 2_000
const ANSWER_MS = 100
const asset = readdirSync(resolve(import.meta.dirname, '..', '..', 'dist', 'console', 'assets')).find((name) => name.endsWith('.js')) ?? ''

/** What the service answers without its database. */
const PATHS = ['/', '/healthz', '/favicon.svg', `/assets/${asset}`, '/config.json', '/oidc/jwks', '/oidc/.well-known/openid-configuration']

/** Saving a profile keeps PostgreSQL at work for a while, in one statement. */
async function slowProfiles(dataDir: string): Promise<void> {
  const database = await openDatabase({ at: { dataDir: join(dataDir, 'database') }, secretKey: keyOfDataFolder(dataDir) })
  await database.asOwner((queries) =>
    sql
      .raw(
        `create function work_long() returns trigger language plpgsql as $$ begin
           while clock_timestamp() < statement_timestamp() + interval '${STATEMENT_MS} milliseconds' loop null; end loop;
           return new; end $$;
         create trigger work_long before update on person for each row execute function work_long()`,
      )
      .execute(queries),
  )
  await database.close()
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

describe('while a statement of the embedded database takes long', () => {
  const service = demoService({ prepare: slowProfiles })

  /** Begins a change that keeps the database at work; resolves when it is under way, with its status and when it was through. */
  async function beginChange(): Promise<{ from: number; saved: Promise<{ status: number; at: number }> }> {
    const profile = (await (await service.call('viewer@demo.test', '/api/v1/profile')).json()) as {
      data: [{ locale: string; revision: number }]
    }
    const { locale, revision } = profile.data[0]
    const body = JSON.stringify({ data: [{ locale: locale === 'fr' ? 'de' : 'fr', revision }] })
    const from = performance.now()
    const call = service.call('viewer@demo.test', '/api/v1/profile', { method: 'PUT', body })
    const saved = call.then(({ status }) => ({ status, at: performance.now() }))
    await new Promise((underWay) => setTimeout(underWay, STATEMENT_MS / 10))
    return { from, saved }
  }

  it('files, the page that signs in, and what the service knows by itself answer at once', { tags: ['H-8.1'] }, async () => {
    for (const path of PATHS) expect([path, (await fetch(service.origin + path)).status]).toEqual([path, 200])
    const { from, saved } = await beginChange()
    const times: Record<string, number[]> = {}
    while (performance.now() - from < STATEMENT_MS - 2 * ANSWER_MS) {
      for (const path of PATHS) {
        const asked = performance.now()
        expect((await (await fetch(service.origin + path)).arrayBuffer()).byteLength).toBeGreaterThan(0)
        ;(times[path] ??= []).push(Math.round(performance.now() - asked))
      }
    }
    const { status, at } = await saved
    expect(status).toBe(200)
    expect(at - from).toBeGreaterThan(STATEMENT_MS)
    // Other tests keep the machine busy: a single answer may wait for a core, never for the statement.
    expect(Object.keys(times)).toEqual(PATHS)
    expect(Object.entries(times).filter(([, all]) => median(all) > ANSWER_MS || Math.max(...all) > STATEMENT_MS / 4)).toEqual([])
  })

  it('the service is ready all the same, and who signs in waits for the statement and comes in', { tags: ['H-8.2'] }, async () => {
    const { saved } = await beginChange()
    const asked = performance.now()
    const token = service.token('owner@demo.test').then(() => performance.now())
    const ready = await fetch(`${service.origin}/readyz`)
    const readyAfter = performance.now() - asked
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }])
    expect(readyAfter).toBeLessThan(READY_MS + STATEMENT_MS / 4)
    const { status, at } = await saved
    expect(status).toBe(200)
    expect(at - asked).toBeGreaterThan(readyAfter)
    expect(await token).toBeGreaterThan(at)
  })
})
