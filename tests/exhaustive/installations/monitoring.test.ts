import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import { findProgram } from '../../../scripts/tooling/packages.mjs'
import { alertCases, type AlertCase } from '../../support/deploy/alert-cases.ts'
import { MONITORING, readAlerts, readPanels } from '../../support/deploy/monitoring.ts'
import { freePort, startService, type RunningService } from '../../support/service/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'monitoring-'))
let promtool = ''
let prometheus = ''
beforeAll(async () => {
  promtool = await findProgram('promtool', 'prometheus')
  prometheus = await findProgram('prometheus')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (...args: string[]): string => execFileSync(promtool, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** A file of unit tests for `promtool`. */
function testFile(cases: readonly AlertCase[], kind: 'fires' | 'silent'): string {
  const alerts = readAlerts()
  const tests = cases.map(({ alert, atMinutes, labels, ...samples }) => {
    const rule = alerts.find((one) => one.alert === alert)
    const expected = { exp_labels: { ...labels, ...rule?.labels }, exp_annotations: rule?.annotations }
    return {
      interval: '1m',
      input_series: Object.entries(samples[kind]).map(([series, values]) => ({ series, values })),
      alert_rule_test: [{ eval_time: `${atMinutes}m`, alertname: alert, exp_alerts: kind === 'fires' ? [expected] : [] }],
    }
  })
  const file = join(folder, `${kind}.yml`)
  writeFileSync(
    file,
    stringify({ rule_files: [join(MONITORING, 'alerts.yml')], evaluation_interval: '1m', tests }, { aliasDuplicateObjects: false }),
  )
  return file
}

describe('the files for Prometheus', () => {
  it('are accepted by it', () => {
    expect(check('check', 'config', join(MONITORING, 'prometheus.yml'))).toContain('SUCCESS')
  })

  it.each(['fires', 'silent'] as const)('have alerts of which each %s with the samples of its case', (kind) => {
    expect(check('test', 'rules', testFile(alertCases, kind))).toContain('SUCCESS')
  })
})

describe('Prometheus beside a running service', () => {
  let service: RunningService
  let process: ChildProcess
  let origin = ''
  beforeAll(async () => {
    service = await startService()
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const configuration = readFileSync(join(MONITORING, 'prometheus.yml'), 'utf8')
      .replace('app1:8080, app2:8080, app3:8080', `127.0.0.1:${service.port}`)
      .replaceAll('15s', '1s')
      .replace('alerts.yml', join(folder, 'alerts.yml'))
    // Nobody waits for minutes here.
    writeFileSync(join(folder, 'alerts.yml'), readFileSync(join(MONITORING, 'alerts.yml'), 'utf8').replaceAll(/for: \w+/g, 'for: 2s'))
    writeFileSync(join(folder, 'prometheus.yml'), configuration)
    const args = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`]
    process = spawn(prometheus, args, { stdio: 'ignore' })
    await vi.waitFor(async () => expect(await values('up')).toEqual(['1']), { timeout: 30_000, interval: 500 })
    // Rules are evaluated before the first scrape, too, so that ConsoleDown may fire until the next evaluation.
    await vi.waitFor(async () => expect(await firing()).toEqual([]), { timeout: 10_000, interval: 500 })
    await service.call('owner@demo.test', '/api/v1/customers')
  })
  afterAll(async () => {
    const ended = once(process, 'exit')
    process.kill()
    await ended
    await service.dispose()
  })

  async function query(expression: string): Promise<{ status: string; data: { result: { value: [number, string] }[] } }> {
    return (await (await fetch(`${origin}/api/v1/query?query=${encodeURIComponent(expression)}`)).json()) as Awaited<
      ReturnType<typeof query>
    >
  }
  const values = async (expression: string): Promise<string[]> => (await query(expression)).data.result.map(({ value: [, value] }) => value)
  const firing = async (): Promise<string[]> => {
    const answer = (await (await fetch(`${origin}/api/v1/alerts`)).json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] }
    }
    return answer.data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
  }

  it('answers each panel of the dashboard', async () => {
    const expressions = readPanels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    expect(expressions.length).toBeGreaterThan(30)
    for (const expression of expressions) {
      const asked = expression.replaceAll('$job', '.+').replaceAll('$instance', '.+').replaceAll('$__rate_interval', '1m')
      expect((await query(asked)).status, expression).toBe('success')
    }
    expect(await values('sum(up{job=~".+", instance=~".+"})')).toEqual(['1'])
  })

  it('has no alert while the service runs, and tells when it does not', async () => {
    expect(await firing()).toEqual([])
    await service.end('SIGKILL')
    await vi.waitFor(async () => expect((await firing()).toSorted()).toEqual(['ConsoleCopyDown', 'ConsoleDown']), {
      timeout: 30_000,
      interval: 500,
    })
  })
})
