import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { filesOf, maxListFiles, readManifest, sizeOf, strangers, visits } from './bundle-sizes.ts'
import type { Manifest } from './bundle-sizes.ts'

describe('the files of a visit', () => {
  const manifest: Manifest = {
    'a.ts': { file: 'a.js', imports: ['_b.js'], dynamicImports: ['c.ts'] },
    '_b.js': { file: 'b.js', name: 'b', imports: ['a.ts'] },
    'c.ts': { file: 'c.js' },
    '../x/virtual:texts/en': { file: 'en.js' },
  }

  it('are a chunk and what it imports statically, once each', () => {
    expect([...filesOf(manifest, ['a.ts'])]).toEqual(['a.js', 'b.js'])
  })

  it('know virtual modules by their name', () => {
    expect([...filesOf(manifest, ['virtual:texts/en'])]).toEqual(['en.js'])
  })

  it('know groups of modules by their name', () => {
    expect([...filesOf(manifest, ['b'])]).toEqual(['b.js', 'a.js'])
  })

  it('throw on a module that the build does not have', () => {
    expect(() => filesOf(manifest, ['gone.ts'])).toThrow('The build has no chunk for gone.ts')
  })
})

describe('the built console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-'))
  let manifest: Manifest

  beforeAll(async () => {
    // The runner says `test`, which would build the development versions of packages.
    vi.stubEnv('NODE_ENV', 'production')
    await build({ mode: 'production', logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
    manifest = readManifest(folder)
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(visits)('loads at most $limitKb KB of gzipped scripts for $name', (visit) => {
    expect(sizeOf(folder, manifest, visit)).toBeLessThanOrEqual(visit.limitKb)
  })

  it('loads few files for a list route', () => {
    const visit = visits.find((each) => each.name === 'a list route')
    const scripts = [...filesOf(manifest, visit?.modules ?? [])].filter((file) => file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.length).toBeLessThanOrEqual(maxListFiles)
  })

  it.each(Object.entries(strangers))('does not load another page kind for %s', (name, stranger) => {
    const visit = visits.find((each) => each.name === name)
    const [file] = filesOf(manifest, [stranger])
    expect(filesOf(manifest, visit?.modules ?? [])).not.toContain(file)
  })
})
