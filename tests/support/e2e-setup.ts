import type { TestProject } from 'vitest/node'
import { startService, type RunningService } from './service/service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a fresh demo world whose service was shut down cleanly; start services on a copy, never on this folder. */
    demoData: string
    /** Output of the service that created the demo world; empty if `DEMO_DATA` provided the folder. */
    firstStart: string
  }
}

let service: RunningService | undefined

/** Creates one demo world for all tests of the built product, or uses the folder in `DEMO_DATA`. Each test file starts its own service on a copy. */
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
