import { type RawBuilder, sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import { asService, type Database } from '../db/database.ts'
import { testDatabase } from '../db/test-database.ts'
import { startHousekeeping } from './start.ts'
import { runStep, type Task } from './task.ts'
import { expiring, housekeepingTasks } from './tasks.ts'

let database: Database
beforeAll(async () => void (database = await testDatabase(entitySchemas)))
afterAll(() => database.close())

const run = (statement: RawBuilder<unknown>): Promise<unknown> => asService(database, (queries) => statement.execute(queries))

/** Inserts a row of each table that expires, whose time counts from `at`. */
const inserts: Record<string, (id: string, at: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  idempotency_answers: (id, at) =>
    sql`insert into idempotency (caller_oid, key, scope, body_hash, answer, created_at) values ('c', ${id}, '', '', '{}', ${at})`,
  live_sessions: (id, at) =>
    sql`insert into live_session (oid, tenant_oid, tenant_path, box_oid, person_oid, expires_at) values (${id}, 't', 'a.', 'b', 'p', ${at})`,
  invitation_links: (id, at) => sql`insert into invitation_link (token_hash, person_oid, tenant_oid, issuer_oid, mail, by_mail, expires_at)
    values (${id}, 'p', 't', 'i', 'm', true, ${at})`,
  sign_in_sessions: (id, at) => sql`insert into identity_store (model, id, payload, expires_at) values ('Session', ${id}, '{}', ${at})`,
  rate_counts: (id, at) => sql`insert into rate_count (key, count, ends_at) values (${id}, 1, ${at})`,
  service_copies: (id, at) =>
    sql`insert into service_copy (id, host, version, started_at, seen_at, figures) values (${id}, 'h', '1', now(), ${at}, '{}')`,
  untold_changes: (id, at) => sql`insert into outbox (tenant_oid, oid, tenant_path, action_id, first_seq, last_seq, written_at)
    values ('t', ${id}, 'a.', 'a', 1, 1, ${at})`,
  notifications: (id, at) => sql`insert into notification (tenant_oid, oid, person_oid, watch_oid, kind, title, action_id, at, total, items)
    values ('t', ${id}, 'p', 'w', 'changes', 't', ${id}, ${at}, 0, '[]')`,
  deliveries: (
    id,
    at,
  ) => sql`insert into delivery (tenant_oid, oid, person_oid, watch_oid, channel, kind, title, action_id, at, total, items, state, due_at, ended_at)
    values ('t', ${id}, 'p', 'w', 'mail', 'changes', 't', 'a', now(), 0, '[]', 'delivered', now(), ${at})`,
  schema_examinations: (id, at) =>
    sql`insert into schema_examination (oid, version, began_at, seen_at, state) values (${id}, '1', now(), ${at}, 'done')`,
}

function taskOf(name: string): Task {
  const task = housekeepingTasks(database).find((one) => one.name === name)
  if (task === undefined) throw new Error(name)
  return task
}

const namesIn = async (table: string, key: string): Promise<string[]> => {
  const { rows } = await asService(database, (queries) =>
    sql<{ id: string }>`select ${sql.raw(key)} as id from ${sql.raw(table)} order by 1`.execute(queries),
  )
  return rows.map(({ id }) => id)
}

/** Housekeeping that begins at once, and what it logs and counts. */
function begin(tasks: Task[], firstAfterMs = 0) {
  const [log, registry] = [{ info: vi.fn(), warn: vi.fn() }, new Registry()]
  return { log, registry, stop: startHousekeeping({ database, log, registry, tasks, firstAfterMs }) }
}

describe('what expires', () => {
  it.each(expiring)('is removed when its time is over, and not before: $name', async ({ name, table, key, keptSeconds }) => {
    const insert = inserts[name]
    const at = (minutes: number) => sql`now() - make_interval(secs => ${keptSeconds}) + make_interval(mins => ${minutes})`
    await run(insert?.('old', at(-1)) ?? sql``)
    await run(insert?.('young', at(1)) ?? sql``)
    expect(await runStep(database, taskOf(name))).toEqual({ rows: 1, isMore: false })
    expect(await namesIn(table, key.split(', ').at(-1) ?? '')).toEqual(['young'])
    await run(sql`delete from ${sql.raw(table)}`)
  })

  it('is removed in small steps, which are logged and measured', async () => {
    await run(sql`insert into idempotency (caller_oid, key, scope, body_hash, answer, created_at)
      select 'c', n::text, '', '', '{}', now() - interval '30 days' from generate_series(1, 1201) n`)
    const task = taskOf('idempotency_answers')
    const steps: number[] = []
    const counted: Task = {
      ...task,
      step: async (queries) => {
        const step = await task.step(queries)
        steps.push(step.rows)
        return step
      },
    }
    const { log, registry, stop } = begin([counted])
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1), 5_000)
    await stop()
    expect(steps).toEqual([500, 500, 201])
    expect(log.info).toHaveBeenCalledWith({ task: task.name, rows: 1201, seconds: expect.any(Number) }, 'housekeeping')
    const metrics = await registry.metrics()
    expect(metrics).toContain('housekeeping_rows_total{task="idempotency_answers"} 1201')
    expect(metrics).toContain('housekeeping_failures_total{task="idempotency_answers"} 0')
    expect(metrics).toMatch(/housekeeping_seconds_total\{task="idempotency_answers"\} 0\.\d+/)
    expect(metrics).toMatch(/housekeeping_last_run_timestamp_seconds\{task="idempotency_answers"\} 1\d{9}/)
  })
})

describe('housekeeping', () => {
  it('goes on with the next task when one fails, and tries it again when it is due', async () => {
    let failures = 0
    let others = 0
    const failing: Task = {
      name: 'failing',
      everyMs: 5,
      step: async () => {
        failures++
        throw new Error('broken')
      },
    }
    const other: Task = { name: 'other', everyMs: 60_000, step: async () => ({ rows: others++, isMore: false }) }
    const { log, registry, stop } = begin([failing, other])
    await vi.waitFor(() => expect(failures).toBeGreaterThan(1), 5_000)
    await stop()
    expect(others).toBe(1)
    expect(log.warn).toHaveBeenCalledWith({ err: expect.any(Error), task: 'failing' }, 'a task of housekeeping failed')
    expect(await registry.metrics()).toMatch(/housekeeping_failures_total\{task="failing"\} [1-9]/)
  })

  it('stops after the step under way, however much is left', async () => {
    let steps = 0
    let finish = (): void => undefined
    const stepped = new Promise<void>((resolve) => (finish = resolve))
    const endless: Task = {
      name: 'endless',
      everyMs: 60_000,
      step: async () => {
        steps++
        await stepped
        return { rows: 1, isMore: true }
      },
    }
    const { stop } = begin([endless])
    await vi.waitFor(() => expect(steps).toBe(1))
    let isStopped = false
    const stopped = stop().then(() => (isStopped = true))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isStopped).toBe(false)
    finish()
    await stopped
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(steps).toBe(1)
  })

  it('stops at once while nothing is due', async () => {
    const begunAtMs = performance.now()
    await begin([taskOf('live_sessions')], 60_000).stop()
    expect(performance.now() - begunAtMs).toBeLessThan(1_000)
  })
})
