import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { describe, expect, it, vi } from 'vitest'
import { inSpan, useTracing, type Tracing } from '../../tracing/spans.ts'
import { DatabaseActivity } from './database-activity.ts'

function measured(maxConnections = 2) {
  const [activity, registry] = [new DatabaseActivity(maxConnections), new Registry()]
  activity.registerIn(registry)
  const lines = async (start: string): Promise<string[]> => (await registry.metrics()).split('\n').filter((line) => line.startsWith(start))
  return { activity, lines }
}

const answered = Promise.resolve({ rowCount: 1 })

describe('what is measured of a database', () => {
  it('are connections by pool', async () => {
    const { activity, lines } = measured()
    activity.addPool('standby-1:5432', 5)
    await activity.lend(async () => undefined, 'standby-1:5432')
    await activity.lend(async () => undefined)
    await activity.lend(async () => undefined)
    activity.giveBack()
    const waiting = activity.lend(() => new Promise<void>(() => undefined))
    waiting.catch(() => undefined)
    expect(await lines('database_connections')).toEqual([
      'database_connections{pool="primary",state="used"} 1',
      'database_connections{pool="primary",state="waiting"} 1',
      'database_connections{pool="standby-1:5432",state="used"} 1',
      'database_connections{pool="standby-1:5432",state="waiting"} 0',
      'database_connections_max{pool="primary"} 2',
      'database_connections_max{pool="standby-1:5432"} 5',
    ])
    expect(await lines('database_connection_wait_seconds_count')).toEqual([
      'database_connection_wait_seconds_count{pool="primary"} 2',
      'database_connection_wait_seconds_count{pool="standby-1:5432"} 1',
    ])
  })

  it.each([
    [{ code: '23505' }, '23'],
    [{ code: 'EPIPE' }, '08'],
    [new Error('Connection terminated unexpectedly'), '08'],
    [new Error('no database said this'), 'other'],
  ])('are failures by name and class: %s', async (error, code) => {
    const { activity, lines } = measured()
    activity.follow('insert into site values ($1)', Promise.reject(error))
    await sleep(0)
    expect(await lines('database_statement_failures_total{statement="insert site"')).toEqual([
      `database_statement_failures_total{statement="insert site",code="${code}"} 1`,
    ])
    expect(await lines('database_statements_total{statement="insert site"')).toEqual([
      'database_statements_total{statement="insert site"} 1',
    ])
  })

  it.each([
    [{ code: '23505' }, '23505'],
    [new Error('no database said this'), 'other'],
  ])('are spans within that of their call, by name, and failed with the reason: %s', async (error, failure) => {
    const begun: unknown[] = []
    const end = vi.fn()
    const place = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), flags: 1 }
    const begin: Tracing['begin'] = ({ name, parent }) => {
      begun.push([name, parent])
      return { place, end }
    }
    useTracing({ begin, end: async () => undefined })
    try {
      const { activity } = measured()
      activity.follow('select 1 from outside', answered)
      inSpan({ place, end }, () => activity.follow('insert into site values ($1)', Promise.reject(error)))
      await sleep(0)
    } finally {
      useTracing(undefined)
    }
    expect(begun).toEqual([['insert site', place]])
    expect(end.mock.calls).toEqual([[{ 'db.response.returned_rows': 0 }, failure]])
  })

  it('are ends of transactions, which are there before the first one', async () => {
    const { activity, lines } = measured()
    const end = (name: string) => lines(`database_statements_total{statement="${name}"}`)
    expect(await end('commit')).toEqual(['database_statements_total{statement="commit"} 0'])
    expect(await lines('database_statement_failures_total{statement="commit",code="08"')).toHaveLength(1)
    const seen = vi.fn()
    activity.onStatement = seen
    activity.followControl(`begin; select set_config('app.scopes', 'secret', true)`, answered)
    activity.followControl('commit', answered)
    await sleep(0)
    expect([await end('begin'), await end('commit')]).toEqual([
      ['database_statements_total{statement="begin"} 1'],
      ['database_statements_total{statement="commit"} 1'],
    ])
    expect(seen.mock.calls.flat()).toEqual([
      expect.not.objectContaining({ text: expect.anything() as unknown }),
      expect.not.objectContaining({ text: expect.anything() as unknown }),
    ])
  })

  it('never has more than 400 names', async () => {
    const { activity, lines } = measured()
    for (let at = 0; at < 500; at++) activity.follow(`select from table_${at}`, answered)
    await sleep(0)
    expect(await lines('database_statements_total')).toHaveLength(401)
    expect(await lines('database_statements_total{statement="other"')).toEqual(['database_statements_total{statement="other"} 104'])
  })

  it('tells when there is a connection that nobody waits for', async () => {
    const { activity } = measured(1)
    expect(await activity.untilRoom()).toBe(true)
    await activity.lend(async () => undefined)
    const free = vi.fn()
    const waited = activity.untilRoom().then(free)
    await sleep(150)
    expect(free).not.toHaveBeenCalled()
    activity.giveBack()
    await waited
    expect(free).toHaveBeenCalledWith(true)
  })
})

describe('what is measured of standbys', () => {
  it('are whether they answer, how old their data are, and which one is the primary', async () => {
    const { activity, lines } = measured()
    activity.standbys.states = () => [
      { name: 'one:5432', answers: true, isPrimary: false, behindSeconds: 0.25 },
      { name: 'two:5432', answers: false, isPrimary: true, behindSeconds: 90 },
    ]
    expect(await lines('standby_up')).toEqual(['standby_up{server="one:5432"} 1', 'standby_up{server="two:5432"} 0'])
    expect(await lines('standby_is')).toEqual(['standby_is_primary{server="one:5432"} 0', 'standby_is_primary{server="two:5432"} 1'])
    expect(await lines('standby_lag')).toEqual(['standby_lag_seconds{server="one:5432"} 0.25', 'standby_lag_seconds{server="two:5432"} 90'])
  })

  it('are reads, by who answered and why the primary had to', async () => {
    const { activity, lines } = measured()
    activity.standbys.readOnStandby()
    activity.standbys.readOnPrimary('behind')
    expect(await lines('standby_reads_total')).toEqual([
      'standby_reads_total{where="standby",reason="none"} 1',
      'standby_reads_total{where="primary",reason="unavailable"} 0',
      'standby_reads_total{where="primary",reason="behind"} 1',
      'standby_reads_total{where="primary",reason="failed"} 0',
    ])
  })
})
