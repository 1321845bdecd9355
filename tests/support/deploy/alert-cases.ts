/** Samples, one a minute in Prometheus' notation, with which an alert fires, and others with which it does not. */
export interface AlertCase {
  alert: string
  fires: Record<string, string>
  silent: Record<string, string>
  atMinutes: number
  /** Labels of the alert besides its severity. */
  labels: Record<string, string>
}

const JOB = { job: 'sdwan-console' }
const COPY = { ...JOB, instance: 'app1:8080' }

function series(name: string, labels: Record<string, string> = {}): string {
  const pairs = Object.entries({ ...COPY, ...labels }).map(([label, value]) => `${label}="${value}"`)
  return `${name}{${pairs.join(', ')}}`
}

/** An alert about one series of one copy. */
function ofCopy(alert: string, [name, labels = {}]: [string, Record<string, string>?], values: Omit<CopyValues, 'labels'>): AlertCase {
  const { fires, silent, atMinutes } = values
  return {
    alert,
    fires: { [series(name, labels)]: fires },
    silent: { [series(name, labels)]: silent },
    atMinutes,
    labels: { ...COPY, ...labels },
  }
}

interface CopyValues {
  fires: string
  silent: string
  atMinutes: number
  labels: Record<string, string>
}

const calls = (status: string): string => series('http_request_duration_seconds_count', { method: 'GET', route: '/x', status })
const within = (le: string): string => series('http_request_duration_seconds_bucket', { method: 'GET', route: '/x', status: '200', le })
const version = (instance: string, text: string): string => series('service_info', { instance, version: text })
const refusals = (kind: string): string => series('database_refusals_total', { kind })
const retries = series('database_retries_total', { reason: 'conflict' })
const [lag, up] = [series('standby_lag_seconds', { server: 'db2:5432' }), series('standby_up', { server: 'db2:5432' })]
const primaryUp = series('standby_up', { server: 'db1:5432' })
const [lastRun, started] = [series('housekeeping_last_run_timestamp_seconds', { task: 'a' }), series('process_start_time_seconds')]

/** One for each alert of `deploy/monitoring/alerts.yml`. */
export const alertCases: readonly AlertCase[] = [
  { ...ofCopy('ConsoleDown', ['up'], { fires: '0x10', silent: '1x10', atMinutes: 5 }), labels: {} },
  ofCopy('ConsoleCopyDown', ['up'], { fires: '0x10', silent: '1x10', atMinutes: 5 }),
  ofCopy('ConsoleRestarts', ['process_start_time_seconds'], { fires: '1 2 3 4 5 5x60', silent: '1 2 2x60', atMinutes: 10 }),
  {
    alert: 'ConsoleVersionsDiffer',
    fires: { [version('app1', '1')]: '1x120', [version('app2', '2')]: '1x120' },
    silent: { [version('app1', '2')]: '1x120', [version('app2', '2')]: '1x120' },
    atMinutes: 70,
    labels: JOB,
  },
  {
    alert: 'ConsoleErrors',
    fires: { [calls('500')]: '0+2x20', [calls('200')]: '0+100x20' },
    silent: { [calls('500')]: '0+2x20', [calls('200')]: '0+300x20' },
    atMinutes: 15,
    labels: JOB,
  },
  {
    alert: 'ConsoleSlow',
    fires: { [within('1')]: '0+58x30', [within('2.5')]: '0+60x30', [within('+Inf')]: '0+60x30' },
    silent: { [within('1')]: '0+60x30', [within('2.5')]: '0+60x30', [within('+Inf')]: '0+60x30' },
    atMinutes: 20,
    labels: JOB,
  },
  ofCopy('ConsoleBlocked', ['nodejs_eventloop_lag_p99_seconds'], { fires: '0.5x20', silent: '0.1x20', atMinutes: 10 }),
  ofCopy('ConsoleMemory', ['process_resident_memory_bytes'], { fires: '3e9x30', silent: '1e9x30', atMinutes: 20 }),
  ofCopy('DatabaseAway', ['database_refusals_total', { kind: 'away' }], { fires: '0+1x10', silent: '3x10', atMinutes: 5 }),
  ofCopy('DatabaseFull', ['database_refusals_total', { kind: 'full' }], { fires: '0 1x10', silent: '1x10', atMinutes: 5 }),
  {
    alert: 'DatabaseRefuses',
    fires: { [refusals('connections')]: '0+1x20' },
    silent: { [refusals('away')]: '0+1x20' },
    atMinutes: 12,
    labels: { ...JOB, kind: 'connections' },
  },
  ofCopy('DatabaseConnectionsShort', ['database_connections', { pool: 'primary', state: 'waiting' }], {
    fires: '3x20',
    silent: '3 0x20',
    atMinutes: 10,
  }),
  { alert: 'DatabaseConflicts', fires: { [retries]: '0+120x30' }, silent: { [retries]: '0+6x30' }, atMinutes: 20, labels: JOB },
  ofCopy('ChangesFail', ['plans_total', { outcome: 'failed' }], { fires: '0+1x20', silent: '4x20', atMinutes: 12 }),
  ofCopy('ImportStuck', ['imports_running'], { fires: '1x60', silent: '1x20 0x40', atMinutes: 40 }),
  {
    alert: 'StandbysDown',
    fires: { [up]: '0x20', [primaryUp]: '0x20' },
    silent: { [up]: '1x20', [primaryUp]: '0x20' },
    atMinutes: 5,
    labels: COPY,
  },
  {
    alert: 'StandbyBehind',
    fires: { [lag]: '30x20', [up]: '1x20' },
    silent: { [lag]: '30x20', [up]: '0x20' },
    atMinutes: 5,
    labels: { ...COPY, server: 'db2:5432' },
  },
  ofCopy('HousekeepingFails', ['housekeeping_failures_total', { task: 'a' }], { fires: '0+0.1x200', silent: '0 1x200', atMinutes: 180 }),
  {
    alert: 'HousekeepingStopped',
    fires: { [lastRun]: '0x400', [started]: '0x400' },
    silent: { [lastRun]: '17000x400', [started]: '0x400' },
    atMinutes: 300,
    labels: { ...JOB, task: 'a' },
  },
  ofCopy('MailsFail', ['mails_total', { outcome: 'failed' }], { fires: '0+1x20', silent: '2x20', atMinutes: 10 }),
]
