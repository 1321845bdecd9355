import { describe, expect, it } from 'vitest'
import { runtimePackages, type LockFile } from './runtime-packages.ts'

const LOCK: LockFile = {
  packages: {
    '': { dependencies: { a: '1.0.0', unused: '1.0.0' } },
    'node_modules/a': { dependencies: { '@scope/b': '^1.0.0', c: '^2.0.0' }, optionalDependencies: { absent: '1' } },
    'node_modules/a/node_modules/c': { dependencies: { d: '^1.0.0', e: '^2.0.0' } },
    'node_modules/a/node_modules/e': {},
    'node_modules/e': {},
    'node_modules/@scope/b': { peerDependencies: { c: '^1.0.0', kept: '1' }, peerDependenciesMeta: { kept: { optional: true } } },
    'node_modules/c': {},
    'node_modules/d': { dependencies: { a: '^1.0.0' } },
    'node_modules/unused': {},
    'node_modules/kept': {},
  },
}

describe('the packages of an archive', () => {
  it('are what the service and its packages depend on, each from the folder in which Node finds it', () => {
    expect(runtimePackages(LOCK, ['a'])).toEqual([
      'node_modules/@scope/b',
      'node_modules/a',
      'node_modules/a/node_modules/c',
      'node_modules/a/node_modules/e',
      'node_modules/c',
      'node_modules/d',
    ])
  })

  it('are never incomplete', () => {
    expect(() => runtimePackages(LOCK, ['a', 'f'])).toThrow('f, which the service needs')
  })
})
