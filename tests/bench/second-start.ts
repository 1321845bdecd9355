import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from '../../scripts/tooling/paths.mjs'
import { freePort } from '../support/service/service.ts'
import type { Bench } from './bench.ts'

const STARTS = 3
const START_TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 20

/** BUDGETS S2: from `npm start` on an existing data folder until `/healthz` answers. */
export const secondStartBench: Bench = {
  id: 'S2',
  about: 'second npm start until /healthz answers',
  async run(showProgress) {
    const folder = mkdtempSync(join(tmpdir(), 'second-start-'))
    try {
      showProgress(`first start: ${(await startSeconds(folder)).toFixed(1)} s`)
      const seconds: number[] = []
      for (let run = 0; run < STARTS; run++) seconds.push(await startSeconds(folder))
      return [
        {
          id: 'S2',
          ours: Math.min(...seconds),
          unit: 's',
          budget: { of: 'ours', atMost: 3 },
          note: `fastest of ${STARTS} starts, since no reference run corrects for a busy machine: ${seconds.map((value) => value.toFixed(2)).join(', ')} s`,
        },
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function startSeconds(folder: string): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: at(),
    // Starts a new process group, so that one signal stops npm, its shell and the service.
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
  })
  const exited = new Promise<void>((resolve) => npm.once('close', () => resolve()))
  try {
    while (!(await isHealthy(port))) {
      if (npm.exitCode !== null) throw new Error(`npm start exited with code ${npm.exitCode}`)
      if (performance.now() - start > START_TIMEOUT_MS) throw new Error('npm start timed out')
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
    return (performance.now() - start) / 1000
  } finally {
    if (npm.pid !== undefined && npm.exitCode === null) process.kill(-npm.pid, 'SIGTERM')
    await exited
    await waitUntilStopped(port)
  }
}

async function isHealthy(port: number): Promise<boolean> {
  const response = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined)
  return response?.ok === true
}

/** npm may exit before the service has released its data folder. */
async function waitUntilStopped(port: number): Promise<void> {
  while (
    await fetch(`http://localhost:${port}/healthz`).then(
      () => true,
      () => false,
    )
  )
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
}
