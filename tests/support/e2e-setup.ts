import type { TestProject } from 'vitest/node'
import { startService, type RunningService } from './service/service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a fresh demo world, ended in order; copy it, never start on it. */
    demoData: string
    /** What the service printed when it made that world; empty for a given one. */
    firstStart: string
  }
}

let service: RunningService | undefined

/** Makes one demo world for all tests of the built product, or takes the one that `DEMO_DATA` names: each file starts its own service on a copy. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env['DEMO_DATA']
  if (given === undefined) {
    service = await startService()
    await service.end()
  }
  project.provide('demoData', given ?? service?.dataDir ?? '')
  project.provide('firstStart', service?.output() ?? '')
}

export async function teardown(): Promise<void> {
  await service?.dispose()
}
