import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cutGrid, gridCuts } from './grid-cuts-plugin.ts'

const packages = resolve(import.meta.dirname, '..', '..', 'node_modules')

describe('what is cut from the grid library', () => {
  it.each([...new Set(gridCuts.map(({ file }) => file))])('stands once in the installed %s, and not after', (file) => {
    const code = readFileSync(join(packages, file), 'utf8')
    const cut = cutGrid(code, file)
    expect(cut.length).toBeLessThan(code.length)
    for (const { found } of gridCuts.filter((each) => each.file === file)) expect(cut).not.toContain(found)
  })

  it('ends the build where the library has changed', () => {
    const [{ file, found }] = gridCuts as [(typeof gridCuts)[number]]
    expect(() => cutGrid('', file)).toThrow('0 times, not once')
    expect(() => cutGrid(found + found, file)).toThrow('2 times, not once')
  })
})
