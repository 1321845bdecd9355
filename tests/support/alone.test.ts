import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..', '..')

it('is the name of every test that replaces modules, which it would do for the tests after it, too', () => {
  const files = ['schemas', 'renderer', 'src', 'server', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const tests = files.filter((path) => /\.test\.tsx?$/.test(path))
  expect(tests.length).toBeGreaterThan(50)
  const replacing = tests.filter((path) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(root, path), 'utf8')))
  expect(replacing.filter((path) => !path.includes('.alone.test.'))).toEqual([])
})
