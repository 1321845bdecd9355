import { readManifest, sizeOf, visits } from '../../scripts/tooling/vite/bundle-sizes.ts'
import { at } from '../../scripts/tooling/paths.mjs'
import type { Bench } from './bench.ts'

/** BUDGETS S1: how much script a visit of the built console loads. */
export const sizesBench: Bench = {
  id: 'S1',
  about: 'gzipped scripts loaded by a visit',
  async run() {
    const folder = at('dist', 'console')
    const manifest = readManifest(folder)
    return visits.map((visit) => ({
      id: `S1 ${visit.name}`,
      ours: sizeOf(folder, manifest, visit),
      unit: 'KB',
      budget: { of: 'ours', atMost: visit.limitKb },
    }))
  },
}
