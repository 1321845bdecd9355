import type { Registry } from 'prom-client'
import type { CopyFigures, PoolFigures, RouteFigures, SeenStandby, StatementFigures } from '../../schemas/operations.ts'

/** How many statements and routes a copy tells of. */
const MOST = 20

interface Sample {
  value: number
  labels: Partial<Record<string, string | number>>
  metricName?: string
}

/** What a copy measures of itself, in short: from the metrics that `/metrics` serves. */
export async function copyFigures(registry: Registry): Promise<CopyFigures> {
  const samples = async (name: string): Promise<Sample[]> => ((await registry.getSingleMetric(name)?.get())?.values ?? []) as Sample[]
  const sum = async (name: string): Promise<number> => (await samples(name)).reduce((total, { value }) => total + value, 0)
  // Reading this one renews the percentiles, which are metrics of their own.
  await samples('nodejs_eventloop_lag_seconds')
  return {
    memoryBytes: await sum('process_resident_memory_bytes'),
    eventLoopMs: rounded(1000 * (await sum('nodejs_eventloop_lag_p99_seconds'))),
    requestsInFlight: await sum('http_requests_in_flight'),
    importsRunning: await sum('imports_running'),
    pools: poolsOf(await samples('database_connections'), await samples('database_connections_max')),
    standbys: standbysOf({
      up: await samples('standby_up'),
      lag: await samples('standby_lag_seconds'),
      primary: await samples('standby_is_primary'),
    }),
    statements: statementsOf({
      counts: await samples('database_statements_total'),
      seconds: await samples('database_statement_seconds_total'),
      rows: await samples('database_statement_rows_total'),
    }),
    routes: routesOf(await samples('http_request_duration_seconds')),
  }
}

const rounded = (value: number): number => Math.round(1000 * value) / 1000

const label = ({ labels }: Sample, name: string): string => String(labels[name] ?? '')

/** The value of each sample by one of its labels. */
const byLabel = (samples: readonly Sample[], name: string): Map<string, number> =>
  new Map(samples.map((sample) => [label(sample, name), sample.value]))

function poolsOf(connections: readonly Sample[], limits: readonly Sample[]): PoolFigures[] {
  const inState = (state: string): Map<string, number> =>
    byLabel(
      connections.filter((sample) => label(sample, 'state') === state),
      'pool',
    )
  const [used, waiting] = [inState('used'), inState('waiting')]
  return [...byLabel(limits, 'pool')].map(([name, max]) => ({ name, max, used: used.get(name) ?? 0, waiting: waiting.get(name) ?? 0 }))
}

function standbysOf(of: Record<'up' | 'lag' | 'primary', readonly Sample[]>): SeenStandby[] {
  const [behind, primary] = [byLabel(of.lag, 'server'), byLabel(of.primary, 'server')]
  return [...byLabel(of.up, 'server')].map(([name, value]) => {
    const seconds = behind.get(name) ?? 0
    // JSON has no infinity; an hour is as good as never.
    return { name, answers: value === 1, isPrimary: primary.get(name) === 1, behindSeconds: rounded(Math.min(seconds, 3_600)) }
  })
}

function statementsOf(of: Record<'counts' | 'seconds' | 'rows', readonly Sample[]>): StatementFigures[] {
  const [seconds, rows] = [byLabel(of.seconds, 'statement'), byLabel(of.rows, 'statement')]
  return [...byLabel(of.counts, 'statement')]
    .map(([name, count]) => ({ name, count, seconds: rounded(seconds.get(name) ?? 0), rows: rows.get(name) ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, MOST)
}

function routesOf(durations: readonly Sample[]): RouteFigures[] {
  const routes = new Map<string, RouteFigures>()
  for (const sample of durations) {
    if (!sample.metricName?.endsWith('_count')) continue
    const [method, route] = [label(sample, 'method'), label(sample, 'route')]
    const key = `${method} ${route}`
    const known = routes.get(key) ?? { method, route, calls: 0, failed: 0 }
    known.calls += sample.value
    if (Number(label(sample, 'status')) >= 500) known.failed += sample.value
    routes.set(key, known)
  }
  return [...routes.values()]
    .filter(({ failed }) => failed > 0)
    .toSorted((one, other) => other.failed - one.failed)
    .slice(0, MOST)
}
