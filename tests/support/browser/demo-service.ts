import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { leaveAll } from './browser.ts'
import { demoWorld } from '../service/demo-world.ts'
import { startService, type RunningService } from '../service/service.ts'

interface DemoServiceOptions {
  /** Changes the demo world, in a copy of its data folder, before the service starts. */
  prepare?: (dataDir: string) => Promise<void>
  /** Overrides of the service's configuration. */
  env?: Record<string, string>
}

/**
 * A service on the demo world for one file of browser tests. It starts in a `beforeAll` and stops after the last test; using it
 * earlier throws.
 */
export function demoService({ prepare, env = {} }: DemoServiceOptions = {}): RunningService {
  let running: RunningService | undefined
  beforeAll(async () => {
    const demoData = (await demoWorld()).data
    if (!prepare) {
      running = await startService({ template: demoData, env })
      return
    }
    const folder = mkdtempSync(join(tmpdir(), 'prepared-'))
    const template = join(folder, 'data')
    cpSync(demoData, template, { recursive: true })
    await prepare(template)
    running = await startService({ template, env })
    rmSync(folder, { recursive: true, force: true })
  })
  afterAll(async () => {
    await leaveAll()
    await running?.dispose()
  })
  const member = (_: object, name: string | symbol): unknown => {
    if (!running) throw new Error('The service starts with the first test of the file')
    return Reflect.get(running, name)
  }
  return new Proxy<RunningService>({} as RunningService, { get: member })
}
