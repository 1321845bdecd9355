import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, maxListFiles, readManifest, sizeOf, forbiddenModules, visits } from '../../scripts/tooling/vite/bundle-sizes.ts'

describe('the built console', () => {
  const folder = join(import.meta.dirname, '..', '..', 'dist', 'console')
  const manifest = readManifest(folder)

  it.each(visits)('loads at most $limitKb KB of gzipped scripts for $name', (visit) => {
    expect(sizeOf(folder, manifest, visit)).toBeLessThanOrEqual(visit.limitKb)
  })

  it('has the font of nearly every text fetched with the first scripts, before rows stand that it would move', () => {
    const [, font] =
      /<link rel="preload" as="font" [^>]*href="([^"]+)" crossorigin/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? []
    expect(font).toMatch(/inter-latin-wght/)
    expect(existsSync(join(folder, font ?? ''))).toBe(true)
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
