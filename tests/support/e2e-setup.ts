import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { DemoWorld, NoDemoWorld } from './service/demo-world.ts'
import { startService, type RunningService } from './service/service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** File that tells where the demo world is, once there is one; `demoWorld` waits for it. */
    demoWorldFile: string
  }
}

const folder = mkdtempSync(join(tmpdir(), 'demo-world-'))
let service: Promise<RunningService | undefined> = Promise.resolve(undefined)

/**
 * Begins to create one demo world for all tests of the built product, or uses the folder in `DEMO_DATA`. Each test file starts its own
 * service on a copy. Files that need none run meanwhile: creating it takes a quarter of a minute.
 */
export function setup(project: TestProject): void {
  const file = join(folder, 'place.json')
  project.provide('demoWorldFile', file)
  const given = process.env['DEMO_DATA']
  if (given === undefined) service = createDemoWorld(file)
  else tell(file, { data: given, firstStart: '' })
}

async function createDemoWorld(file: string): Promise<RunningService | undefined> {
  try {
    const created = await startService()
    await created.end()
    tell(file, { data: created.dataDir, firstStart: created.output() })
    return created
  } catch (error) {
    tell(file, { error: String(error) })
    return undefined
  }
}

/** Writes the file in one step: a test that waits for it reads all of it. */
function tell(file: string, told: DemoWorld | NoDemoWorld): void {
  writeFileSync(`${file}.new`, JSON.stringify(told))
  renameSync(`${file}.new`, file)
}

export async function teardown(): Promise<void> {
  await (await service)?.dispose()
  rmSync(folder, { recursive: true, force: true })
}
