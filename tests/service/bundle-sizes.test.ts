import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, maxListFiles, readManifest, sizeOf, forbiddenModules, visits } from '../../scripts/tooling/vite/bundle-sizes.ts'

describe('the built console', () => {
  const folder = join(import.meta.dirname, '..', '..', 'dist', 'console')
  const manifest = readManifest(folder)

  it.each(visits)('loads at most $limitKb KB of gzipped scripts for $name', (visit) => {
    expect(sizeOf(folder, manifest, visit)).toBeLessThanOrEqual(visit.limitKb)
  })

  it('loads a limited number of scripts for a list route', () => {
    const visit = visits.find((each) => each.name === 'a list route')
    const scripts = [...filesOf(manifest, visit?.modules ?? [])].filter((file) => file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.length).toBeLessThanOrEqual(maxListFiles)
  })

  it.each(Object.entries(forbiddenModules))('does not load another page kind for %s', (name, forbidden) => {
    const visit = visits.find((each) => each.name === name)
    const [file] = filesOf(manifest, [forbidden])
    expect(filesOf(manifest, visit?.modules ?? [])).not.toContain(file)
  })
})
