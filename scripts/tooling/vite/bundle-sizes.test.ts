import { describe, expect, it } from 'vitest'
import { filesOf } from './bundle-sizes.ts'
import type { Manifest } from './bundle-sizes.ts'

describe('the files of a page load', () => {
  const manifest: Manifest = {
    'a.ts': { file: 'a.js', imports: ['_b.js'], dynamicImports: ['c.ts'] },
    '_b.js': { file: 'b.js', name: 'b', imports: ['a.ts'] },
    'c.ts': { file: 'c.js' },
    '../x/virtual:texts/en': { file: 'en.js' },
  }

  it('are a chunk and its static imports, each once', () => {
    expect([...filesOf(manifest, ['a.ts'])]).toEqual(['a.js', 'b.js'])
  })

  it('include virtual modules, found by name', () => {
    expect([...filesOf(manifest, ['virtual:texts/en'])]).toEqual(['en.js'])
  })

  it('include groups of modules, found by name', () => {
    expect([...filesOf(manifest, ['b'])]).toEqual(['b.js', 'a.js'])
  })

  it('cannot be listed for a module that the build does not contain', () => {
    expect(() => filesOf(manifest, ['gone.ts'])).toThrow('The build has no chunk for gone.ts')
  })
})
