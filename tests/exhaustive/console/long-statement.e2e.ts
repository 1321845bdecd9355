import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keyOfDataFolder } from '../../../server/data-folder/data-folder.ts'
import { openDatabase } from '../../../server/db/database.ts'
import { demoService } from '../../support/browser/demo-service.ts'

const STATEMENT_MS = 4_000
/** How long `/readyz` waits for the database before it reports its last known state. */
const READY_MS = 2_000
const ANSWER_MS = 100
const asset =
  readdirSync(resolve(import.meta.dirname, '..', '..', '..', 'dist', 'console', 'assets')).find((name) => name.endsWith('.js')) ?? ''

/** Paths that the service serves without its database. */
const PATHS = ['/', '/healthz', '/favicon.svg', `/assets/${asset}`, '/config.json', '/oidc/jwks', '/oidc/.well-known/openid-configuration']

/** Adds a trigger that makes saving a profile one long statement. */
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

describe('during a long statement of the embedded database', () => {
  const service = demoService({ prepare: slowProfiles })

  /** Begins a change that keeps the database busy; resolves while it is under way, with its start and a promise of its status and end. */
  async function beginChange(): Promise<{ startedAt: number; saved: Promise<{ status: number; endedAt: number }> }> {
    const profile = (await (await service.call('viewer@demo.test', '/api/v1/profile')).json()) as {
      data: [{ locale: string; revision: number }]
    }
    const { locale, revision } = profile.data[0]
    const body = JSON.stringify({ data: [{ locale: locale === 'fr' ? 'de' : 'fr', revision }] })
    const startedAt = performance.now()
    const call = service.call('viewer@demo.test', '/api/v1/profile', { method: 'PUT', body })
    const saved = call.then(({ status }) => ({ status, endedAt: performance.now() }))
    await new Promise((underWay) => setTimeout(underWay, STATEMENT_MS / 10))
    return { startedAt, saved }
  }

  it('the service delivers files, the sign-in page and all else that needs no database at once', { tags: ['H-8.1'] }, async () => {
    for (const path of PATHS) expect([path, (await fetch(service.origin + path)).status]).toEqual([path, 200])
    const { startedAt, saved } = await beginChange()
    const times: Record<string, number[]> = {}
    while (performance.now() - startedAt < STATEMENT_MS - 2 * ANSWER_MS) {
      for (const path of PATHS) {
        const sentAt = performance.now()
        expect((await (await fetch(service.origin + path)).arrayBuffer()).byteLength).toBeGreaterThan(0)
        ;(times[path] ??= []).push(Math.round(performance.now() - sentAt))
      }
      await sleep(ANSWER_MS / 2)
    }
    const { status, endedAt } = await saved
    expect(status).toBe(200)
    expect(endedAt - startedAt).toBeGreaterThan(STATEMENT_MS)
    // Other tests keep the machine busy: a single answer may wait for a core, never for the statement.
    expect(Object.keys(times)).toEqual(PATHS)
    expect(Object.entries(times).filter(([, all]) => median(all) > ANSWER_MS || Math.max(...all) > STATEMENT_MS / 4)).toEqual([])
  })

  it('the service stays ready, and a sign-in waits for the statement and then succeeds', { tags: ['H-8.2'] }, async () => {
    const { saved } = await beginChange()
    const sentAt = performance.now()
    const token = service.token('owner@demo.test').then(() => performance.now())
    const ready = await fetch(`${service.origin}/readyz`)
    const readyAfter = performance.now() - sentAt
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }])
    expect(readyAfter).toBeLessThan(READY_MS + STATEMENT_MS / 4)
    const { status, endedAt } = await saved
    expect(status).toBe(200)
    expect(endedAt - sentAt).toBeGreaterThan(readyAfter)
    expect(await token).toBeGreaterThan(endedAt)
  })
})
