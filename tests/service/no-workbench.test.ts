import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const dist = resolve(import.meta.dirname, '..', '..', 'dist')

it('the built product has nothing of the schema workbench, which is a page of the dev server', () => {
  const files = ['console', 'server'].flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(m?js|html|css|json)$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name)),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => /workbench/i.test(readFileSync(file, 'utf8')))).toEqual([])
})
