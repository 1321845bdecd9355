import { AREAS } from '../areas.ts'
import { CULTURES } from './cultures.ts'
import { createWorld, DAY_MS, type DemoTenant, type DemoWorld } from './world.ts'

/** Current time of test worlds. */
export const NOW_MS = Date.UTC(2026, 4, 12, 15, 30)

/** A whole demo world in memory. */
export function testWorld(scale = 1, nowMs = NOW_MS): DemoWorld {
  const [culture] = CULTURES
  if (!culture) throw new Error('the demo world has no culture')
  const platform: DemoTenant = {
    oid: 'platform',
    path: 'a.',
    name: 'Platform',
    type: 'po',
    parentOid: null,
    state: 'active',
    features: {},
    parent: undefined,
    culture,
    createdAtMs: nowMs - 250 * DAY_MS,
    children: 0,
  }
  return createWorld({ scale, nowMs, platform, areas: AREAS })
}
