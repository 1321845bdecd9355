import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..', '..')

it('every test file that replaces modules is named *.alone.test, because the mocks would reach later tests in the same process', () => {
  const files = ['schemas', 'renderer', 'src', 'server', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const tests = files.filter((path) => /\.test\.tsx?$/.test(path))
  expect(tests.length).toBeGreaterThan(50)
  const replacingModules = tests.filter((path) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(root, path), 'utf8')))
  expect(replacingModules.filter((path) => !path.includes('.alone.test.'))).toEqual([])
})
