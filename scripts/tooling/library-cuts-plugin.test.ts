import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cutLibrary, libraryCuts } from './library-cuts-plugin.ts'

const packages = resolve(import.meta.dirname, '..', '..', 'node_modules')

describe('what is cut from libraries', () => {
  it.each([...new Set(libraryCuts.map(({ file }) => file))])('stands once in the installed %s, and not after', (file) => {
    const code = readFileSync(join(packages, file), 'utf8')
    const cut = cutLibrary(code, file)
    expect(cut.length).toBeLessThan(code.length)
    for (const { found } of libraryCuts.filter((each) => each.file === file)) expect(cut).not.toContain(found)
  })

  it('ends the build where the library has changed', () => {
    const [{ file, found }] = libraryCuts as [(typeof libraryCuts)[number]]
    expect(() => cutLibrary('', file)).toThrow('0 times, not once')
    expect(() => cutLibrary(found + found, file)).toThrow('2 times, not once')
  })
})
