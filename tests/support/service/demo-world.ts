import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'

/** The demo world of a test run. */
export interface DemoWorld {
  /** Data folder of a fresh demo world whose service was shut down cleanly; start services on a copy, never on this folder. */
  data: string
  /** Output of the service that created the demo world; empty if `DEMO_DATA` provided the folder. */
  firstStart: string
}

/** Why a test run has no demo world. */
export interface NoDemoWorld {
  error: string
}

/** The demo world, once it has been created; throws if that failed. */
export async function demoWorld(): Promise<DemoWorld> {
  const file = inject('demoWorldFile')
  while (!existsSync(file)) await sleep(50)
  const told = JSON.parse(readFileSync(file, 'utf8')) as DemoWorld | NoDemoWorld
  if ('error' in told) throw new Error(`There is no demo world: ${told.error}`)
  return told
}
