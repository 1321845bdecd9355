import { describe, expect, it } from 'vitest'
import { filesOf } from './bundle-sizes.ts'
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
