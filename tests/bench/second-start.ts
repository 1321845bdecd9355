import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from '../../scripts/tooling/paths.mjs'
import { freePort } from '../support/service/service.ts'
import type { Bench } from './bench.ts'

const STARTS = 3
const FIRST_TIMEOUT_MS = 120_000
const LOOK_EVERY_MS = 20

/** BUDGETS S2: `npm start` as a person types it, on a data folder that is there already, until `/healthz` answers. */
export const secondStartBench: Bench = {
  id: 'S2',
  about: 'the second npm start until /healthz answers',
  async run(tell) {
    const folder = mkdtempSync(join(tmpdir(), 'second-start-'))
    try {
      tell(`first start: ${(await startSeconds(folder)).toFixed(1)} s`)
      const seconds: number[] = []
      for (let start = 0; start < STARTS; start++) seconds.push(await startSeconds(folder))
      return [
        {
          id: 'S2',
          ours: Math.min(...seconds),
          unit: 's',
          budget: { of: 'ours', atMost: 3 },
          note: `the quickest of ${STARTS} starts (an amount has no reference that a busy machine would slow down, too): ${seconds.map((one) => one.toFixed(2)).join(', ')} s`,
        },
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function startSeconds(folder: string): Promise<number> {
  const port = await freePort()
  const from = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: at(),
    // A group of its own, so that npm, its shell and the service end together.
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
  })
  const ended = new Promise<void>((done) => npm.once('close', () => done()))
  try {
    while (!(await isHealthy(port))) {
      if (npm.exitCode !== null) throw new Error(`npm start ended with code ${npm.exitCode}`)
      if (performance.now() - from > FIRST_TIMEOUT_MS) throw new Error('npm start takes too long')
      await new Promise((wake) => setTimeout(wake, LOOK_EVERY_MS))
    }
    return (performance.now() - from) / 1000
  } finally {
    if (npm.pid !== undefined && npm.exitCode === null) process.kill(-npm.pid, 'SIGTERM')
    await ended
    await gone(port)
  }
}

async function isHealthy(port: number): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined)
  return answer?.ok === true
}

/** npm may end before the service has given its folder free. */
async function gone(port: number): Promise<void> {
  while (
    await fetch(`http://localhost:${port}/healthz`).then(
      () => true,
      () => false,
    )
  )
    await new Promise((wake) => setTimeout(wake, LOOK_EVERY_MS))
}
