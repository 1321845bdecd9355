import { setTimeout as sleep } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { copyFigures } from './copy-figures.ts'

describe('what a copy tells of itself', () => {
  it('is nothing where nothing is measured', async () => {
    expect(await copyFigures(new Registry())).toEqual({
      memoryBytes: 0,
      eventLoopMs: 0,
      requestsInFlight: 0,
      importsRunning: 0,
      pools: [],
      standbys: [],
      statements: [],
      routes: [],
    })
  })

  it('is memory and the delay of the event loop, as they are now', async () => {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    await sleep(50)
    const { memoryBytes, eventLoopMs } = await copyFigures(registry)
    expect(memoryBytes).toBeGreaterThan(10_000_000)
    expect(eventLoopMs).toBeGreaterThan(0)
  })

  it('is the statements by time, and of the routes those that failed', async () => {
    const registry = new Registry()
    const counter = (name: string): Counter<'statement'> =>
      new Counter({ name, help: 'h', labelNames: ['statement'] as const, registers: [registry] })
    const [counts, seconds] = [counter('database_statements_total'), counter('database_statement_seconds_total')]
    for (let at = 0; at < 30; at++) {
      counts.inc({ statement: `select ${at}` }, 2)
      seconds.inc({ statement: `select ${at}` }, at)
    }
    counts.inc({ statement: 'never' }, 0)
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'h',
      labelNames: ['method', 'route', 'status'] as const,
      registers: [registry],
    })
    for (const status of [200, 200, 404, 500, 503]) durations.observe({ method: 'GET', route: '/a', status }, 0.1)
    durations.observe({ method: 'GET', route: '/b', status: 404 }, 0.1)
    const { statements, routes } = await copyFigures(registry)
    expect(statements).toHaveLength(20)
    expect(statements[0]).toEqual({ name: 'select 29', count: 2, seconds: 29, rows: 0 })
    expect(routes).toEqual([{ method: 'GET', route: '/a', calls: 5, failed: 2 }])
  })

  it('is each pool, and each standby with a lag that JSON can hold', async () => {
    const registry = new Registry()
    const gauge = (name: string, label: string, values: [string, number][]): void => {
      const made = new Gauge({ name, help: 'h', labelNames: [label], registers: [registry] })
      for (const [key, value] of values) made.set({ [label]: key }, value)
    }
    gauge('database_connections_max', 'pool', [['primary', 10]])
    const connections = new Gauge({ name: 'database_connections', help: 'h', labelNames: ['pool', 'state'], registers: [registry] })
    connections.set({ pool: 'primary', state: 'used' }, 4)
    connections.set({ pool: 'primary', state: 'waiting' }, 1)
    gauge('standby_up', 'server', [
      ['one', 1],
      ['two', 0],
    ])
    gauge('standby_lag_seconds', 'server', [
      ['one', 0.25],
      ['two', Infinity],
    ])
    gauge('standby_is_primary', 'server', [
      ['one', 0],
      ['two', 1],
    ])
    const { pools, standbys } = await copyFigures(registry)
    expect(pools).toEqual([{ name: 'primary', max: 10, used: 4, waiting: 1 }])
    expect(standbys).toEqual([
      { name: 'one', answers: true, isPrimary: false, behindSeconds: 0.25 },
      { name: 'two', answers: false, isPrimary: true, behindSeconds: 3_600 },
    ])
  })
})
